"""What limits a role: its permissions boundary, and the policies that its session was made with."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from botocore.exceptions import ClientError

from embeddedaws.clients import Clients, Credentials
from tests.fixtures.servers import refusal_of, said_in

from .conftest import ACCOUNT, REGION, ROLE_ARN, World, document

_ALL = {"Effect": "Allow", "Action": "*", "Resource": "*"}
_URL_ONLY = {**_ALL, "Action": "sqs:GetQueueUrl"}
_MANAGED = f"arn:aws:iam::{ACCOUNT}:policy/managed"
_OF_AWS = "arn:aws:iam::aws:policy/"


@contextmanager
def _boundary(world: World, arn: str) -> Generator[None]:
    world.deployer.iam.put_role_permissions_boundary(RoleName="tester", PermissionsBoundary=arn)
    world.forget()
    try:
        yield
    finally:
        world.deployer.iam.delete_role_permissions_boundary(RoleName="tester")


@contextmanager
def _managed(world: World, *statements: dict[str, Any]) -> Generator[str]:
    world.deployer.iam.create_policy(PolicyName="managed", PolicyDocument=document(*statements))
    yield _MANAGED
    world.deployer.iam.delete_policy(PolicyArn=_MANAGED)


def _session(world: World, **more: Any) -> Clients:
    clients = Clients(REGION, world.url, world.assume(**more))
    world.forget()
    return clients


def _refused(world: World, clients: Clients) -> str:
    """Why the attributes of the queue are not shown."""
    with pytest.raises(ClientError) as error:
        clients.sqs.get_queue_attributes(QueueUrl=world.queue_url)
    assert world.reached == []
    code, message, status = said_in(error.value)
    assert (code, status) == ("AccessDenied", 403)
    return message


def test_a_boundary_that_denies_all_stops_every_call_of_the_role(world: World) -> None:
    world.allow("*")
    with _boundary(world, f"{_OF_AWS}AWSDenyAll"):
        for call in (
            lambda aws: aws.sqs.get_queue_url(QueueName="jobs"),
            lambda aws: aws.dynamodb.describe_table(TableName="tickets"),
            lambda aws: aws.s3.get_object(Bucket="assets", Key="x"),
            lambda aws: aws.logs.create_log_stream(logGroupName="/app", logStreamName="x"),
            lambda aws: aws.secretsmanager.get_secret_value(SecretId="keys"),
            lambda aws: aws.sesv2.get_email_identity(EmailIdentity="example.com"),
        ):
            error = world.refused(call)

            assert "with an explicit deny in a permissions boundary" in str(error)


def test_a_boundary_lets_through_what_it_names_and_gives_nothing(world: World) -> None:
    with _managed(world, _URL_ONLY) as arn, _boundary(world, arn):
        world.refused(lambda aws: aws.sqs.get_queue_url(QueueName="jobs"))
        world.allow("sqs:*")
        world.role.sqs.get_queue_url(QueueName="jobs")
        world.forget()

        assert _refused(world, world.role).endswith(
            "because no permissions boundary allows the sqs:getqueueattributes action"
        )


def test_a_boundary_that_was_deleted_is_not_taken_for_none(world: World) -> None:
    world.allow("*")
    with ExitStack() as stack:
        with _managed(world, _ALL) as arn:
            stack.enter_context(_boundary(world, arn))
        world.forget()

        assert _refused(world, world.role).endswith(f"a policy is ill formed: {arn} does not exist.")


@pytest.mark.parametrize("arn", [f"arn:aws:iam::{ACCOUNT}:policy/none", f"{_OF_AWS}NoSuchPolicy"])
def test_a_limit_has_to_be_a_policy(world: World, arn: str) -> None:
    iam = world.deployer.iam
    refused = ("NoSuchEntity", 404)

    assert refusal_of(iam.put_role_permissions_boundary, RoleName="tester", PermissionsBoundary=arn) == refused
    assert refusal_of(iam.attach_role_policy, RoleName="tester", PolicyArn=arn) == refused
    assert refusal_of(world.assume, PolicyArns=[{"arn": arn}]) == ("ValidationError", 400)


def test_an_attached_policy_of_aws_counts_by_its_document(world: World) -> None:
    arn = f"{_OF_AWS}AmazonSQSReadOnlyAccess"
    world.deployer.iam.attach_role_policy(RoleName="tester", PolicyArn=arn)
    world.forget()
    world.role.sqs.get_queue_attributes(QueueUrl=world.queue_url)
    world.forget()
    world.refused(lambda aws: aws.sqs.purge_queue(QueueUrl=world.queue_url))

    world.deployer.iam.detach_role_policy(RoleName="tester", PolicyArn=arn)
    world.forget()
    _refused(world, world.role)


def test_a_policy_counts_by_its_default_version(world: World) -> None:
    iam = world.deployer.iam
    with _managed(world, _URL_ONLY) as arn:
        iam.attach_role_policy(RoleName="tester", PolicyArn=arn)
        iam.create_policy_version(PolicyArn=arn, PolicyDocument=document(_ALL), SetAsDefault=True)
        iam.set_default_policy_version(PolicyArn=arn, VersionId="v2")  # which it is already
        world.role.sqs.get_queue_attributes(QueueUrl=world.queue_url)
        iam.set_default_policy_version(PolicyArn=arn, VersionId="v1")
        world.forget()
        _refused(world, world.role)
        iam.detach_role_policy(RoleName="tester", PolicyArn=arn)
        iam.delete_policy_version(PolicyArn=arn, VersionId="v2")


@pytest.mark.parametrize("kind", ["inline", "managed"])
def test_a_session_may_no_more_than_its_policies_say(world: World, kind: str) -> None:
    world.allow("sqs:*")
    with _managed(world, _URL_ONLY) as arn:
        given: dict[str, Any] = {"Policy": document(_URL_ONLY)} if kind == "inline" else {"PolicyArns": [{"arn": arn}]}
        session = _session(world, **given)
        session.sqs.get_queue_url(QueueName="jobs")
        world.forget()

        assert _refused(world, session).endswith("because no session policy allows the sqs:getqueueattributes action")


def test_a_session_policy_gives_nothing_and_its_deny_counts(world: World) -> None:
    assert "no identity-based policy" in _refused(world, _session(world, Policy=document(_ALL)))
    world.allow("*")
    deny = {**_ALL, "Effect": "Deny", "Action": "sqs:GetQueueAttributes"}

    why = _refused(world, _session(world, Policy=document(_ALL, deny)))

    assert why.endswith("with an explicit deny in a session policy")


def test_the_deployers_session_of_a_role_is_limited_as_well(world: World) -> None:
    world.allow("sqs:*")
    made = world.deployer.sts.assume_role(RoleArn=ROLE_ARN, RoleSessionName="mine", Policy=document(_URL_ONLY))

    keys = made["Credentials"]
    session = Clients(
        REGION, world.url, Credentials(keys["AccessKeyId"], keys["SecretAccessKey"], keys["SessionToken"])
    )
    world.forget()
    assert made["AssumedRoleUser"]["Arn"] == f"arn:aws:sts::{ACCOUNT}:assumed-role/tester/mine"
    assert "no session policy" in _refused(world, session)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"Policy": "{}"}, "MalformedPolicyDocument"),
        ({"Policy": document({**_ALL, "Principal": "*"})}, "MalformedPolicyDocument"),
        ({"Policy": document({**_ALL, "Sid": "x" * 2_048})}, "PackedPolicyTooLarge"),
        ({"PolicyArns": [{"arn": f"{_OF_AWS}AWSDenyAll"}] * 11}, "PackedPolicyTooLarge"),
        ({"Tags": [{"Key": "aws:team", "Value": "a"}]}, "ValidationError"),
        ({"Tags": [{"Key": "team", "Value": "a"}, {"Key": "Team", "Value": "b"}]}, "ValidationError"),
        ({"TransitiveTagKeys": ["team"]}, "ValidationError"),
        ({"DurationSeconds": 7_200}, "ValidationError"),
        ({"SourceIdentity": "ada"}, "ValidationError"),
        ({"RoleArn": f"arn:aws:iam::{ACCOUNT}:role/none"}, "AccessDenied"),
    ],
    ids=str,
)
def test_a_session_is_refused_that_aws_would_not_make(world: World, given: dict[str, Any], code: str) -> None:
    asked = {"RoleArn": ROLE_ARN, "RoleSessionName": "session", **given}

    assert refusal_of(world.deployer.sts.assume_role, **asked)[0] == code


@pytest.mark.parametrize("operation", ["get_session_token", "get_federation_token"])
def test_sessions_of_another_kind_are_not_pretended(world: World, operation: str) -> None:
    arguments = {"Name": "ada"} if operation == "get_federation_token" else {}

    assert refusal_of(getattr(world.deployer.sts, operation), **arguments) == ("UnknownOperation", 400)
