"""Conditions on tags: of the principal, of the resource, of the request."""

from collections.abc import Callable
from typing import Any

import pytest

from embeddedaws.clients import Clients
from tests.fixtures.servers import refusal_of

from .conftest import ACCOUNT, LAMBDA, REGION, ROLE_ARN, World, document

_TAGGED_ARN = f"arn:aws:iam::{ACCOUNT}:role/tagged"


@pytest.fixture
def tagged(world: World) -> World:
    """With a role whose tags are team=a, stage=dev."""
    if _TAGGED_ARN not in {role["Arn"] for role in world.deployer.iam.list_roles()["Roles"]}:
        tags = [{"Key": "team", "Value": "a"}, {"Key": "stage", "Value": "dev"}]
        world.create_role("tagged", Tags=tags)
    return world


def _may(world: World, condition: dict[str, Any], *, resource: str = "*", **more: Any) -> bool:
    """Whether a session of that role may ask for the queue's URL if it may under this condition."""
    statement = {"Effect": "Allow", "Action": "*", "Resource": resource, "Condition": condition}
    world.deployer.iam.put_role_policy(RoleName="tagged", PolicyName="own", PolicyDocument=document(statement))
    clients = Clients(REGION, world.url, world.assume(_TAGGED_ARN, **more))
    try:
        clients.sqs.get_queue_url(QueueName="jobs")
    except clients.sqs.exceptions.ClientError:
        return False
    return True


def _tags(**tags: str) -> list[dict[str, str]]:
    return [{"Key": key, "Value": value} for key, value in tags.items()]


def test_a_principal_has_its_roles_tags(tagged: World) -> None:
    assert _may(tagged, {"StringEquals": {"aws:PrincipalTag/Team": "a", "aws:principaltag/stage": "dev"}})
    assert not _may(tagged, {"StringEquals": {"aws:PrincipalTag/team": "b"}})
    assert not _may(tagged, {"Null": {"aws:PrincipalTag/team": "true"}})


def test_the_tags_of_the_session_come_before_the_roles(tagged: World) -> None:
    condition = {"StringEquals": {"aws:PrincipalTag/team": "b", "aws:PrincipalTag/stage": "dev"}}

    assert _may(tagged, condition, Tags=_tags(TEAM="b"))
    assert not _may(tagged, condition)


def test_a_policy_variable_is_the_principals_tag(tagged: World) -> None:
    resource = f"arn:aws:sqs:{REGION}:{ACCOUNT}:${{aws:PrincipalTag/queue}}"

    assert _may(tagged, {}, resource=resource, Tags=_tags(queue="jobs"))
    assert not _may(tagged, {}, resource=resource, Tags=_tags(queue="victim"))
    assert not _may(tagged, {}, resource=resource)


def test_transitive_tags_go_on_to_the_next_session_and_stay(tagged: World) -> None:
    iam = tagged.deployer.iam
    trust = {"Effect": "Allow", "Principal": {"AWS": ROLE_ARN}, "Action": ["sts:AssumeRole", "sts:TagSession"]}
    of_lambda = {**trust, "Principal": {"Service": LAMBDA}}
    iam.update_assume_role_policy(RoleName="tagged", PolicyDocument=document(trust, of_lambda))
    tagged.allow("sts:*")
    first = Clients(REGION, tagged.url, tagged.assume(Tags=_tags(chain="1", own="2"), TransitiveTagKeys=["chain"]))
    given: dict[str, Any] = {"RoleArn": _TAGGED_ARN, "RoleSessionName": "next"}

    made = first.sts.assume_role(**given)["Credentials"]
    session = tagged.deployed.session_of(made["AccessKeyId"])

    assert session
    assert session[0].tags == {"chain": "1", "team": "a", "stage": "dev"}
    assert refusal_of(first.sts.assume_role, **given, Tags=_tags(chain="3")) == ("ValidationError", 400)
    assert refusal_of(first.sts.assume_role, **given, DurationSeconds=3_601) == ("ValidationError", 400)


def test_tags_of_a_session_need_a_permission_of_their_own(tagged: World) -> None:
    trust = {"Effect": "Allow", "Principal": {"Service": LAMBDA}, "Action": "sts:AssumeRole"}
    iam = tagged.deployer.iam
    iam.update_assume_role_policy(RoleName="tagged", PolicyDocument=document(trust))
    tagged.assume(_TAGGED_ARN)
    assert refusal_of(tagged.assume, role_arn=_TAGGED_ARN, Tags=_tags(a="b")) == ("AccessDenied", 403)

    tagging = {**trust, "Action": "sts:TagSession", "Condition": {"StringEquals": {"aws:RequestTag/a": "b"}}}
    iam.update_assume_role_policy(RoleName="tagged", PolicyDocument=document(trust, tagging))
    tagged.assume(_TAGGED_ARN, Tags=_tags(a="b"))
    assert refusal_of(tagged.assume, role_arn=_TAGGED_ARN, Tags=_tags(a="c")) == ("AccessDenied", 403)
    iam.update_assume_role_policy(
        RoleName="tagged", PolicyDocument=document({**trust, "Action": ["sts:AssumeRole", "sts:TagSession"]})
    )


Use = Callable[[Clients, World], object]

