"""The tables of all types, and what is said of what is not in them."""

import pytest

from pulumicheck.types.classes import class_of, is_input, makes_a_new_one
from pulumicheck.types.classify.__main__ import classes_of, text_of
from pulumicheck.types.classify.package import installed
from pulumicheck.types.table import TABLE, resource_type
from pulumicheck.types.tables import CLASSES, REPLACEMENTS, classes, replacements
from tests.fixtures.project import PROJECT

FOLDER = PROJECT.root / "pulumicheck" / "types"


@pytest.mark.long
def test_the_table_of_classes_is_what_the_installed_package_says() -> None:
    assert (FOLDER / CLASSES).read_text() == text_of(CLASSES, classes_of(installed()))


@pytest.mark.long
def test_each_input_of_each_type_has_its_place_in_the_table_of_replacements() -> None:
    missing = [
        (token, name)
        for token, of in installed().types.items()
        for name in of.inputs
        if not (token in replacements() and is_input(token, name))
    ]

    assert missing == []


def test_both_tables_have_the_same_types_in_order() -> None:
    assert list(classes()) == list(replacements()) == sorted(classes())
    assert (FOLDER / REPLACEMENTS).read_text().count("\n") == len(replacements()) + 1


@pytest.mark.parametrize("token", TABLE)
def test_what_a_row_says_is_lost_the_table_says_too(token: str) -> None:
    known = class_of(token)

    assert known
    assert bool(TABLE[token].lost) == bool(known.holds)


REPLACED = {
    "aws:dynamodb/table:Table": "name hashKey rangeKey localSecondaryIndexes importTable restoreDateTime"
    " restoreSourceName restoreToLatestTime",
    "aws:lambda/eventSourceMapping:EventSourceMapping": "eventSourceArn topics queues startingPosition"
    " startingPositionTimestamp amazonManagedKafkaEventSourceConfig selfManagedEventSource",
    "aws:lambda/permission:Permission": "action eventSourceToken function functionUrlAuthType principal principalOrgId"
    " qualifier sourceAccount sourceArn statementId statementIdPrefix",
    "aws:lambda/function:Function": "name packageType",
    "aws:kms/key:Key": "keyUsage customerMasterKeySpec multiRegion customKeyStoreId xksKeyId",
    "aws:s3/bucket:Bucket": "bucket bucketPrefix objectLockEnabled",
    "aws:sqs/queue:Queue": "name namePrefix fifoQueue region",
    "aws:sns/topic:Topic": "name namePrefix fifoTopic",
    "aws:sns/topicSubscription:TopicSubscription": "topic protocol endpoint",
    "aws:iam/role:Role": "name namePrefix path",
    "aws:iam/policy:Policy": "name namePrefix path description",
    "aws:iam/rolePolicy:RolePolicy": "name namePrefix role",
    "aws:cloudwatch/logGroup:LogGroup": "name namePrefix logGroupClass",
    "aws:ecr/repository:Repository": "name encryptionConfigurations",
    "aws:ecr/lifecyclePolicy:LifecyclePolicy": "repository policy",
    "aws:rds/instance:Instance": "availabilityZone dbName engine kmsKeyId snapshotIdentifier storageEncrypted username",
    "aws:cognito/userPool:UserPool": "aliasAttributes usernameAttributes",
    "aws:efs/fileSystem:FileSystem": "availabilityZoneName encrypted kmsKeyId performanceMode",
    "aws:kinesis/stream:Stream": "name",
    "aws:ebs/volume:Volume": "availabilityZone encrypted kmsKeyId snapshotId",
    "aws:ec2/instance:Instance": "ami availabilityZone subnetId rootBlockDevice.encrypted",
    "aws:new/thing:Thing": "name bucketPrefix region",
    "random:index/randomPassword:RandomPassword": "keepers length",
}
KEPT = {
    "aws:dynamodb/table:Table": "attributes attributes[0].type billingMode ttl globalSecondaryIndexes",
    "aws:sqs/queue:Queue": "visibilityTimeoutSeconds policy redrivePolicy tags",
    "aws:lambda/function:Function": "memorySize timeout environment.variables.SENDER role",
    "aws:lambda/eventSourceMapping:EventSourceMapping": "batchSize scalingConfig.maximumConcurrency functionName",
    "aws:rds/instance:Instance": "instanceClass allocatedStorage engineVersion deletionProtection",
    "aws:ec2/instance:Instance": "instanceType rootBlockDevice.volumeSize vpcSecurityGroupIds",
    "aws:kinesis/stream:Stream": "shardCount retentionPeriod",
    "aws:kms/key:Key": "policy enableKeyRotation",
}
UNKNOWN = {
    "aws:new/thing:Thing": "size",
    "aws:sqs/queue:Queue": "somethingNew",
    "kubernetes:apps/v1:Deployment": "spec.replicas",
}


@pytest.mark.parametrize(
    ("answer", "token", "path"),
    [
        pytest.param(answer, token, path, id=f"{token.rpartition(':')[2]} {path}")
        for answer, table in (("yes", REPLACED), ("no", KEPT), ("unknown", UNKNOWN))
        for token, paths in table.items()
        for path in paths.split()
    ],
)
def test_whether_a_change_makes_a_new_resource(answer: str, token: str, path: str) -> None:
    assert makes_a_new_one(token, path) == answer


def test_nearly_all_is_known_of_what_makes_a_new_resource() -> None:
    unknown = sum(len(each.unknown) for each in replacements().values() if each.terraform)
    known = sum(len(each.in_place) + len(each.replaces) for each in replacements().values())

    assert unknown / known < 0.1


@pytest.mark.parametrize(
    "token",
    [
        "aws-native:iam:Role",
        "aws:new/thing:Thing",
        "awsx:ec2:Vpc",
        "command:local:Command",
        "docker:index/image:Image",
        "gcp:projects/iAMMember:IAMMember",
        "kubernetes:rbac.authorization.k8s.io/v1:ClusterRoleBinding",
        "pulumi-python:dynamic:Resource",
        "pulumi:providers:kubernetes",
    ],
)
def test_what_is_not_known_may_do_anything(token: str) -> None:
    assert class_of(token) is None


@pytest.mark.parametrize("token", ["kubernetes:core/v1:Secret", "aws:new/thing:Thing"])
def test_with_a_type_that_is_not_known_something_is_lost(token: str) -> None:
    assert resource_type(token).lost


@pytest.mark.parametrize("token", ["random:index/randomId:RandomId", "pulumi:pulumi:StackReference"])
def test_what_makes_nothing_is_harmless(token: str) -> None:
    known = class_of(token)

    assert known
    assert (known.word, resource_type(token).lost) == ("harmless", "")
