"""A resource of each type is made, read, changed and taken away, by the calls of AWS's own API."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from embeddedaws.call import Account
from embeddedaws.clients import Clients
from embeddedaws.errors import UnknownResourceError
from embeddedaws.moto.ses import SesAccount
from embeddedaws.resources.provider import MAKERS, Provider, default_tags
from pulumicheck.types.table import resource_type

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

ACCOUNT = "123456789012"
ARNS = f"ap-south-1:{ACCOUNT}"
TRUST = json.dumps({"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": "sts:AssumeRole"}})
QUEUE_URL = f"http://127.0.0.1/{ACCOUNT}/jobs"


def _policy(sid: str) -> str:
    """A policy document, told from others by its Sid."""
    statement = {"Sid": sid, "Effect": "Allow", "Action": "s3:GetObject", "Resource": "*"}
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})


@dataclass(frozen=True)
class Life:
    """What is made of one type, and what of it changes in place; `needs` is made first, by token."""

    token: str
    inputs: Mapping[str, Any]
    changes: Mapping[str, Any] = field(default_factory=dict[str, Any])
    needs: tuple[tuple[str, Mapping[str, Any]], ...] = ()

    @property
    def changed(self) -> dict[str, Any]:
        """The new inputs."""
        return {**self.inputs, **self.changes}


QUEUE = ("aws:sqs/queue:Queue", {"name": "jobs"})
BUCKET = ("aws:s3/bucket:Bucket", {"bucket": "assets"})
ROLE = ("aws:iam/role:Role", {"name": "worker", "assumeRolePolicy": TRUST})
TOPIC = ("aws:sns/topic:Topic", {"name": "alarms"})
TOPIC_ARN = f"arn:aws:sns:{ARNS}:alarms"
REPOSITORY = ("aws:ecr/repository:Repository", {"name": "images"})
GROUP = ("aws:cloudwatch/logGroup:LogGroup", {"name": "/worker"})
MANAGED = f"arn:aws:iam::{ACCOUNT}:policy/reader"
POLICY = ("aws:iam/policy:Policy", {"name": "reader", "policy": _policy("One")})
METRIC = {"name": "sent", "namespace": "shop", "value": "1"}
ALARM = {
    "name": "late",
    "comparisonOperator": "GreaterThanThreshold",
    "evaluationPeriods": 1,
    "metricName": "sent",
    "namespace": "shop",
    "period": 60,
    "statistic": "Sum",
    "threshold": 0,
}
TABLE = {
    "name": "tickets",
    "billingMode": "PAY_PER_REQUEST",
    "hashKey": "userId",
    "attributes": [{"name": "userId", "type": "S"}, {"name": "eventDate", "type": "S"}],
    "globalSecondaryIndexes": [{"name": "by-date", "hashKey": "eventDate", "projectionType": "KEYS_ONLY"}],
}
LIVES = [
    Life(*QUEUE, {"visibilityTimeoutSeconds": 60, "delaySeconds": 5, "sqsManagedSseEnabled": True}),
    Life(
        "aws:sqs/queuePolicy:QueuePolicy",
        {"queueUrl": "", "policy": _policy("One")},
        {"policy": _policy("Two")},
        (QUEUE,),
    ),
    Life(
        "aws:sqs/redriveAllowPolicy:RedriveAllowPolicy",
        {"queueUrl": "", "redriveAllowPolicy": '{"redrivePermission": "denyAll"}'},
        {"redriveAllowPolicy": '{"redrivePermission": "allowAll"}'},
        (QUEUE,),
    ),
    Life(*TOPIC),
    Life(
        "aws:sns/topicPolicy:TopicPolicy",
        {"arn": TOPIC_ARN, "policy": _policy("One")},
        {"policy": _policy("Two")},
        (TOPIC,),
    ),
    Life(
        "aws:sns/topicSubscription:TopicSubscription",
        {"topic": TOPIC_ARN, "protocol": "email", "endpoint": "a@example.com"},
        needs=(TOPIC,),
    ),
    Life(
        "aws:sesv2/emailIdentity:EmailIdentity",
        {"emailIdentity": "example.com", "dkimSigningAttributes": {"nextSigningKeyLength": "RSA_1024_BIT"}},
        {"dkimSigningAttributes": {"nextSigningKeyLength": "RSA_2048_BIT"}},
    ),
    Life(*ROLE, {"description": "works", "maxSessionDuration": 7200, "managedPolicyArns": [MANAGED]}, (POLICY,)),
    Life(
        "aws:iam/rolePolicy:RolePolicy",
        {"role": "worker", "name": "Read", "policy": _policy("One")},
        {"policy": _policy("Two")},
        (ROLE,),
    ),
    Life(
        "aws:iam/rolePolicyAttachment:RolePolicyAttachment",
        {"role": "worker", "policyArn": MANAGED},
        {},
        (ROLE, POLICY),
    ),
    Life(*POLICY, {"policy": _policy("Two")}),
    Life(*REPOSITORY, {"imageTagMutability": "IMMUTABLE", "imageScanningConfiguration": {"scanOnPush": True}}),
    Life(
        "aws:ecr/repositoryPolicy:RepositoryPolicy",
        {"repository": "images", "policy": _policy("One")},
        {"policy": _policy("Two")},
        (REPOSITORY,),
    ),
    Life(
        "aws:ecr/lifecyclePolicy:LifecyclePolicy",
        {
            "repository": "images",
            "policy": json.dumps(
                {
                    "rules": [
                        {
                            "rulePriority": 1,
                            "selection": {
                                "tagStatus": "untagged",
                                "countType": "sinceImagePushed",
                                "countUnit": "days",
                                "countNumber": 7,
                            },
                            "action": {"type": "expire"},
                        }
                    ]
                }
            ),
        },
        needs=(REPOSITORY,),
    ),
    Life(
        "aws:dynamodb/table:Table",
        TABLE,
        {
            "ttl": {"attributeName": "expiresAt"},
            "pointInTimeRecovery": {"enabled": True},
            "globalSecondaryIndexes": [{"name": "by-date", "hashKey": "eventDate", "projectionType": "ALL"}],
        },
    ),
    Life(*BUCKET, {"forceDestroy": True}),
    Life(
        "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
        {"bucket": "assets", "blockPublicAcls": True},
        {"blockPublicAcls": False, "blockPublicPolicy": True},
        (BUCKET,),
    ),
    Life(
        "aws:s3/bucketOwnershipControls:BucketOwnershipControls",
        {"bucket": "assets", "rule": {"objectOwnership": "BucketOwnerPreferred"}},
        {"rule": {"objectOwnership": "BucketOwnerEnforced"}},
        (BUCKET,),
    ),
    Life(
        "aws:s3/bucketPolicy:BucketPolicy",
        {"bucket": "assets", "policy": _policy("One")},
        {"policy": _policy("Two")},
        (BUCKET,),
    ),
    Life("aws:secretsmanager/secret:Secret", {"name": "ring", "recoveryWindowInDays": 0}, {"description": "signs"}),
    Life(*GROUP, {"retentionInDays": 7}),
    Life(
        "aws:cloudwatch/logMetricFilter:LogMetricFilter",
        {"name": "sent", "logGroupName": "/worker", "pattern": "sent", "metricTransformation": METRIC},
        {"pattern": "email_sent", "metricTransformation": {**METRIC, "defaultValue": "0"}},
        (GROUP,),
    ),
    Life(
        "aws:cloudwatch/metricAlarm:MetricAlarm",
        ALARM,
        {"threshold": 3, "dimensions": {"FunctionName": "worker"}, "alarmActions": [TOPIC_ARN]},
    ),
]
IDS = [life.token.rpartition(":")[2] for life in LIVES]


@pytest.fixture
def provider(serve: Callable[..., Clients], moto: "WSGIApplication") -> Provider:
    return Provider(serve(SesAccount(moto, Account(ACCOUNT, "ap-south-1"))), {"stack": "dev"})


def _made(provider: Provider, life: Life) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Makes what a life needs and its resource; gives its id, its state and its inputs."""
    urls = [provider.create(token, "needed", inputs)[1].get("url") for token, inputs in life.needs]
    inputs = {**life.inputs, **({"queueUrl": urls[0]} if "queueUrl" in life.inputs else {})}
    checked = provider.check(life.token, "it", inputs, {})
    return *provider.create(life.token, "it", checked), checked


