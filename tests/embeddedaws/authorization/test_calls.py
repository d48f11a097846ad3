"""What each request asks the policies for: action, ARN and condition keys, through botocore's own clients."""

import io
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from embeddedaws.authorization.condition_keys import KNOWN
from embeddedaws.call import ContextValue
from embeddedaws.clients import Clients
from tests.fixtures.servers import said_in

from .conftest import ACCOUNT, KEY, LAMBDA, REGION, ROLE_ARN, TEXT, TICKETS, YOUR_KEY, World

Use = Callable[[Any, World], object]
Expected = list[tuple[str, str, Mapping[str, ContextValue]]]

JOBS = f"arn:aws:sqs:{REGION}:{ACCOUNT}:jobs"
VICTIM = f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/victim"
IDENTITY = f"arn:aws:ses:{REGION}:{ACCOUNT}:identity"
ASSETS = "arn:aws:s3:::assets"
ME: dict[str, ContextValue] = {"dynamodb:LeadingKeys": ["me"]}
YOU: dict[str, ContextValue] = {"dynamodb:LeadingKeys": ["you"]}
BOTH: dict[str, ContextValue] = {"dynamodb:LeadingKeys": ["me", "you"]}


def _on_jobs(operation: str, action: str, **more: Any) -> tuple[Use, Expected]:
    """A call about the queue, and what it asks for."""
    return lambda aws, w: getattr(aws.sqs, operation)(QueueUrl=w.queue_url, **more), [(f"sqs:{action}", JOBS, {})]


SQS: dict[str, tuple[Use, Expected]] = {
    "receive": _on_jobs("receive_message", "ReceiveMessage"),
    "send": _on_jobs("send_message", "SendMessage", MessageBody="x"),
    "send a batch": _on_jobs("send_message_batch", "SendMessage", Entries=[{"Id": "1", "MessageBody": "x"}]),
    "delete": _on_jobs("delete_message", "DeleteMessage", ReceiptHandle="x"),
    "delete a batch": _on_jobs("delete_message_batch", "DeleteMessage", Entries=[{"Id": "1", "ReceiptHandle": "x"}]),
    "hide": _on_jobs("change_message_visibility", "ChangeMessageVisibility", ReceiptHandle="x", VisibilityTimeout=1),
    "hide a batch": _on_jobs(
        "change_message_visibility_batch",
        "ChangeMessageVisibility",
        Entries=[{"Id": "1", "ReceiptHandle": "x", "VisibilityTimeout": 1}],
    ),
    "attributes": _on_jobs("get_queue_attributes", "GetQueueAttributes"),
    "URL": (lambda aws, _: aws.sqs.get_queue_url(QueueName="jobs"), [("sqs:GetQueueUrl", JOBS, {})]),
    "create": (lambda aws, _: aws.sqs.create_queue(QueueName="jobs"), [("sqs:CreateQueue", JOBS, {})]),
}


def _own(action: str) -> Expected:
    return [(f"dynamodb:{action}", TICKETS, ME)]


def _on_tickets(operation: str, asked: Expected, **more: Any) -> tuple[Use, Expected]:
    return lambda aws, _: getattr(aws.dynamodb, operation)(TableName="tickets", **more), asked


def _query(expression: str, asked: Expected | None = None, **more: Any) -> tuple[Use, Expected]:
    """A Query of one's own partition, unless it asks for something else."""
    values = {":me": {"S": "me"}, ":you": {"S": "you"}, ":a": {"S": "1"}, ":z": {"S": "9"}}
    used = {name: value for name, value in values.items() if name in expression}
    expected = _own("Query") if asked is None else asked
    return _on_tickets("query", expected, KeyConditionExpression=expression, ExpressionAttributeValues=used, **more)


