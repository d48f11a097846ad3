"""A request must not be allowed as one thing and carried out as another."""

import json
from dataclasses import dataclass, field, replace
from gzip import compress
from typing import Any

import pytest

from .conftest import ACCOUNT, KEY, REGION, TEXT, YOUR_KEY, World

_DYNAMODB = "DynamoDB_20120810"
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_GET_ITEM = {"TableName": "tickets", "Key": KEY}
_QUEUE = f"https://sqs/{ACCOUNT}/jobs"
_RECEIVE = {"QueueUrl": _QUEUE}
_EMAIL: dict[str, Any] = {
    "FromEmailAddress": "me@example.com",
    "Destination": {"ToAddresses": ["guest@example.org"]},
    "Content": {"Simple": TEXT},
}
_WHO = "Action=GetCallerIdentity&Version=2011-06-15"
_BECOME = f"Action=AssumeRole&Version=2011-06-15&RoleArn=arn:aws:iam::{ACCOUNT}:role/tester&RoleSessionName=admin"
_OWN_THINGS: list[dict[str, Any]] = [
    {"Action": ["dynamodb:GetItem", "dynamodb:PutItem"], "Resource": "arn:aws:dynamodb:*:*:table/tickets"},
    {
        "Action": ["dynamodb:Query", "dynamodb:Scan", "dynamodb:BatchWriteItem", "dynamodb:UpdateItem"],
        "Resource": "arn:aws:dynamodb:*:*:table/tickets",
        "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "me"}},
    },
    {"Action": "dynamodb:Query", "Resource": "arn:aws:dynamodb:*:*:table/tickets/index/*"},
    {"Action": ["sqs:ReceiveMessage", "sqs:SendMessage"], "Resource": "arn:aws:sqs:*:*:jobs"},
    {
        "Action": ["s3:PutObject", "s3:GetObject", "s3:DeleteObject", "s3:ListBucket"],
        "Resource": [
            f"arn:aws:s3:::{name}*" for name in ("assets", "2015-03-31", "favicon", "latest", "moto-api", "v2")
        ],
    },
    {
        "Action": ["secretsmanager:GetSecretValue", "secretsmanager:CreateSecret"],
        "Resource": "arn:aws:secretsmanager:*:*:secret:keys*",
    },
    {"Action": ["logs:GetLogEvents", "logs:PutLogEvents"], "Resource": "arn:aws:logs:*:*:log-group:/app:*"},
    {"Action": "ses:SendRawEmail", "Resource": "*"},
    {"Action": "ses:GetEmailIdentity", "Resource": "arn:aws:ses:*:*:identity/example.com"},
]


@dataclass(frozen=True)
class Trick:
    """A request that looks as if it were allowed."""

    service: str
    method: str
    target: str
    headers: dict[str, str] = field(default_factory=dict[str, str])
    body: bytes = b""
    more: dict[str, Any] = field(default_factory=dict[str, Any])


def _rpc(service: str, operation: str, body: Any, target: str = "/", **headers: str) -> Trick:
    """One of a JSON protocol."""
    given = {"Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": operation}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    return Trick(service, "POST", target, given, body if isinstance(body, bytes) else json.dumps(body).encode())


def _dynamodb(operation: str, body: Any, target: str = "/", **headers: str) -> Trick:
    return _rpc("dynamodb", f"{_DYNAMODB}.{operation}", body, target, **headers)


def _query(expression: str, **more: Any) -> Trick:
    values = {":me": {"S": "me"}, ":you": {"S": "you"}}
    asked = {"KeyConditionExpression": expression, "ExpressionAttributeValues": values, **more}
    return _dynamodb("Query", {"TableName": "tickets", **asked})


def _sqs(operation: str, body: Any, target: str = "/", **headers: str) -> Trick:
    return _rpc("sqs", f"AmazonSQS.{operation}", body, target, **headers)


def _sts(body: str, target: str = "/", **headers: str) -> Trick:
    return Trick("sts", "POST", target, {**_FORM, **headers}, body.encode())


def _s3(method: str, target: str, body: bytes = b"", **headers: str) -> Trick:
    return Trick("s3", method, target, {name.replace("_", "-"): value for name, value in headers.items()}, body)


def _unsigned(trick: Trick, *headers: tuple[str, str], region: str = REGION) -> Trick:
    """With headers that a client adds after signing, or signed for another region."""
    return replace(trick, more={"also": headers, "region": region})


