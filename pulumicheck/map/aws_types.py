"""What the map knows of each type of resource: how to draw it, and where AWS shows it.

Paths are those of the AWS console in 2025, lines are for the AWS CLI, version 2. `{…}` is one of the resource's own
outputs, or `name`, its physical name.
"""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "queue",
    "dlq",
    "table",
    "function",
    "mapping",
    "role",
    "policy",
    "secret",
    "bucket",
    "identity",
    "log-group",
    "alarm",
    "topic",
    "repository",
    "metric",
    "setting",
    "external",
]


@dataclass(frozen=True)
class AwsType:
    """One type of resource.

    Attributes:
        kind: how it is drawn.
        about: what such a resource is, in one sentence.
        console: the path to it in the AWS console.
        cli: the line that shows it.
        minor: whether it is a small part of its group.
        has_arn: whether AWS gives it an ARN of its own.
        changed_by: for a setting of another resource, the action on that one by which it is changed.
    """

    kind: Kind
    about: str
    console: str
    cli: str
    minor: bool = False
    has_arn: bool = True
    changed_by: str = ""


DEAD_LETTER_QUEUE = AwsType(
    "dlq",
    "Where SQS moves a message that was received too often. It waits there for a person to find out why.",
    "SQS → Queues → {name} → Send and receive messages → Poll for messages",
    "aws sqs get-queue-attributes --queue-url {url} --attribute-names All",
)


def aws_type(type_: str) -> AwsType:
    """What is known of a Pulumi type; for an unknown one, what can be said of any."""
    return AWS_TYPES.get(type_) or AwsType(
        kind="setting",
        about=f"A {type_.rpartition(':')[2]}.",
        console=f"{_service(type_)} → {{name}}",
        cli="pulumi stack --show-urns",
        has_arn=False,
    )


def _service(type_: str) -> str:
    return type_.partition(":")[2].partition("/")[0].upper()  # package:service/module:type


def _setting(about: str, console: str, cli: str, changed_by: str, kind: Kind = "setting") -> AwsType:
    return AwsType(kind, about, console, cli, minor=True, has_arn=False, changed_by=changed_by)


