"""Lambda's functions and event source mappings."""

from typing import Any

from embeddedaws.resources.maker import Aws, Maker, Makers, State, Told
from embeddedaws.resources.tagging import Tagging
from pulumicheck.types import lambda_
from pulumicheck.types.inputs import Inputs, at

_SERVICE = "lambda_"
_TAGGING = Tagging(_SERVICE, "Resource", list_="list_tags", as_pairs=False)


def _configuration(inputs: Inputs) -> dict[str, Any]:
    """What CreateFunction and UpdateFunctionConfiguration take alike."""
    logging = inputs.get("loggingConfig") or {}
    return {
        "FunctionName": inputs["name"],
        "Role": inputs["role"],
        "Description": inputs.get("description") or "",
        "MemorySize": inputs.get("memorySize"),
        "Timeout": inputs.get("timeout"),
        "ImageConfig": {"Command": at(inputs, "imageConfig.commands") or []},
        "Environment": {"Variables": at(inputs, "environment.variables") or {}},
        "LoggingConfig": {
            "LogFormat": logging.get("logFormat", "Text"),
            **({"LogGroup": logging["logGroup"]} if logging.get("logGroup") else {}),
        },
    }


def _create(aws: Aws, inputs: Inputs) -> Told:
    made = aws(
        _SERVICE,
        "create_function",
        **_configuration(inputs),
        PackageType=inputs.get("packageType"),
        Code={"ImageUri": inputs["imageUri"]},
        Architectures=inputs.get("architectures"),
    )
    return {"arn": made["FunctionArn"], "lastModified": made["LastModified"]}


def _read(aws: Aws, state: State) -> dict[str, Any]:
    found = aws(_SERVICE, "get_function", FunctionName=state["name"])
    function = found["Configuration"]
    logging = function["LoggingConfig"]
    return {
        "name": function["FunctionName"],
        "packageType": function["PackageType"],
        "imageUri": found["Code"]["ImageUri"],
        "imageConfig": {"commands": function.get("ImageConfigResponse", {}).get("ImageConfig", {}).get("Command")},
        "role": function["Role"],
        "architectures": function["Architectures"],
        "memorySize": function["MemorySize"],
        "timeout": function["Timeout"],
        "description": function.get("Description", ""),
        "environment": {"variables": function.get("Environment", {}).get("Variables")},
        "loggingConfig": {"logFormat": logging["LogFormat"], "logGroup": logging["LogGroup"]},
    }


def _update(aws: Aws, state: State, inputs: Inputs) -> None:
    code = ("imageUri", "architectures")
    if any(inputs.get(key) != state.get(key) for key in code):
        aws(
            _SERVICE,
            "update_function_code",
            FunctionName=state["name"],
            ImageUri=inputs["imageUri"],
            Architectures=inputs.get("architectures"),
        )
    aws(_SERVICE, "update_function_configuration", **_configuration({"memorySize": 128, "timeout": 3, **inputs}))


def _mapping(inputs: Inputs) -> dict[str, Any]:
    """What CreateEventSourceMapping and UpdateEventSourceMapping take alike."""
    concurrency = at(inputs, "scalingConfig.maximumConcurrency")
    return {
        "FunctionName": inputs["functionName"],
        "BatchSize": inputs.get("batchSize"),
        "Enabled": inputs.get("enabled", True),
        "MaximumBatchingWindowInSeconds": inputs.get("maximumBatchingWindowInSeconds"),
        "ScalingConfig": {} if concurrency is None else {"MaximumConcurrency": concurrency},
        "FunctionResponseTypes": inputs.get("functionResponseTypes") or [],
    }


def _create_mapping(aws: Aws, inputs: Inputs) -> Told:
    source = inputs["eventSourceArn"]
    made = aws(_SERVICE, "create_event_source_mapping", EventSourceArn=source, **_mapping(inputs))
    return {"uuid": made["UUID"]}


def _read_mapping(aws: Aws, state: State) -> dict[str, Any]:
    found = aws(_SERVICE, "get_event_source_mapping", UUID=state["uuid"])
    concurrency = found.get("ScalingConfig", {}).get("MaximumConcurrency")
    return {
        "eventSourceArn": found["EventSourceArn"],
        "functionName": found["FunctionArn"].rpartition(":")[2],
        "batchSize": found["BatchSize"],
        "enabled": found["State"] == "Enabled",
        "maximumBatchingWindowInSeconds": found.get("MaximumBatchingWindowInSeconds", 0),
        "scalingConfig": {"maximumConcurrency": concurrency},
        "functionResponseTypes": found.get("FunctionResponseTypes", []),
    }


def _update_mapping(aws: Aws, state: State, inputs: Inputs) -> None:
    given = {"batchSize": 10, "maximumBatchingWindowInSeconds": 0, **inputs}
    aws(_SERVICE, "update_event_source_mapping", UUID=state["uuid"], **_mapping(given))


MAKERS: Makers = {
    lambda_.FUNCTION: Maker(
        (
            "name",
            "packageType",
            "imageUri",
            "imageConfig.commands",
            "role",
            "architectures",
            "memorySize",
            "timeout",
            "description",
            "environment.variables.*",
            "loggingConfig.logFormat",
            "loggingConfig.logGroup",
        ),
        create=_create,
        read=_read,
        update=_update,
        delete=lambda aws, state: aws(_SERVICE, "delete_function", FunctionName=state["name"]),
        defaults={"packageType": "Zip", "memorySize": 128, "timeout": 3, "description": ""},
        computed=("architectures", "loggingConfig"),
        tagging=_TAGGING,
    ),
    lambda_.EVENT_SOURCE_MAPPING: Maker(
        (
            "eventSourceArn",
            "functionName",
            "batchSize",
            "enabled",
            "maximumBatchingWindowInSeconds",
            "scalingConfig.maximumConcurrency",
            "functionResponseTypes",
        ),
        create=_create_mapping,
        read=_read_mapping,
        update=_update_mapping,
        delete=lambda aws, state: aws(_SERVICE, "delete_event_source_mapping", UUID=state["uuid"]),
        defaults={"batchSize": 10, "enabled": True, "maximumBatchingWindowInSeconds": 0},
        meaning={"functionName": lambda name: name.rpartition(":")[2]},  # an ARN means the same
        tagging=_TAGGING,
    ),
}