_TRICKS = {
    # One service's name in the signature, another's operation in the request.
    "DynamoDB's operation signed for SQS": _rpc("sqs", f"{_DYNAMODB}.ReceiveMessage", _RECEIVE),
    "DynamoDB's operation signed for S3": Trick("s3", "PUT", "/assets/x", {"X-Amz-Target": f"{_DYNAMODB}.GetItem"}),
    "a receive signed for S3": Trick("s3", "PUT", "/assets/x", {"X-Amz-Target": "AmazonSQS.ReceiveMessage"}, b"{}"),
    "an operation without its service": _rpc("dynamodb", "GetItem", _GET_ITEM),
    "an older API of DynamoDB": _rpc("dynamodb", "DynamoDB_20111205.GetItem", _GET_ITEM),
    "DynamoDB's streams": _rpc("dynamodb", "DynamoDBStreams_20120810.GetItem", _GET_ITEM),
    "SQS by its query protocol": Trick("sqs", "POST", "/", _FORM, f"Action=ReceiveMessage&QueueUrl={_QUEUE}".encode()),
    "SES by its query protocol": Trick("ses", "POST", "/", _FORM, b"Action=SendEmail&Source=me@example.com"),
    "an email on SQS's path": _sqs("ReceiveMessage", {**_RECEIVE, **_EMAIL}, "/v2/email/outbound-emails"),
    "an email as an object": _s3("PUT", "/v2/email/outbound-emails", json.dumps(_EMAIL).encode()),
    "a function as an object": _s3("GET", "/2015-03-31/functions/worker"),
    "moto's own API as an object": _s3("PUT", "/moto-api/reset"),
    "moto's own API, signed for SQS": _sqs("ReceiveMessage", _RECEIVE, "/moto-api/reset"),
    "the credentials of a machine as an object": _s3("GET", "/latest/meta-data/iam/security-credentials/"),
    # Two operations in one request.
    "an action in DynamoDB's query": _dynamodb("GetItem", _GET_ITEM, "/?Action=DeleteTable"),
    "an action in SQS's query": _sqs("ReceiveMessage", _RECEIVE, "/?Action=PurgeQueue"),
    "a JSON request that calls itself a form": _dynamodb("GetItem", _GET_ITEM, Content_Type=_FORM["Content-Type"]),
    "two targets": _unsigned(_sqs("ReceiveMessage", _RECEIVE), ("X-Amz-Target", "AmazonSQS.PurgeQueue")),
    "STS asked in the query, the body being no form": _sts(_WHO, f"/?{_BECOME}", **{"Content-Type": "text/plain"}),
    "STS asked in the query, too": _sts(_WHO, f"/?{_BECOME}"),
    "STS with a target": _sts(_WHO, **{"X-Amz-Target": "AWSSecurityTokenServiceV20110615.AssumeRole"}),
    "an action in the query of SES": Trick("ses", "GET", "/v2/email/identities/example.com?Action=DeleteEmailIdentity"),
    "a form at SES": Trick("ses", "GET", "/v2/email/identities/example.com", _FORM, b"Action=DeleteEmailIdentity"),
    "a JSON request with another method": Trick(
        "dynamodb", "GET", "/", {"X-Amz-Target": f"{_DYNAMODB}.GetItem"}, json.dumps(_GET_ITEM).encode()
    ),
    # Two resources in one request.
    "a queue's URL beside its name": _sqs(
        "ReceiveMessage", {"QueueUrl": f"https://sqs/{ACCOUNT}/victim", "QueueName": "jobs"}
    ),
    "a queue of another account": _sqs("ReceiveMessage", {"QueueUrl": "https://sqs/999999999999/jobs"}),
    "a queue by no URL": _sqs("ReceiveMessage", {"QueueUrl": "victim/jobs"}),
    "a queue in the path": _sqs("ReceiveMessage", {}, f"/{ACCOUNT}/victim"),
    "a secret's name beside its id": _rpc(
        "secretsmanager", "secretsmanager.CreateSecret", {"Name": "victim2", "SecretId": "keys"}
    ),
    "a log group's ARN beside its name": _rpc(
        "logs",
        "Logs_20140328.GetLogEvents",
        {"logGroupName": "/app", "logGroupIdentifier": "/victim", "logStreamName": "one"},
    ),
    "an item beside the key in a transaction": _dynamodb(
        "TransactWriteItems",
        {"TransactItems": [{"Update": {"TableName": "tickets", "Item": KEY, "Key": {"userId": {"S": "you"}}}}]},
    ),
    "a put and a delete in one write": _dynamodb(
        "BatchWriteItem",
        {"RequestItems": {"tickets": [{"DeleteRequest": {"Key": YOUR_KEY}, "PutRequest": {"Item": KEY}}]}},
    ),
    "a key of two types": _dynamodb(
        "UpdateItem", {"TableName": "tickets", "Key": {**KEY, "userId": {"N": "me", "S": "you"}}}
    ),
    "an index that is null": _query("userId = :you", IndexName=None),
    "an index without a name": _query("userId = :you", IndexName=""),
    "a filter instead of a key": _dynamodb(
        "Query",
        {
            "TableName": "tickets",
            "QueryFilter": {"userId": {"ComparisonOperator": "EQ", "AttributeValueList": [{"S": "you"}]}},
        },
    ),
    "another's partition beside one's own, in the older form": _query(
        "userId = :you", KeyConditions={"userId": {"ComparisonOperator": "EQ", "AttributeValueList": [{"S": "me"}]}}
    ),
    "one's own partition in the comment of another's": _query("userId = :you AND begins_with(ticketId, :me)"),
    "a copy of a source with a host": _s3("PUT", "/assets/x", x_amz_copy_source="//assets/victim/secret"),
    "a copy of a source with parameters": _s3("PUT", "/assets/x", x_amz_copy_source="assets/x;y"),
    "a copy of a part of what is named": _s3("PUT", "/assets/x", x_amz_copy_source="assets/x#y"),
    "a copy of what is encoded": _s3("PUT", "/assets/x", x_amz_copy_source="%76ictim/secret"),
    "an email both raw and simple": Trick(
        "ses",
        "POST",
        "/v2/email/outbound-emails",
        {"Content-Type": "application/json"},
        json.dumps({**_EMAIL, "Content": {**_EMAIL["Content"], "Raw": {"Data": "eA=="}}}).encode(),
    ),
    "a bucket that is encoded": _s3("PUT", "/assets%2Fx/y"),
    "a version in a form": _s3("GET", "/assets/x", b"versionId=1", **_FORM),
    "a version in the query": _s3("GET", "/assets/x?versionId=1"),
    "a list of deletions": _s3("POST", "/assets?delete", b"<Delete/>"),
    "an upload by form": _s3("POST", "/assets", b"key=x&file=y", **_FORM),
    "an access list": _s3("PUT", "/assets/x", x_amz_acl="public-read"),
    "a grant": _s3("PUT", "/assets/x", x_amz_grant_read="uri=http://acs.amazonaws.com/groups/global/AllUsers"),
    "tags": _s3("PUT", "/assets/x", x_amz_tagging="owner=me"),
    # A body that is read in two ways.
    "a compressed body": _dynamodb(
        "GetItem", compress(json.dumps({**_GET_ITEM, "TableName": "victim"}).encode()), Content_Encoding="gzip"
    ),
    "a body that is no JSON": _dynamodb("GetItem", b"TableName=victim"),
    "a body that is too deep": _dynamodb("GetItem", b'{"a":' * 50_000),
    "a JSON request of another kind": _dynamodb("GetItem", _GET_ITEM, Content_Type="application/cbor"),
    "a body that is no object": _dynamodb("GetItem", b'["tickets"]'),
    "a body in UTF-16": _dynamodb("GetItem", json.dumps(_GET_ITEM).encode("utf-16")),
    "a name that is no text": _dynamodb("GetItem", {**_GET_ITEM, "TableName": ["tickets"]}),
    # Another place.
    "another region": _unsigned(_sqs("ReceiveMessage", _RECEIVE), region="us-east-1"),
    "S3 in another region": _unsigned(_s3("PUT", "/assets/x"), region="us-east-1"),
    # A path that is read in two ways.
    "a path with a host": _s3("PUT", "http://victim.s3.amazonaws.com/assets/x"),
    "a path of two slashes": _s3("PUT", "//assets/x"),
    "a fragment": _s3("PUT", "/assets/x#/../../victim/x"),
}