AWS_TYPES: dict[str, AwsType] = {
    "aws:cloudwatch/logGroup:LogGroup": AwsType(
        "log-group",
        "Where a function's lines go, one stream for each execution environment.",
        "CloudWatch → Logs → Log groups → {name}",
        "aws logs tail {name} --since 1h --follow",
    ),
    "aws:cloudwatch/logMetricFilter:LogMetricFilter": _setting(
        "Counts the log lines that match a pattern, as a metric.",
        "CloudWatch → Logs → Log groups → {logGroupName} → Metric filters → {name}",
        "aws logs describe-metric-filters --log-group-name {logGroupName} --filter-name-prefix {name}",
        "logs:PutMetricFilter",
        "metric",
    ),
    "aws:cloudwatch/metricAlarm:MetricAlarm": AwsType(
        "alarm",
        "Tells the alarm topic when a metric is above its threshold.",
        "CloudWatch → Alarms → All alarms → {name}",
        "aws cloudwatch describe-alarms --alarm-names {name}",
        minor=True,
    ),
    "aws:dynamodb/table:Table": AwsType(
        "table",
        "A key-value table, billed for each request.",
        "DynamoDB → Tables → {name} → Explore items",
        "aws dynamodb describe-table --table-name {name}",
    ),
    "aws:ecr/lifecyclePolicy:LifecyclePolicy": _setting(
        "Deletes images that nothing needs any more.",
        "ECR → Repositories → {repository} → Lifecycle policy",
        "aws ecr get-lifecycle-policy --repository-name {repository}",
        "ecr:PutLifecyclePolicy",
    ),
    "aws:ecr/repository:Repository": AwsType(
        "repository",
        "Holds the container image that the functions run.",
        "ECR → Repositories → {name} → Images",
        "aws ecr describe-images --repository-name {name}",
    ),
    "aws:ecr/repositoryPolicy:RepositoryPolicy": _setting(
        "Says who may pull images from the repository.",
        "ECR → Repositories → {repository} → Permissions",
        "aws ecr get-repository-policy --repository-name {repository}",
        "ecr:SetRepositoryPolicy",
        "policy",
    ),
    "aws:iam/policy:Policy": AwsType(
        "policy",
        "A managed policy for a role outside of this stack.",
        "IAM → Policies → {name} → Permissions",
        "aws iam get-policy --policy-arn {arn}",
    ),
    "aws:iam/role:Role": AwsType(
        "role",
        "An execution role: the Lambda service and our code act with its permissions.",
        "IAM → Roles → {name} → Permissions",
        "aws iam list-role-policies --role-name {name}",
    ),
    "aws:iam/rolePolicy:RolePolicy": _setting(
        "An inline policy of a role.",
        "IAM → Roles → {role} → Permissions → {name}",
        "aws iam get-role-policy --role-name {role} --policy-name {name}",
        "iam:PutRolePolicy",
        "policy",
    ),
    "aws:lambda/eventSourceMapping:EventSourceMapping": AwsType(
        "mapping",
        "The part of Lambda that polls a queue and calls a function with batches of messages.",
        "Lambda → Functions → {functionName} → Configuration → Triggers",
        "aws lambda list-event-source-mappings --function-name {functionName}",
    ),
    "aws:lambda/function:Function": AwsType(
        "function",
        "A Lambda function from a container image.",
        "Lambda → Functions → {name} → Monitor",
        "aws lambda get-function --function-name {name}",
    ),
    "aws:s3/bucket:Bucket": AwsType(
        "bucket",
        "A private bucket.",
        "S3 → Buckets → {bucket} → Objects",
        "aws s3 ls s3://{bucket}/ --recursive",
    ),
    "aws:s3/bucketOwnershipControls:BucketOwnershipControls": _setting(
        "Makes the bucket's account the owner of every object and switches access lists off.",
        "S3 → Buckets → {bucket} → Permissions → Object Ownership",
        "aws s3api get-bucket-ownership-controls --bucket {bucket}",
        "s3:PutBucketOwnershipControls",
    ),
    "aws:s3/bucketPolicy:BucketPolicy": _setting(
        "The bucket's resource policy.",
        "S3 → Buckets → {bucket} → Permissions → Bucket policy",
        "aws s3api get-bucket-policy --bucket {bucket}",
        "s3:PutBucketPolicy",
        "policy",
    ),
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": _setting(
        "Keeps the bucket private, whatever a policy or an access list says.",
        "S3 → Buckets → {bucket} → Permissions → Block public access",
        "aws s3api get-public-access-block --bucket {bucket}",
        "s3:PutBucketPublicAccessBlock",
    ),
    "aws:s3/bucketVersioning:BucketVersioning": _setting(
        "Keeps what was overwritten or deleted as an older version.",
        "S3 → Buckets → {bucket} → Properties → Bucket Versioning",
        "aws s3api get-bucket-versioning --bucket {bucket}",
        "s3:PutBucketVersioning",
    ),
    "aws:secretsmanager/secret:Secret": AwsType(
        "secret",
        "A secret; its value is written after the deployment and never enters Pulumi's state.",
        "Secrets Manager → Secrets → {name} → Versions",
        "aws secretsmanager describe-secret --secret-id {name}",
    ),
    "aws:sesv2/emailIdentity:EmailIdentity": AwsType(
        "identity",
        "A domain or an address that SES has to verify.",
        "SES → Configuration → Identities → {emailIdentity}",
        "aws sesv2 get-email-identity --email-identity {emailIdentity}",
    ),
    "aws:sns/topic:Topic": AwsType(
        "topic",
        "Where all alarms go.",
        "SNS → Topics → {name} → Subscriptions",
        "aws sns list-subscriptions-by-topic --topic-arn {arn}",
    ),
    "aws:sns/topicSubscription:TopicSubscription": _setting(
        "An address that gets the alarms once it has confirmed.",
        "SNS → Subscriptions → {endpoint}",
        "aws sns list-subscriptions-by-topic --topic-arn {topic}",
        "sns:Subscribe",
    ),
    "aws:sqs/queue:Queue": AwsType(
        "queue",
        "A standard queue: each message is delivered at least once.",
        "SQS → Queues → {name} → Monitoring",
        "aws sqs get-queue-attributes --queue-url {url} --attribute-names All",
    ),
    "aws:sqs/queuePolicy:QueuePolicy": _setting(
        "The queue's resource policy.",
        "SQS → Queues → {queue} → Access policy",
        "aws sqs get-queue-attributes --queue-url {queueUrl} --attribute-names Policy",
        "sqs:SetQueueAttributes",
        "policy",
    ),
    "aws:sqs/redriveAllowPolicy:RedriveAllowPolicy": _setting(
        "Says which queues may use this one as their dead-letter queue.",
        "SQS → Queues → {queue} → Dead-letter queue",
        "aws sqs get-queue-attributes --queue-url {queueUrl} --attribute-names RedriveAllowPolicy",
        "sqs:SetQueueAttributes",
    ),
    "pulumi:providers:aws": AwsType(
        "setting",
        "The provider that makes everything here: region, account and default tags.",
        "the account menu at the top right",
        "aws sts get-caller-identity",
        minor=True,
        has_arn=False,
    ),
}
