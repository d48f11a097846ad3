"""Creates what the Pulumi program declares, type by type, through the API that AWS's provider uses.

Each creator gets the inputs as Pulumi records them (camelCase) and answers the resource's id and the outputs that other
resources may ask for.
"""

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from embeddedaws.clients import Clients
from embeddedaws.errors import UnknownResourceError

if TYPE_CHECKING:
    from types_boto3_dynamodb.type_defs import CreateTableInputTypeDef, GlobalSecondaryIndexTypeDef
    from types_boto3_lambda.type_defs import ScalingConfigTypeDef

Inputs = Mapping[str, Any]
Created = tuple[str, dict[str, Any]]
Creator = Callable[[Clients, Inputs], Created]

_CREATORS: dict[str, Creator] = {}


def create(type_: str, clients: Clients, inputs: Inputs) -> Created:
    """Creates one resource.

    Raises:
        UnknownResourceError: nobody here knows how to make this type.
    """
    if type_ not in _CREATORS:
        raise UnknownResourceError(f"the embedded AWS cannot make {type_} yet: teach {__name__} how to.")
    return _CREATORS[type_](clients, inputs)


def _creates(type_: str) -> Callable[[Creator], Creator]:
    def register(creator: Creator) -> Creator:
        _CREATORS[type_] = creator
        return creator

    return register


@_creates("pulumi:providers:aws")
def _provider(_: Clients, __: Inputs) -> Created:
    return "embedded", {}


@_creates("aws:sqs/queue:Queue")
def _queue(clients: Clients, inputs: Inputs) -> Created:
    attributes = {
        "VisibilityTimeout": inputs.get("visibilityTimeoutSeconds"),
        "MessageRetentionPeriod": inputs.get("messageRetentionSeconds"),
        "ReceiveMessageWaitTimeSeconds": inputs.get("receiveWaitTimeSeconds"),
        "DelaySeconds": inputs.get("delaySeconds"),
        "RedrivePolicy": inputs.get("redrivePolicy"),
        "RedriveAllowPolicy": inputs.get("redriveAllowPolicy"),
        "SqsManagedSseEnabled": _lower(inputs.get("sqsManagedSseEnabled")),
    }
    given = {key: str(value) for key, value in attributes.items() if value is not None}
    url = clients.sqs.create_queue(QueueName=inputs["name"], Attributes=given)["QueueUrl"]  # pyright: ignore[reportArgumentType] - the keys are AWS's
    arn = clients.sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]
    return url, {"url": url, "arn": arn}


@_creates("aws:sqs/queuePolicy:QueuePolicy")
def _queue_policy(clients: Clients, inputs: Inputs) -> Created:
    clients.sqs.set_queue_attributes(QueueUrl=inputs["queueUrl"], Attributes={"Policy": inputs["policy"]})
    return inputs["queueUrl"], {}


@_creates("aws:sqs/redriveAllowPolicy:RedriveAllowPolicy")
def _redrive_allow_policy(clients: Clients, inputs: Inputs) -> Created:
    allow = inputs["redriveAllowPolicy"]
    clients.sqs.set_queue_attributes(QueueUrl=inputs["queueUrl"], Attributes={"RedriveAllowPolicy": allow})
    return inputs["queueUrl"], {}