_TAG: dict[str, tuple[Use, Use]] = {
    "SQS": (
        lambda aws, w: aws.sqs.tag_queue(QueueUrl=w.queue_url, Tags={"team": "a"}),
        lambda aws, w: aws.sqs.get_queue_attributes(QueueUrl=w.queue_url),
    ),
    "DynamoDB": (
        lambda aws, _: aws.dynamodb.tag_resource(
            ResourceArn=f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/tickets", Tags=[{"Key": "team", "Value": "a"}]
        ),
        lambda aws, _: aws.dynamodb.describe_table(TableName="tickets"),
    ),
    "Secrets Manager": (
        lambda aws, w: aws.secretsmanager.tag_resource(
            SecretId=w.secret_arn, Tags=[{"Key": "team", "Value": "a"}]
        ),
        lambda aws, w: aws.secretsmanager.get_secret_value(SecretId=w.secret_arn),
    ),
    "CloudWatch Logs": (
        lambda aws, _: aws.logs.tag_resource(
            resourceArn=f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:/app", tags={"team": "a"}
        ),
        lambda aws, _: aws.logs.filter_log_events(logGroupName="/app"),
    ),
    "SES": (
        lambda aws, _: aws.sesv2.tag_resource(
            ResourceArn=f"arn:aws:ses:{REGION}:{ACCOUNT}:identity/example.com", Tags=[{"Key": "team", "Value": "a"}]
        ),
        lambda aws, _: aws.sesv2.get_email_identity(EmailIdentity="example.com"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("tag", "use"), _TAG.values(), ids=_TAG)
def test_a_resource_has_its_tags(world: World, tag: Use, use: Use) -> None:
    tag(world.deployer, world)
    world.allow("*", Condition={"StringEquals": {"aws:ResourceTag/Team": "a"}})
    use(world.role, world)

    world.allow("*", Condition={"StringEquals": {"aws:ResourceTag/team": "b"}})
    world.refused(lambda aws: use(aws, world))
    world.allow("*", Condition={"Null": {"aws:ResourceTag/team": "true"}})
    world.refused(lambda aws: use(aws, world))


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        (lambda aws, _: aws.sqs.create_queue(QueueName="new", tags={"team": "a"}), {"aws:RequestTag/team": "a"}),
        (lambda aws, w: aws.sqs.tag_queue(QueueUrl=w.queue_url, Tags={"team": "a"}), {"aws:RequestTag/team": "a"}),
        (lambda aws, w: aws.sqs.untag_queue(QueueUrl=w.queue_url, TagKeys=["team"]), {}),
        (
            lambda aws, _: aws.logs.create_log_group(logGroupName="/new", tags={"team": "a"}),
            {"aws:RequestTag/team": "a"},
        ),
        (
            lambda aws, _: aws.secretsmanager.create_secret(Name="new", Tags=[{"Key": "team", "Value": "a"}]),
            {"aws:RequestTag/team": "a"},
        ),
        (
            lambda aws, _: aws.sesv2.create_email_identity(
                EmailIdentity="new.example", Tags=[{"Key": "team", "Value": "a"}]
            ),
            {"aws:RequestTag/team": "a"},
        ),
    ],
)
def test_a_request_that_tags_has_its_tags(world: World, use: Use, expected: dict[str, str]) -> None:
    ((_, _, context),) = world.asked(lambda aws: use(aws, world))

    of_tags = {key: value for key, value in context.items() if key.startswith("aws:")}
    assert of_tags == {**expected, "aws:TagKeys": ["team"]}


@pytest.mark.parametrize(
    ("statement", "key"),
    [
        ({"Condition": {"StringNotEquals": {"aws:ResourceTag/team": "a"}}}, "aws:ResourceTag/team"),
        ({"Condition": {"ForAllValues:StringEquals": {"aws:TagKeys": "a"}}}, "aws:TagKeys"),
        ({"Condition": {"StringNotEqualsIfExists": {"aws:Invented": "a"}}}, "aws:Invented"),
        ({"Resource": "arn:aws:s3:::${aws:ResourceTag/team, 'assets'}/*"}, "aws:ResourceTag/team"),
        ({"Condition": {"StringNotEquals": {"aws:UserAgent": "${s3:ExistingObjectTag/x}"}}}, "s3:ExistingObjectTag/x"),
    ],
    ids=str,
)
def test_what_nobody_here_knows_of_tags_is_not_taken_for_absent(
    world: World, statement: dict[str, Any], key: str
) -> None:
    world.policy({"Effect": "Allow", "Action": "*", "Resource": "*", **statement})

    error = world.refused(lambda aws: aws.s3.put_object(Bucket="assets", Key="x", Body=b""))

    assert str(error).endswith(f"the embedded AWS does not know the condition key of tester/own: {key}")


def test_a_session_has_the_time_of_its_making(world: World) -> None:
    revoked = {"DateLessThan": {"aws:TokenIssueTime": "2020-01-01T00:00:00Z"}}
    world.allow("sqs:*", Condition={"DateGreaterThan": {"aws:TokenIssueTime": "2020-01-01T00:00:00Z"}})
    world.role.sqs.get_queue_url(QueueName="jobs")
    world.allow("sqs:*", Condition=revoked)

    world.refused(lambda aws: aws.sqs.get_queue_url(QueueName="jobs"))