DYNAMODB: dict[str, tuple[Use, Expected]] = {
    "get": _on_tickets("get_item", _own("GetItem"), Key=KEY),
    "by the table's ARN": (lambda aws, _: aws.dynamodb.get_item(TableName=TICKETS, Key=KEY), _own("GetItem")),
    "put": (
        lambda aws, _: aws.dynamodb.put_item(TableName="tickets", Item=KEY, ReturnValues="ALL_OLD"),
        [("dynamodb:PutItem", TICKETS, {**ME, "dynamodb:ReturnValues": "ALL_OLD"})],
    ),
    "update": _on_tickets("update_item", _own("UpdateItem"), Key=KEY),
    "delete": (
        lambda aws, _: aws.dynamodb.delete_item(TableName="victim", Key=YOUR_KEY),
        [("dynamodb:DeleteItem", VICTIM, YOU)],
    ),
    "query": _query("userId = :me"),
    "query with the sort key first": _query("begins_with(ticketId, :a) AND userId = :me"),
    "query between": _query("userId = :me AND ticketId BETWEEN :a AND :z"),
    "query without spaces": _query("userId=:me and ticketId>=:a"),
    "query with many spaces": _query("userId   =   :me   AND   ticketId  =  :a"),
    "query in brackets": _query("(userId = :me) AND (ticketId = :a)"),
    "query by other names": _query("#u = :me AND #t < :z", ExpressionAttributeNames={"#u": "userId", "#t": "ticketId"}),
    "query the sort key by a value like a partition": _query("userId = :me AND ticketId = :you"),
    "query an index": _query(
        "eventDate = :a",
        [("dynamodb:Query", f"{TICKETS}/index/by-date", {"dynamodb:LeadingKeys": ["1"], "dynamodb:Select": "COUNT"})],
        IndexName="by-date",
        Select="COUNT",
    ),
    "query in the older form": _on_tickets(
        "query",
        _own("Query"),
        KeyConditions={"userId": {"ComparisonOperator": "EQ", "AttributeValueList": [{"S": "me"}]}},
    ),
    "a query that is ill formed": _query("userId IS :me", [("dynamodb:Query", TICKETS, {})]),
    "scan": _on_tickets("scan", [("dynamodb:Scan", TICKETS, {})]),
    "scan an index": _on_tickets("scan", [("dynamodb:Scan", f"{TICKETS}/index/by-date", {})], IndexName="by-date"),
    "get a batch": (
        lambda aws, _: aws.dynamodb.batch_get_item(
            RequestItems={"tickets": {"Keys": [KEY, YOUR_KEY]}, "victim": {"Keys": [KEY]}}
        ),
        [("dynamodb:BatchGetItem", TICKETS, BOTH), ("dynamodb:BatchGetItem", VICTIM, ME)],
    ),
    "write a batch": (
        lambda aws, _: aws.dynamodb.batch_write_item(
            RequestItems={"tickets": [{"PutRequest": {"Item": KEY}}, {"DeleteRequest": {"Key": YOUR_KEY}}]}
        ),
        [("dynamodb:BatchWriteItem", TICKETS, BOTH)],
    ),
    "write a transaction": (
        lambda aws, _: aws.dynamodb.transact_write_items(
            TransactItems=[
                {"Put": {"TableName": "tickets", "Item": KEY}},
                {"Update": {"TableName": "tickets", "Key": YOUR_KEY, "UpdateExpression": "SET a = :a"}},
                {"Delete": {"TableName": "victim", "Key": KEY}},
                {"ConditionCheck": {"TableName": "victim", "Key": YOUR_KEY, "ConditionExpression": "x = :x"}},
            ]
        ),
        [
            ("dynamodb:PutItem", TICKETS, ME),
            ("dynamodb:UpdateItem", TICKETS, YOU),
            ("dynamodb:DeleteItem", VICTIM, ME),
            ("dynamodb:ConditionCheckItem", VICTIM, YOU),
        ],
    ),
    "get a transaction": (
        lambda aws, _: aws.dynamodb.transact_get_items(TransactItems=[{"Get": {"TableName": "tickets", "Key": KEY}}]),
        _own("GetItem"),
    ),
    "describe": _on_tickets("describe_table", [("dynamodb:DescribeTable", TICKETS, {})]),
    "a table that is not there": (
        lambda aws, _: aws.dynamodb.get_item(TableName="none", Key=KEY),
        [("dynamodb:GetItem", f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/none", {})],
    ),
}


def _on_object(operation: str, action: str, key: str = "x", **more: Any) -> tuple[Use, Expected]:
    """A call about an object, and what it asks for."""
    asked: Expected = [(f"s3:{action}", f"{ASSETS}/{key}", {})]
    return lambda aws, _: getattr(aws.s3, operation)(Bucket="assets", Key=key, **more), asked


S3: dict[str, tuple[Use, Expected]] = {
    **{
        f"put {key!r}": _on_object("put_object", "PutObject", key, Body=b"x")
        for key in ("tickets/1.png", "a b", "ö", "a%2Fb", "a+b", "tickets/", "../x", "/x", "x?y", "x#y")
    },
    "get": _on_object("get_object", "GetObject"),
    "head": _on_object("head_object", "GetObject"),
    "a version": _on_object("get_object", "GetObjectVersion", VersionId="v"),
    "delete a version": _on_object("delete_object", "DeleteObjectVersion", VersionId="v"),
    "list": (
        lambda aws, _: aws.s3.list_objects_v2(Bucket="assets", Prefix="tickets/ö", Delimiter="/", MaxKeys=5),
        [("s3:ListBucket", ASSETS, {"s3:prefix": "tickets/ö", "s3:delimiter": "/", "s3:max-keys": "5"})],
    ),
    "head the bucket": (lambda aws, _: aws.s3.head_bucket(Bucket="assets"), [("s3:ListBucket", ASSETS, {})]),
    "the bucket's policy": (
        lambda aws, _: aws.s3.get_bucket_policy(Bucket="assets"),
        [("s3:GetBucketPolicy", ASSETS, {})],
    ),
    "a stream, in AWS's own chunks": _on_object(
        "put_object", "PutObject", Body=io.BytesIO(b"x"), ChecksumAlgorithm="SHA256"
    ),
    "encrypted": (
        lambda aws, _: aws.s3.put_object(Bucket="assets", Key="x", ServerSideEncryption="AES256"),
        [("s3:PutObject", f"{ASSETS}/x", {"s3:x-amz-server-side-encryption": "AES256"})],
    ),
    "with tags and an access list": (
        lambda aws, _: aws.s3.put_object(Bucket="assets", Key="x", Tagging="a=b", ACL="private"),
        [
            (action, f"{ASSETS}/x", {"s3:x-amz-acl": "private"})
            for action in ("s3:PutObject", "s3:PutObjectAcl", "s3:PutObjectTagging")
        ],
    ),
    "copy": (
        lambda aws, _: aws.s3.copy_object(Bucket="assets", Key="x", CopySource="victim/a b"),
        [("s3:PutObject", f"{ASSETS}/x", {}), ("s3:GetObject", "arn:aws:s3:::victim/a b", {})],
    ),
    "copy a version": (
        lambda aws, _: aws.s3.copy_object(
            Bucket="assets", Key="x", CopySource={"Bucket": "victim", "Key": "y", "VersionId": "v"}
        ),
        [("s3:PutObject", f"{ASSETS}/x", {}), ("s3:GetObjectVersion", "arn:aws:s3:::victim/y", {})],
    ),
    "in parts": _on_object("create_multipart_upload", "PutObject"),
}


def _email(sender: str, *recipients: str, **more: Any) -> Use:
    content = more.pop("Content", {"Simple": TEXT})
    return lambda aws, _: aws.sesv2.send_email(
        FromEmailAddress=sender, Destination={"ToAddresses": list(recipients)}, Content=content, **more
    )


def _context(sender: str, *recipients: str, **more: str) -> dict[str, ContextValue]:
    return {
        "ses:ApiVersion": "2",
        "ses:FromAddress": sender,
        "ses:Recipients": list(recipients),
        **{f"ses:{name}": value for name, value in more.items()},
    }


def _sent(identity: str, sender: str, action: str = "SendEmail", **more: str) -> Expected:
    return [(f"ses:{action}", f"{IDENTITY}/{identity}", _context(sender, "ada@x.org", **more))]


SES: dict[str, tuple[Use, Expected]] = {
    "a domain's address": (_email("no-reply@example.com", "ada@x.org"), _sent("example.com", "no-reply@example.com")),
    "an address with an identity of its own": (
        _email("vip@example.com", "ada@x.org"),
        _sent("vip@example.com", "vip@example.com"),
    ),
    "a subdomain": (_email("a@mail.example.com", "ada@x.org"), _sent("example.com", "a@mail.example.com")),
    "a display name": (
        _email('"Tickets, Inc." <a@example.com>', "Ada <ada@x.org>"),
        _sent("example.com", "a@example.com", FromDisplayName="Tickets, Inc."),
    ),
    "an address in the display name": (
        _email('"vip@example.com" <a@evil.org>', "ada@x.org"),
        _sent("evil.org", "a@evil.org", FromDisplayName="vip@example.com"),
    ),
    "raw": (
        _email("a@example.com", "ada@x.org", Content={"Raw": {"Data": b"x"}}),
        _sent("example.com", "a@example.com", action="SendRawEmail"),
    ),
    "with a configuration set": (
        _email("a@example.com", "ada@x.org", ConfigurationSetName="all"),
        [
            ("ses:SendEmail", resource, _context("a@example.com", "ada@x.org"))
            for resource in (f"{IDENTITY}/example.com", f"arn:aws:ses:{REGION}:{ACCOUNT}:configuration-set/all")
        ],
    ),
    "an identity": (
        lambda aws, _: aws.sesv2.get_email_identity(EmailIdentity="vip@example.com"),
        [("ses:GetEmailIdentity", f"{IDENTITY}/vip@example.com", {"ses:ApiVersion": "2"})],
    ),
    "a new identity": (
        lambda aws, _: aws.sesv2.create_email_identity(EmailIdentity="new.org"),
        [("ses:CreateEmailIdentity", f"{IDENTITY}/new.org", {"ses:ApiVersion": "2"})],
    ),
}


@pytest.fixture
def sandbox(world: World) -> Iterator[World]:
    world.deployed.in_ses_sandbox = True
    yield world
    world.deployed.in_ses_sandbox = False


def test_an_email_in_the_sandbox_needs_the_identity_of_each_recipient_too(sandbox: World) -> None:
    use = _email("a@example.com", "Guest <guest@example.org>", "b@example.com", "c@x.org")

    asked = sandbox.asked(lambda clients: use(clients, sandbox))

    identities = ["example.com", "guest@example.org", "x.org"]
    assert [resource for _, resource, _ in asked] == [f"{IDENTITY}/{identity}" for identity in identities]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(lambda _: "keys", id="by name"),
        pytest.param(lambda arn: arn, id="by ARN"),
        pytest.param(lambda arn: arn[:-7], id="by ARN without its last characters"),
    ],
)
def test_a_secret_is_the_same_by_each_of_its_names(world: World, name: Callable[[str], str]) -> None:
    def use(aws: Clients) -> object:
        return aws.secretsmanager.get_secret_value(SecretId=name(world.secret_arn), VersionStage="AWSCURRENT")

    context = {"secretsmanager:SecretId": world.secret_arn, "secretsmanager:VersionStage": "AWSCURRENT"}
    assert world.asked(use) == [("secretsmanager:GetSecretValue", world.secret_arn, context)]


