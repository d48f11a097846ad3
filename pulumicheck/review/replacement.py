"""Which properties force AWS to make a resource anew, and what is lost with the old one.

Source: the arguments that the documentation of the Terraform AWS provider, which Pulumi's is made from, marks with
*Forces new resource*.
"""

from pulumicheck.plan.recording import Resource

_FORCING: dict[str, frozenset[str]] = {
    type_: frozenset(properties.split())
    for type_, properties in {
        "aws:cloudwatch/logGroup:LogGroup": "name namePrefix logGroupClass",
        "aws:cloudwatch/logMetricFilter:LogMetricFilter": "name logGroupName",
        "aws:cloudwatch/metricAlarm:MetricAlarm": "name",
        "aws:dynamodb/table:Table": "name hashKey rangeKey localSecondaryIndexes importTable",
        "aws:ecr/lifecyclePolicy:LifecyclePolicy": "repository policy",
        "aws:ecr/repository:Repository": "name encryptionConfigurations",
        "aws:ecr/repositoryPolicy:RepositoryPolicy": "repository",
        "aws:iam/policy:Policy": "name namePrefix path description",
        "aws:iam/role:Role": "name namePrefix path",
        "aws:iam/rolePolicy:RolePolicy": "name namePrefix role",
        "aws:iam/rolePolicyAttachment:RolePolicyAttachment": "role policyArn",
        "aws:lambda/eventSourceMapping:EventSourceMapping": "eventSourceArn startingPosition selfManagedEventSource",
        "aws:lambda/function:Function": "name packageType",
        "aws:lambda/permission:Permission": "action function principal sourceArn sourceAccount statementId qualifier",
        "aws:s3/bucket:Bucket": "bucket bucketPrefix objectLockEnabled",
        "aws:s3/bucketOwnershipControls:BucketOwnershipControls": "bucket",
        "aws:s3/bucketPolicy:BucketPolicy": "bucket",
        "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": "bucket",
        "aws:s3/bucketVersioning:BucketVersioning": "bucket expectedBucketOwner",
        "aws:secretsmanager/secret:Secret": "name namePrefix",
        "aws:sesv2/emailIdentity:EmailIdentity": "emailIdentity",
        "aws:sns/topic:Topic": "name namePrefix fifoTopic",
        "aws:sns/topicSubscription:TopicSubscription": "topic protocol endpoint",
        "aws:sqs/queue:Queue": "name namePrefix fifoQueue",
        "aws:sqs/queuePolicy:QueuePolicy": "queueUrl",
        "aws:sqs/redriveAllowPolicy:RedriveAllowPolicy": "queueUrl",
    }.items()
}
_ANY_OTHER = frozenset({"name", "namePrefix"})
_EVERY_TYPE = frozenset({"region"})  # provider 7 knows a region for each resource

_LOST = {
    "aws:cloudwatch/logGroup:LogGroup": "its log lines",
    "aws:dynamodb/table:Table": "its items",
    "aws:ecr/repository:Repository": "its images; AWS refuses while there are any",
    "aws:kms/key:Key": "whatever is encrypted with it",
    "aws:s3/bucket:Bucket": "its objects; AWS refuses while there are any",
    "aws:secretsmanager/secret:Secret": "its value, after 30 days in which its name is taken",
    "aws:sesv2/emailIdentity:EmailIdentity": "its verification, which takes up to 72 hours to come back",
    "aws:sqs/queue:Queue": "its messages",
}


def forces_replacement(type_: str, property_: str) -> bool:
    """Whether a change of this property of a resource type makes Pulumi create a new resource and delete the old.

    A type that is not known is taken to be replaced when its name changes.
    """
    return property_ in _FORCING.get(type_, _ANY_OTHER) | _EVERY_TYPE


def lost_with(resource: Resource) -> str:
    """What is lost when the resource is deleted, for people; "" if it holds nothing."""
    return _LOST.get(resource.type, "")


def is_regional(resource: Resource) -> bool:
    """Whether another region of its provider means another resource."""
    return resource.type.startswith("aws:") and not resource.type.startswith("aws:iam/")