@pytest.mark.parametrize("life", LIVES, ids=IDS)
def test_what_was_made_is_as_declared(provider: Provider, life: Life) -> None:
    id_, state, inputs = _made(provider, life)

    assert provider.read(life.token, id_, state, inputs) == (inputs, state)
    assert provider.diff(life.token, state, inputs).changed == ()


@pytest.mark.parametrize(
    "life", [each for each in LIVES if each.changes], ids=lambda life: life.token.rpartition(":")[2]
)
def test_a_change_is_made_in_place_and_taken_back(provider: Provider, life: Life) -> None:
    id_, state, inputs = _made(provider, life)
    changed = {**inputs, **life.changes}

    difference = provider.diff(life.token, state, changed)
    new = provider.update(life.token, id_, state, changed)

    assert (set(difference.changed), difference.replaces) == (set(life.changes), ())
    assert provider.read(life.token, id_, new, changed) == (changed, new)
    assert provider.diff(life.token, new, changed).changed == ()
    assert provider.read(life.token, id_, provider.update(life.token, id_, new, inputs), inputs) is not None
    _, seen = provider.read(life.token, id_, state, inputs) or ({}, {})
    assert provider.diff(life.token, seen, inputs).changed == ()


@pytest.mark.parametrize("life", LIVES, ids=IDS)
def test_what_was_taken_away_is_gone_and_may_be_taken_away_again(provider: Provider, life: Life) -> None:
    id_, state, inputs = _made(provider, life)

    provider.delete(life.token, id_, state)

    assert provider.read(life.token, id_, state, inputs) is None
    provider.delete(life.token, id_, state)