@pytest.fixture
def world(world: World) -> World:
    """The role may do some things with what is its own, and nothing with a victim's."""
    world.policy(*({"Effect": "Allow", **statement} for statement in _OWN_THINGS))
    return world


@pytest.mark.parametrize("trick", _TRICKS.values(), ids=_TRICKS)
def test_a_request_that_can_be_read_in_two_ways_is_refused(world: World, trick: Trick) -> None:
    answer = world.send(
        trick.method, trick.target, service=trick.service, headers=trick.headers, body=trick.body, **trick.more
    )

    assert world.reached == []
    assert answer.status in {400, 403}
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("trick", "passes"),
    [
        pytest.param(_dynamodb("GetItem", _GET_ITEM), "POST /", id="an item"),
        pytest.param(_sqs("ReceiveMessage", _RECEIVE), "POST /", id="a receive"),
        pytest.param(_s3("PUT", "/assets/x", b"x"), "PUT /assets/x", id="an object"),
        pytest.param(_sts(_WHO), "POST /", id="who I am"),
        pytest.param(
            Trick("ses", "GET", "/v2/email/identities/example.com"), "GET /v2/email/identities/example.com", id="ses"
        ),
    ],
)
def test_without_the_trick_it_is_let_through(world: World, trick: Trick, passes: str) -> None:
    answer = world.send(trick.method, trick.target, service=trick.service, headers=trick.headers, body=trick.body)

    assert (answer.status, world.reached) == (200, [passes])