def test_a_label_of_a_secret_s_version_is_a_condition_key_of_its_move(world: World) -> None:
    def use(aws: Clients) -> object:
        version = aws.secretsmanager.get_secret_value(SecretId="keys")["VersionId"]
        return aws.secretsmanager.update_secret_version_stage(
            SecretId="keys", VersionStage="next", MoveToVersionId=version
        )

    context = {"secretsmanager:SecretId": world.secret_arn, "secretsmanager:VersionStage": "next"}
    assert world.asked(use)[1:] == [("secretsmanager:UpdateSecretVersionStage", world.secret_arn, context)]


REST: dict[str, tuple[Use, Expected]] = {
    "lines": (
        lambda aws, _: aws.logs.put_log_events(
            logGroupName="/app", logStreamName="one", logEvents=[{"timestamp": 1, "message": "x"}]
        ),
        [("logs:PutLogEvents", f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:/app:log-stream:one", {})],
    ),
    "a stream": (
        lambda aws, _: aws.logs.create_log_stream(logGroupName="/app", logStreamName="2026/[1]x"),
        [("logs:CreateLogStream", f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:/app:log-stream:2026/[1]x", {})],
    ),
    "a group": (
        lambda aws, _: aws.logs.create_log_group(logGroupName="/new"),
        [("logs:CreateLogGroup", f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:/new:*", {})],
    ),
    "who one is": (lambda aws, _: aws.sts.get_caller_identity(), []),
    "a role": (
        lambda aws, _: aws.sts.assume_role(RoleArn=ROLE_ARN, RoleSessionName="ada", ExternalId="shop"),
        [("sts:AssumeRole", ROLE_ARN, {"sts:RoleSessionName": "ada", "sts:ExternalId": "shop"})],
    ),
    "a function": (
        lambda aws, _: aws.lambda_.invoke(FunctionName="worker", InvocationType="Event"),
        [("lambda:InvokeFunction", f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:worker", {})],
    ),
    "a function by ARN": (
        lambda aws, _: aws.lambda_.get_function(FunctionName=f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:worker"),
        [("lambda:GetFunction", f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:worker", {})],
    ),
}


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        pytest.param(*call, id=f"{service}: {name}")
        for service, calls in {"SQS": SQS, "DynamoDB": DYNAMODB, "S3": S3, "SES": SES, "others": REST}.items()
        for name, call in calls.items()
    ],
)
def test_a_request_asks_for_this(world: World, use: Use, expected: Expected) -> None:
    asked = world.asked(lambda clients: use(clients, world))

    assert asked == expected
    assert {key.lower() for _, _, context in asked for key in context} <= KNOWN


def _assume(**more: Any) -> Use:
    return lambda aws, _: aws.sts.assume_role(RoleArn=ROLE_ARN, RoleSessionName="ada", **more)


NOT_KNOWN: dict[str, Use] = {
    "IAM": lambda aws, _: aws.iam.list_roles(),
    "ECR": lambda aws, _: aws.ecr.describe_repositories(),
    "SNS": lambda aws, _: aws.sns.list_topics(),
    "CloudWatch": lambda aws, _: aws.cloudwatch.list_metrics(),
    "DynamoDB's statements": lambda aws, _: aws.dynamodb.execute_statement(Statement="SELECT * FROM tickets"),
    "a list of queues": lambda aws, _: aws.sqs.list_queues(),
    "a queue of another account": lambda aws, _: aws.sqs.get_queue_url(
        QueueName="jobs", QueueOwnerAWSAccountId="999999999999"
    ),
    "a list of buckets": lambda aws, _: aws.s3.list_buckets(),
    "many deletions at once": lambda aws, _: aws.s3.delete_objects(Bucket="assets", Delete={"Objects": [{"Key": "x"}]}),
    "a bucket's encryption": lambda aws, _: aws.s3.get_bucket_encryption(Bucket="assets"),
    "a template": _email("a@example.com", "ada@x.org", Content={"Template": {"TemplateName": "t"}}),
    "somebody else's identity": _email(
        "a@example.com", "ada@x.org", FromEmailAddressIdentityArn=f"arn:aws:ses:{REGION}:999999999999:identity/x.org"
    ),
    "a second factor": _assume(SerialNumber=f"arn:aws:iam::{ACCOUNT}:mfa/ada", TokenCode="123456"),
    "whoever is behind a session": _assume(SourceIdentity="ada"),
    "a user's ARN": lambda aws, _: aws.sts.assume_role(
        RoleArn=f"arn:aws:iam::{ACCOUNT}:user/ada", RoleSessionName="ada"
    ),
    "a session token": lambda aws, _: aws.sts.get_session_token(),
    "a mapping": lambda aws, _: aws.lambda_.list_event_source_mappings(),
    "a version of a function": lambda aws, _: aws.lambda_.invoke(FunctionName="worker", Qualifier="1"),
}


@pytest.mark.parametrize("use", NOT_KNOWN.values(), ids=NOT_KNOWN)
def test_what_nobody_here_knows_is_refused_whatever_the_policy_says(world: World, use: Use) -> None:
    world.allow("*")
    error = world.refused(lambda clients: use(clients, world))

    code, message, _ = said_in(error)
    assert code in {"AccessDenied", "AccessDeniedException"}
    assert message.endswith("because the embedded AWS does not know what it needs")
    assert world.decisions == []


def test_a_service_names_itself(world: World) -> None:
    world.forget()
    world.assume()

    (decision,) = world.decisions
    assert (decision.principal.arn, decision.principal.role_arn) == (LAMBDA, None)
    assert decision.decision.allowed