@_creates("aws:dynamodb/table:Table")
def _table(clients: Clients, inputs: Inputs) -> Created:
    name = inputs["name"]
    request: CreateTableInputTypeDef = {
        "TableName": name,
        "BillingMode": inputs["billingMode"],
        "AttributeDefinitions": [
            {"AttributeName": each["name"], "AttributeType": each["type"]} for each in inputs["attributes"]
        ],
        "KeySchema": _key_schema(inputs),
        "DeletionProtectionEnabled": inputs.get("deletionProtectionEnabled", False),
    }
    indexes = [_index(index) for index in inputs.get("globalSecondaryIndexes", [])]
    if indexes:
        request["GlobalSecondaryIndexes"] = indexes
    if "serverSideEncryption" in inputs:
        request["SSESpecification"] = {"Enabled": inputs["serverSideEncryption"]["enabled"]}
    arn = clients.dynamodb.create_table(**request)["TableDescription"].get("TableArn")
    if "ttl" in inputs:
        ttl = inputs["ttl"]
        specification = {"AttributeName": ttl["attributeName"], "Enabled": ttl.get("enabled", True)}
        clients.dynamodb.update_time_to_live(TableName=name, TimeToLiveSpecification=specification)  # pyright: ignore[reportArgumentType]
    if "pointInTimeRecovery" in inputs:
        recovery = {"PointInTimeRecoveryEnabled": inputs["pointInTimeRecovery"]["enabled"]}
        clients.dynamodb.update_continuous_backups(TableName=name, PointInTimeRecoverySpecification=recovery)  # pyright: ignore[reportArgumentType]
    return name, {"arn": arn}


def _index(index: Inputs) -> "GlobalSecondaryIndexTypeDef":
    return {
        "IndexName": index["name"],
        "KeySchema": _key_schema(index),
        "Projection": {"ProjectionType": index["projectionType"]},
    }


def _key_schema(inputs: Inputs) -> list[Any]:
    if "keySchemas" in inputs:
        return [{"AttributeName": key["attributeName"], "KeyType": key["keyType"]} for key in inputs["keySchemas"]]
    keys = [(inputs["hashKey"], "HASH")] + ([(inputs["rangeKey"], "RANGE")] if "rangeKey" in inputs else [])
    return [{"AttributeName": name, "KeyType": kind} for name, kind in keys]


@_creates("aws:s3/bucket:Bucket")
def _bucket(clients: Clients, inputs: Inputs) -> Created:
    name = inputs.get("bucket") or f"{inputs['bucketPrefix']}local"
    if clients.region == "us-east-1":  # S3 refuses this one region as a location constraint
        clients.s3.create_bucket(Bucket=name)
    else:
        clients.s3.create_bucket(Bucket=name, CreateBucketConfiguration={"LocationConstraint": clients.region})  # pyright: ignore[reportArgumentType]
    return name, {"bucket": name, "arn": f"arn:aws:s3:::{name}"}


@_creates("aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock")
def _public_access_block(clients: Clients, inputs: Inputs) -> Created:
    clients.s3.put_public_access_block(
        Bucket=inputs["bucket"],
        PublicAccessBlockConfiguration={
            "BlockPublicAcls": inputs["blockPublicAcls"],
            "BlockPublicPolicy": inputs["blockPublicPolicy"],
            "IgnorePublicAcls": inputs["ignorePublicAcls"],
            "RestrictPublicBuckets": inputs["restrictPublicBuckets"],
        },
    )
    return inputs["bucket"], {}


@_creates("aws:s3/bucketOwnershipControls:BucketOwnershipControls")
def _ownership_controls(clients: Clients, inputs: Inputs) -> Created:
    rules: Any = [{"ObjectOwnership": inputs["rule"]["objectOwnership"]}]
    clients.s3.put_bucket_ownership_controls(Bucket=inputs["bucket"], OwnershipControls={"Rules": rules})
    return inputs["bucket"], {}


@_creates("aws:s3/bucketVersioning:BucketVersioning")
def _versioning(clients: Clients, inputs: Inputs) -> Created:
    status: Any = inputs["versioningConfiguration"]["status"]
    clients.s3.put_bucket_versioning(Bucket=inputs["bucket"], VersioningConfiguration={"Status": status})
    return inputs["bucket"], {}


@_creates("aws:s3/bucketPolicy:BucketPolicy")
def _bucket_policy(clients: Clients, inputs: Inputs) -> Created:
    clients.s3.put_bucket_policy(Bucket=inputs["bucket"], Policy=inputs["policy"])
    return inputs["bucket"], {}