@pytest.mark.parametrize(
    "header",
    [
        ("X-Moto-Account-Id", "999999999999"),
        ("User-Agent", "region/us-east-1"),
        ("Action", "PurgeQueue"),
        ("X-Http-Method-Override", "DELETE"),
    ],
    ids=lambda header: header[0],
)
def test_headers_that_only_moto_knows_change_nothing(world: World, header: tuple[str, str]) -> None:
    world.deployer.sqs.send_message(QueueUrl=world.queue_url, MessageBody="here")

    trick = _sqs("ReceiveMessage", _RECEIVE)
    answer = world.send("POST", "/", service="sqs", headers=trick.headers, body=trick.body, also=[header])

    (message,) = json.loads(answer.text)["Messages"]
    world.deployer.sqs.delete_message(QueueUrl=world.queue_url, ReceiptHandle=message["ReceiptHandle"])
    assert message["Body"] == "here"


@pytest.mark.parametrize("host", ["victim.s3.amazonaws.com", "victim.s3-control.amazonaws.com", "sqs.amazonaws.com"])
def test_the_host_header_chooses_neither_bucket_nor_service(world: World, host: str) -> None:
    world.send("PUT", "/assets/hosted", service="s3", headers={"Host": host}, body=b"x")

    assert "Contents" not in world.deployer.s3.list_objects_v2(Bucket="victim", Prefix="assets")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:4566", 200),
        ("[::1]:4566", 200),
        ("localhost", 200),
        ("sqs.eu-west-1.localhost:4566", 200),
        ("evil.example:4566", 400),
        ("127.0.0.1.evil.example", 400),
        ("localhost.evil.example", 400),
        ("evilamazonaws.com", 400),
        ("localhost:4566@evil.example", 400),
        ("", 400),
    ],
)
def test_a_name_that_somebody_made_lead_here_is_refused_even_where_all_is_signed(
    world: World, host: str, status: int
) -> None:
    trick = _sqs("ReceiveMessage", _RECEIVE)

    answer = world.send("POST", "/", service="sqs", headers={**trick.headers, "Host": host}, body=trick.body)

    assert answer.status == status


@pytest.mark.parametrize(
    "text",
    [
        f"x&Action=DeleteQueue&QueueUrl=https://sqs/{ACCOUNT}/victim&",
        f"Rock & Roll&QueueUrl=https://sqs/{ACCOUNT}/victim",
    ],
)
def test_a_message_that_looks_like_a_form_is_a_message(world: World, text: str) -> None:
    for clients in (world.role, world.deployer):
        clients.sqs.send_message(QueueUrl=world.queue_url, MessageBody=text)
        (message,) = clients.sqs.receive_message(QueueUrl=world.queue_url)["Messages"]
        world.deployer.sqs.delete_message(QueueUrl=world.queue_url, ReceiptHandle=message.get("ReceiptHandle", ""))
        assert message.get("Body") == text

    assert world.deployer.sqs.get_queue_url(QueueName="victim")


def test_a_log_line_that_looks_like_a_form_goes_to_its_own_group(world: World) -> None:
    line: Any = {"timestamp": 1, "message": "x&logGroupName=/victim&logStreamName=one&"}
    world.role.logs.put_log_events(logGroupName="/app", logStreamName="one", logEvents=[line])

    events = world.deployer.logs.get_log_events(logGroupName="/victim", logStreamName="one")["events"]
    assert events == []


def test_a_key_may_look_like_a_path(world: World) -> None:
    for key in ("tickets/../x", "tickets//x", "tickets/a%2Fb", "tickets/ö ü+&?#", "tickets/"):
        world.forget()
        world.role.s3.put_object(Bucket="assets", Key=key, Body=b"x")
        assert world.decisions[0].call.resource == f"arn:aws:s3:::assets/{key}"
        assert world.deployer.s3.get_object(Bucket="assets", Key=key)["Body"].read() == b"x"


@pytest.mark.parametrize("length", ["-1", "x", "1e3"])
def test_a_length_that_is_none_is_refused(world: World, length: str) -> None:
    headers = {"X-Amz-Target": "AmazonSQS.ReceiveMessage", "Content-Type": "application/x-amz-json-1.0"}
    answer = world.send("POST", "/", service="sqs", headers=headers, also=[("Content-Length", length)])

    assert (answer.status, world.reached) == (400, [])


def test_a_body_in_chunks_is_read_as_a_whole(world: World) -> None:
    chunked = b"4\r\nchun\r\n2\r\nks\r\n0\r\n\r\n"
    headers = {"X-Amz-Content-SHA256": "UNSIGNED-PAYLOAD"}
    world.send(
        "PUT", "/assets/chunked", service="s3", headers=headers, body=chunked, also=[("Transfer-Encoding", "chunked")]
    )

    assert world.deployer.s3.get_object(Bucket="assets", Key="chunked")["Body"].read() == b"chunks"
