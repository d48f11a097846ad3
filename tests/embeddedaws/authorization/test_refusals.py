"""What AWS says when it refuses, as boto3 shows it."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import pytest
from moto.iam.models import iam_backends

from embeddedaws.clients import Clients
from tests.fixtures.servers import said_in

from .conftest import ACCOUNT, KEY, REGION, ROLE_ARN, TEXT, TICKETS, YOUR_KEY, World, document

Use = Callable[[Clients, World], object]

ME = f"arn:aws:sts::{ACCOUNT}:assumed-role/tester/session"
OWN_PARTITION = {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["me"]}}


def _send(aws: Clients, _: World) -> object:
    return aws.sesv2.send_email(
        FromEmailAddress="a@example.com",
        Destination={"ToAddresses": ["guest@example.org"]},
        Content={"Simple": TEXT},
    )


def _may_not(action: str, resource: str) -> str:
    because = f"because no identity-based policy allows the {action} action"
    return f"User: {ME} is not authorized to perform: {action} on resource: {resource} {because}"


REFUSED: dict[str, tuple[Use, tuple[str, int], Callable[[World], str]]] = {
    "DynamoDB": (
        lambda aws, _: aws.dynamodb.get_item(TableName="tickets", Key=KEY),
        ("AccessDeniedException", 400),
        lambda _: _may_not("dynamodb:GetItem", TICKETS),
    ),
    "SQS": (
        lambda aws, w: aws.sqs.receive_message(QueueUrl=w.queue_url),
        ("AccessDenied", 403),
        lambda _: _may_not("sqs:receivemessage", f"arn:aws:sqs:{REGION}:{ACCOUNT}:jobs"),
    ),
    "S3": (
        lambda aws, _: aws.s3.put_object(Bucket="assets", Key="a<b>&c", Body=b""),
        ("AccessDenied", 403),
        lambda _: _may_not("s3:PutObject", '"arn:aws:s3:::assets/a<b>&c"'),
    ),
    "S3, without a body to say why": (
        lambda aws, _: aws.s3.head_object(Bucket="assets", Key="x"),
        ("403", 403),
        lambda _: "Forbidden",
    ),
    "SES": (
        _send,
        ("AccessDeniedException", 403),
        lambda _: (
            f"User `{ME}' is not authorized to perform `ses:SendEmail' "
            f"on resource `arn:aws:ses:{REGION}:{ACCOUNT}:identity/example.com'"
        ),
    ),
    "SES's identities": (
        lambda aws, _: aws.sesv2.get_email_identity(EmailIdentity="example.com"),
        ("AccessDeniedException", 403),
        lambda _: _may_not("ses:GetEmailIdentity", f"arn:aws:ses:{REGION}:{ACCOUNT}:identity/example.com"),
    ),
    "Secrets Manager": (
        lambda aws, w: aws.secretsmanager.get_secret_value(SecretId=w.secret_arn),
        ("AccessDeniedException", 400),
        lambda w: _may_not("secretsmanager:GetSecretValue", w.secret_arn),
    ),
    "CloudWatch Logs": (
        lambda aws, _: aws.logs.create_log_stream(logGroupName="/app", logStreamName="two"),
        ("AccessDeniedException", 400),
        lambda _: _may_not("logs:CreateLogStream", f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:/app:log-stream:two"),
    ),
    "STS": (
        lambda aws, _: aws.sts.assume_role(RoleArn=ROLE_ARN, RoleSessionName="ada"),
        ("AccessDenied", 403),
        lambda _: f"User: {ME} is not authorized to perform: sts:AssumeRole on resource: {ROLE_ARN}",
    ),
    "Lambda": (
        lambda aws, _: aws.lambda_.invoke(FunctionName="worker"),
        ("AccessDeniedException", 403),
        lambda _: _may_not("lambda:InvokeFunction", f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:worker"),
    ),
}


@pytest.mark.parametrize(("use", "refusal", "message"), REFUSED.values(), ids=REFUSED)
def test_a_service_refuses_in_its_own_words(
    world: World, use: Use, refusal: tuple[str, int], message: Callable[[World], str]
) -> None:
    error = world.refused(lambda clients: use(clients, world))

    code, status = refusal
    assert said_in(error) == (code, message(world), status)


@pytest.mark.parametrize(
    ("use", "name"),
    [
        pytest.param(REFUSED["CloudWatch Logs"][0], "AccessDeniedException", id="CloudWatch Logs"),
        pytest.param(REFUSED["DynamoDB"][0], "ClientError", id="DynamoDB models none"),
        pytest.param(REFUSED["SQS"][0], "ClientError", id="SQS models none"),
        pytest.param(_send, "ClientError", id="SES models none"),
    ],
)
def test_a_refusal_is_the_exception_that_the_client_has_for_it(world: World, use: Use, name: str) -> None:
    error = world.refused(lambda clients: use(clients, world))

    assert type(error).__name__ == name


def test_an_explicit_deny_says_where_it_stands(world: World) -> None:
    allow = {"Effect": "Allow", "Action": "*", "Resource": "*"}
    world.policy(allow, {"Effect": "Deny", "Action": "sqs:ReceiveMessage", "Resource": "*"})

    error = world.refused(lambda aws: aws.sqs.receive_message(QueueUrl=world.queue_url))

    assert str(error).endswith(":jobs with an explicit deny in an identity-based policy")


@contextmanager
def _queue_policy(world: World, statement: dict[str, Any]) -> Generator[None]:
    world.deployer.sqs.set_queue_attributes(QueueUrl=world.queue_url, Attributes={"Policy": document(statement)})
    world.forget()
    yield
    world.deployer.sqs.set_queue_attributes(QueueUrl=world.queue_url, Attributes={"Policy": ""})


def test_a_queue_may_deny_what_the_role_may_do(world: World) -> None:
    deny = {"Effect": "Deny", "Principal": "*", "Action": "sqs:*", "Resource": "*"}
    world.allow("*")
    with _queue_policy(world, deny):
        error = world.refused(lambda aws: aws.sqs.receive_message(QueueUrl=world.queue_url))

    assert str(error).endswith("with an explicit deny in a resource-based policy")


def test_a_queue_may_allow_what_the_role_may_not_do(world: World) -> None:
    allow = {"Effect": "Allow", "Principal": {"AWS": ROLE_ARN}, "Action": "sqs:ReceiveMessage", "Resource": "*"}
    with _queue_policy(world, allow):
        world.role.sqs.receive_message(QueueUrl=world.queue_url)
        world.forget()
        world.refused(lambda aws: aws.sqs.purge_queue(QueueUrl=world.queue_url))


OTHERS_PARTITION: dict[str, Use] = {
    "get": lambda aws, _: aws.dynamodb.get_item(TableName="tickets", Key=YOUR_KEY),
    "query": lambda aws, _: aws.dynamodb.query(
        TableName="tickets",
        KeyConditionExpression="#k = :v",
        ExpressionAttributeNames={"#k": "userId"},
        ExpressionAttributeValues={":v": {"S": "you"}},
    ),
    "query in the older form": lambda aws, _: aws.dynamodb.query(
        TableName="tickets",
        KeyConditions={"userId": {"ComparisonOperator": "EQ", "AttributeValueList": [{"S": "you"}]}},
    ),
    "a batch with one's own": lambda aws, _: aws.dynamodb.batch_get_item(
        RequestItems={"tickets": {"Keys": [KEY, YOUR_KEY]}}
    ),
    "a batch of writes": lambda aws, _: aws.dynamodb.batch_write_item(
        RequestItems={"tickets": [{"PutRequest": {"Item": KEY}}, {"DeleteRequest": {"Key": YOUR_KEY}}]}
    ),
    "a transaction": lambda aws, _: aws.dynamodb.transact_write_items(
        TransactItems=[
            {"Put": {"TableName": "tickets", "Item": KEY}},
            {"Delete": {"TableName": "tickets", "Key": YOUR_KEY}},
        ]
    ),
}


@pytest.mark.parametrize("use", OTHERS_PARTITION.values(), ids=OTHERS_PARTITION)
def test_a_role_can_be_held_to_one_partition(world: World, use: Use) -> None:
    actions = ["GetItem", "Query", "BatchGetItem", "BatchWriteItem", "PutItem", "DeleteItem"]
    world.allow([f"dynamodb:{action}" for action in actions], TICKETS, Condition=OWN_PARTITION)
    world.role.dynamodb.get_item(TableName="tickets", Key=KEY)
    world.forget()

    world.refused(lambda clients: use(clients, world))


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ({"Bool": {"aws:SecureTransport": "true"}}, True),
        ({"StringEquals": {"aws:PrincipalArn": ROLE_ARN, "aws:RequestedRegion": REGION}}, True),
        ({"StringLike": {"aws:userid": "AROA*:session"}}, True),
        ({"StringEquals": {"aws:PrincipalAccount": "999999999999"}}, False),
        ({"IpAddress": {"aws:SourceIp": "127.0.0.0/8"}}, True),
        ({"DateLessThan": {"aws:CurrentTime": "2020-01-01T00:00:00Z"}}, False),
        ({"StringLike": {"aws:UserAgent": "Boto3/*"}}, True),
        ({"Bool": {"aws:PrincipalIsAWSService": "true"}}, False),
        ({"Null": {"aws:SourceVpce": "false"}}, False),
    ],
    ids=str,
)
def test_every_request_has_the_global_condition_keys(world: World, condition: dict[str, Any], holds: bool) -> None:  # noqa: FBT001
    world.allow("sqs:GetQueueUrl", Condition=condition)
    if holds:
        world.role.sqs.get_queue_url(QueueName="jobs")
    else:
        world.refused(lambda aws: aws.sqs.get_queue_url(QueueName="jobs"))


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "[]",
        '{"Version": "2012-10-17"}',
        '{"Version": "2012-10-17", "Statement": [{"Effect": "allow", "Action": "*", "Resource": "*"}]}',
        '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*"}]}',
    ],
)
def test_a_policy_that_is_ill_formed_allows_nothing_and_is_named(world: World, text: str) -> None:
    world.allow("*")
    role = next(role for role in iam_backends[ACCOUNT]["aws"].roles.values() if role.name == "tester")
    role.policies["broken"] = text  # as no API would let it through
    world.forget()
    try:
        error = world.refused(lambda aws: aws.sqs.receive_message(QueueUrl=world.queue_url))
        world.role.sts.get_caller_identity()
    finally:
        del role.policies["broken"]

    assert said_in(error)[0] == "AccessDenied"
    assert "because a policy is ill formed: tester/broken: " in str(error)


@pytest.mark.parametrize(
    "condition",
    [
        {"ForAllValues:StringEquals": {"dynamodb:Attributes": ["userId"]}},
        {"StringNotEquals": {"dynamodb:EnclosingOperation": "x"}},
        {"StringEqualsIfExists": {"dynamodb:FullTableScan": "false"}},
    ],
    ids=str,
)
def test_a_condition_that_nobody_here_can_follow_is_not_taken_to_hold(world: World, condition: dict[str, Any]) -> None:
    world.allow("dynamodb:GetItem", Condition=condition)

    error = world.refused(lambda aws: aws.dynamodb.get_item(TableName="tickets", Key=KEY))

    (keys,) = condition.values()
    assert str(error).endswith(f"the embedded AWS does not know the condition key of tester/own: {next(iter(keys))}")


def test_a_policy_counts_from_the_next_request_on(world: World) -> None:
    world.allow("sqs:GetQueueUrl")
    world.role.sqs.get_queue_url(QueueName="jobs")
    world.allow("sqs:ReceiveMessage")
    world.refused(lambda aws: aws.sqs.get_queue_url(QueueName="jobs"))