@_creates("aws:secretsmanager/secret:Secret")
def _secret(clients: Clients, inputs: Inputs) -> Created:
    arn = clients.secretsmanager.create_secret(Name=inputs["name"], Description=inputs.get("description", ""))["ARN"]
    return arn, {"arn": arn}


@_creates("aws:ecr/repository:Repository")
def _repository(clients: Clients, inputs: Inputs) -> Created:
    made = clients.ecr.create_repository(repositoryName=inputs["name"])["repository"]
    return inputs["name"], {
        "arn": made.get("repositoryArn"),
        "registryId": made.get("registryId"),
        "repositoryUrl": made.get("repositoryUri"),
    }


@_creates("aws:ecr/lifecyclePolicy:LifecyclePolicy")
def _lifecycle_policy(clients: Clients, inputs: Inputs) -> Created:
    clients.ecr.put_lifecycle_policy(repositoryName=inputs["repository"], lifecyclePolicyText=inputs["policy"])
    return inputs["repository"], {}


@_creates("aws:ecr/repositoryPolicy:RepositoryPolicy")
def _repository_policy(clients: Clients, inputs: Inputs) -> Created:
    clients.ecr.set_repository_policy(repositoryName=inputs["repository"], policyText=inputs["policy"])
    return inputs["repository"], {}


@_creates("aws:sesv2/emailIdentity:EmailIdentity")
def _email_identity(clients: Clients, inputs: Inputs) -> Created:
    identity = inputs["emailIdentity"]
    clients.sesv2.create_email_identity(EmailIdentity=identity)
    account = clients.sts.get_caller_identity()["Account"]
    arn = f"arn:aws:ses:{clients.region}:{account}:identity/{identity}"
    tokens = [] if "@" in identity else [f"local{number}" for number in range(1, 4)]
    return identity, {"arn": arn, "dkimSigningAttributes": {"tokens": tokens}}


@_creates("aws:cloudwatch/logGroup:LogGroup")
def _log_group(clients: Clients, inputs: Inputs) -> Created:
    name = inputs["name"]
    clients.logs.create_log_group(logGroupName=name)
    if "retentionInDays" in inputs:
        clients.logs.put_retention_policy(logGroupName=name, retentionInDays=inputs["retentionInDays"])
    account = clients.sts.get_caller_identity()["Account"]
    return name, {"arn": f"arn:aws:logs:{clients.region}:{account}:log-group:{name}"}


@_creates("aws:cloudwatch/logMetricFilter:LogMetricFilter")
def _metric_filter(clients: Clients, inputs: Inputs) -> Created:
    transformation = inputs["metricTransformation"]
    clients.logs.put_metric_filter(
        logGroupName=inputs["logGroupName"],
        filterName=inputs["name"],
        filterPattern=inputs["pattern"],
        metricTransformations=[
            {
                "metricName": transformation["name"],
                "metricNamespace": transformation["namespace"],
                "metricValue": transformation["value"],
            }
        ],
    )
    return inputs["name"], {}


@_creates("aws:cloudwatch/metricAlarm:MetricAlarm")
def _alarm(clients: Clients, inputs: Inputs) -> Created:
    dimensions = inputs.get("dimensions", {})
    clients.cloudwatch.put_metric_alarm(
        AlarmName=inputs["name"],
        AlarmDescription=inputs.get("alarmDescription", ""),
        Namespace=inputs["namespace"],
        MetricName=inputs["metricName"],
        Dimensions=[{"Name": name, "Value": value} for name, value in dimensions.items()],
        Statistic=inputs["statistic"],
        Period=inputs["period"],
        EvaluationPeriods=inputs["evaluationPeriods"],
        Threshold=inputs["threshold"],
        ComparisonOperator=inputs["comparisonOperator"],
        TreatMissingData=inputs.get("treatMissingData", "missing"),
        AlarmActions=inputs.get("alarmActions", []),
        OKActions=inputs.get("okActions", []),
    )
    account = clients.sts.get_caller_identity()["Account"]
    return inputs["name"], {"arn": f"arn:aws:cloudwatch:{clients.region}:{account}:alarm:{inputs['name']}"}