@pytest.mark.parametrize("life", LIVES, ids=IDS)
def test_an_input_that_nobody_knows_is_refused_by_name(provider: Provider, life: Life) -> None:
    for inputs in ({**life.inputs, "madeUp": 1}, {**life.inputs, "madeUp": {"inside": {"deeper": True}}}):
        with pytest.raises(UnknownResourceError, match=r"does not know madeUp(\.inside\.deeper)? of "):
            provider.create(life.token, "it", inputs)


def test_another_region_than_the_embedded_aws_s_is_refused(provider: Provider) -> None:
    with pytest.raises(UnknownResourceError, match="it is to be in us-east-1, and the embedded AWS is in ap-south-1"):
        provider.create("aws:sqs/queue:Queue", "it", {"name": "jobs", "region": "us-east-1"})
    assert provider.check("aws:sqs/queue:Queue", "it", {"region": "ap-south-1"}, {})["region"] == "ap-south-1"


@pytest.mark.parametrize(
    "life",
    [life for life in LIVES if "logGroupName" not in life.inputs],
    ids=lambda life: life.token.rpartition(":")[2],
)
def test_what_is_there_already_is_imported_by_its_id_alone(provider: Provider, life: Life) -> None:
    id_, state, _ = _made(provider, life)

    imported, seen = provider.read(life.token, id_, {}, {}) or ({}, {})

    assert provider.diff(life.token, {**seen, "tagsAll": state.get("tagsAll")}, imported).changed == ()
    assert seen.get("arn") == state.get("arn")


TAGGED = [life for life in LIVES if MAKERS[resource_type(life.token)].tagging]


@pytest.mark.parametrize("life", TAGGED, ids=lambda life: life.token.rpartition(":")[2])
def test_tags_are_the_provider_s_and_its_own_and_change_in_place(provider: Provider, life: Life) -> None:
    id_, state, inputs = _made(provider, life)
    tagged = {**inputs, "tags": {"owner": "me"}}

    new = provider.update(life.token, id_, state, tagged)

    assert (state["tagsAll"], new["tagsAll"]) == ({"stack": "dev"}, {"stack": "dev", "owner": "me"})
    assert provider.read(life.token, id_, new, tagged) == (tagged, new)
    bare = provider.update(life.token, id_, new, inputs)
    assert provider.read(life.token, id_, bare, inputs) == (inputs, bare)


def test_each_type_that_can_be_made_has_a_life_here_but_those_that_need_lambda_and_two_settings() -> None:
    missing = {row.token for row in MAKERS} - {life.token for life in LIVES}

    assert {token.rpartition(":")[2] for token in missing} == {
        "Function",
        "EventSourceMapping",
        "BucketVersioning",  # once on, it can only be suspended
        "SecretPolicy",
    }


def test_a_name_is_kept_and_made_anew_only_where_its_prefix_changes(provider: Provider) -> None:
    token = "aws:s3/bucket:Bucket"
    first = provider.check(token, "assets", {"bucketPrefix": "assets-"}, {})

    assert first["bucket"].startswith("assets-")
    assert provider.check(token, "assets", {"bucketPrefix": "assets-"}, first) == first
    assert provider.check(token, "assets", {"bucketPrefix": "other-"}, first)["bucket"].startswith("other-")
    assert provider.check(token, "assets", {}, {})["bucket"].startswith("assets-")


def test_what_makes_a_new_one_is_told(provider: Provider) -> None:
    _, state = provider.create("aws:sqs/queue:Queue", "queue", {"name": "jobs"})

    assert provider.diff("aws:sqs/queue:Queue", state, {"name": "others"}).replaces == ("name",)


def test_default_tags_come_as_json_or_as_they_are() -> None:
    tags = {"tags": {"a": "b"}}

    assert default_tags({"defaultTags": json.dumps(tags)}) == default_tags({"defaultTags": tags}) == {"a": "b"}
    assert default_tags({}) == {}
