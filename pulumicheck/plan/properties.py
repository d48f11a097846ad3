"""The properties of a resource that matter to a reader, in a few words."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

# Paths into a resource's inputs; what is named in another line of the plan, or is the same everywhere, is left out.
_PATHS: dict[str, tuple[str, ...]] = {
    "aws:cloudwatch/logGroup:LogGroup": ("retentionInDays",),
    "aws:cloudwatch/logMetricFilter:LogMetricFilter": ("pattern",),
    "aws:cloudwatch/metricAlarm:MetricAlarm": ("metricName", "comparisonOperator", "threshold", "period"),
    "aws:dynamodb/table:Table": (
        "hashKey",
        "rangeKey",
        "globalSecondaryIndexes",
        "billingMode",
        "ttl.attributeName",
        "pointInTimeRecovery.enabled",
        "deletionProtectionEnabled",
    ),
    "aws:ecr/repository:Repository": ("imageTagMutability",),
    "aws:lambda/eventSourceMapping:EventSourceMapping": (
        "batchSize",
        "scalingConfig.maximumConcurrency",
        "functionResponseTypes",
    ),
    "aws:lambda/function:Function": ("imageConfig.commands", "architectures", "memorySize", "timeout"),
    "aws:s3/bucketOwnershipControls:BucketOwnershipControls": ("rule.objectOwnership",),
    "aws:s3/bucketVersioning:BucketVersioning": ("versioningConfiguration.status",),
    "aws:sqs/queue:Queue": (
        "visibilityTimeoutSeconds",
        "messageRetentionSeconds",
        "redrivePolicy.maxReceiveCount",
        "sqsManagedSseEnabled",
    ),
    "pulumi:providers:aws": ("region",),
}
_NAMES = ("name", "bucket", "bucketPrefix", "emailIdentity")


def physical_name(inputs: Mapping[str, Any]) -> str:
    """What AWS calls the resource; "" where it gets no name of its own."""
    return next((str(inputs[key]) for key in _NAMES if inputs.get(key)), "")


def telling_properties(type_: str, inputs: Mapping[str, Any]) -> str:
    """Such as `memorySize 256, timeout 10`; "" for a type of which nothing more is to be told."""
    return ", ".join(f"{path} {value}" for path, value in _found(type_, inputs))


def _found(type_: str, inputs: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for path in _PATHS.get(type_, ()):
        value: Any = inputs
        for key in path.split("."):
            value = json.loads(value) if isinstance(value, str) else value
            value = value.get(key) if isinstance(value, Mapping) else None
        if value is not None:
            yield path, _shown(value)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(str(each.get("name", each)) if isinstance(each, Mapping) else str(each) for each in value)
    return value if isinstance(value, str) else json.dumps(value)