@_creates("aws:sns/topic:Topic")
def _topic(clients: Clients, inputs: Inputs) -> Created:
    arn = clients.sns.create_topic(Name=inputs["name"])["TopicArn"]
    return arn, {"arn": arn}


@_creates("aws:sns/topicPolicy:TopicPolicy")
def _topic_policy(clients: Clients, inputs: Inputs) -> Created:
    clients.sns.set_topic_attributes(
        TopicArn=inputs["arn"], AttributeName="Policy", AttributeValue=_as_json(inputs["policy"])
    )
    return inputs["arn"], {}


@_creates("aws:sns/topicSubscription:TopicSubscription")
def _subscription(clients: Clients, inputs: Inputs) -> Created:
    arn = clients.sns.subscribe(
        TopicArn=inputs["topic"], Protocol=inputs["protocol"], Endpoint=inputs["endpoint"], ReturnSubscriptionArn=True
    )["SubscriptionArn"]
    return arn, {"arn": arn}


@_creates("aws:iam/role:Role")
def _role(clients: Clients, inputs: Inputs) -> Created:
    arn = clients.iam.create_role(RoleName=inputs["name"], AssumeRolePolicyDocument=inputs["assumeRolePolicy"])["Role"]
    return inputs["name"], {"arn": arn["Arn"]}


@_creates("aws:iam/rolePolicy:RolePolicy")
def _role_policy(clients: Clients, inputs: Inputs) -> Created:
    clients.iam.put_role_policy(
        RoleName=inputs["role"], PolicyName=inputs["name"], PolicyDocument=_as_json(inputs["policy"])
    )
    return f"{inputs['role']}:{inputs['name']}", {}


@_creates("aws:iam/policy:Policy")
def _policy(clients: Clients, inputs: Inputs) -> Created:
    made = clients.iam.create_policy(PolicyName=inputs["name"], PolicyDocument=_as_json(inputs["policy"]))["Policy"]
    return made.get("Arn", ""), {"arn": made.get("Arn")}


@_creates("aws:lambda/function:Function")
def _function(clients: Clients, inputs: Inputs) -> Created:
    made = clients.lambda_.create_function(
        FunctionName=inputs["name"],
        PackageType=inputs["packageType"],
        Code={"ImageUri": inputs["imageUri"]},
        ImageConfig={"Command": inputs["imageConfig"]["commands"]},
        Role=inputs["role"],
        Architectures=inputs["architectures"],
        MemorySize=inputs["memorySize"],
        Timeout=inputs["timeout"],
        Environment={"Variables": inputs["environment"]["variables"]},
        LoggingConfig={
            "LogFormat": inputs["loggingConfig"]["logFormat"],
            "LogGroup": inputs["loggingConfig"]["logGroup"],
        },
    )
    return inputs["name"], {"arn": made.get("FunctionArn")}


@_creates("aws:lambda/eventSourceMapping:EventSourceMapping")
def _event_source_mapping(clients: Clients, inputs: Inputs) -> Created:
    made = clients.lambda_.create_event_source_mapping(
        EventSourceArn=inputs["eventSourceArn"],
        FunctionName=inputs["functionName"],
        BatchSize=inputs.get("batchSize", 10),
        ScalingConfig=_scaling(inputs.get("scalingConfig", {})),
        FunctionResponseTypes=inputs.get("functionResponseTypes", []),
    )
    return made.get("UUID", ""), {"uuid": made.get("UUID")}


def _scaling(inputs: Inputs) -> "ScalingConfigTypeDef":
    return {"MaximumConcurrency": inputs["maximumConcurrency"]} if "maximumConcurrency" in inputs else {}


def _as_json(document: Any) -> str:
    return document if isinstance(document, str) else json.dumps(document)


def _lower(value: bool | None) -> str | None:  # noqa: FBT001 - an input as it was recorded
    return None if value is None else str(value).lower()
