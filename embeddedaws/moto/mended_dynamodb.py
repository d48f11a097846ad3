"""What DynamoDB refuses and moto takes (API reference; developer guide, "Constraints in Amazon DynamoDB")."""

import re
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from moto.core.responses import ActionResult
from moto.dynamodb.exceptions import ItemSizeTooLarge, MockValidationException, ProvidedKeyDoesNotExist
from moto.dynamodb.models.dynamo_type import DynamoType, LimitedSizeDict
from moto.dynamodb.models.utilities import bytesize
from moto.dynamodb.responses import DynamoHandler

from embeddedaws.moto.dynamodb_values import check_values

_ITEM_BYTES = 400 * 1024
_WRITES = range(1, 26)
_TABLE_NAME = re.compile(r"[A-Za-z0-9_.-]{3,255}")
_KEY_TYPES = {"B", "N", "S"}
_PLACEHOLDER = re.compile(r"#\w+")
_NO_KEY_CONDITION = re.compile(r"\b(?:OR|NOT|IN)\b|<>", re.IGNORECASE)


@contextmanager
def mended_dynamodb() -> Generator[None]:
    """Refuses it while the context lasts; and an item may have 400 KB, not somewhat less."""
    with ExitStack() as patches, patch.object(LimitedSizeDict, "__setitem__", _set_attribute):
        for operation, check in _CHECKS.items():
            carried_out = getattr(DynamoHandler, operation)
            patches.enter_context(patch.object(DynamoHandler, operation, _checked(carried_out, check)))
        yield


Handler = Callable[[DynamoHandler], ActionResult]
Check = Callable[[DynamoHandler], None]


def _checked(carry_out: Handler, check: Check) -> Handler:
    def operation(handler: DynamoHandler) -> ActionResult:
        _check_placeholders(handler.body)
        check(handler)
        return carry_out(handler)

    return operation


def _check_placeholders(body: Mapping[str, Any]) -> None:
    names = body.get("ExpressionAttributeNames") or {}
    for parameter, expression in body.items():
        for used in _PLACEHOLDER.findall(expression) if parameter.endswith("Expression") else []:
            if used not in names:
                reason = "An expression attribute name used in the document path is not defined; attribute name"
                raise MockValidationException(f"Invalid {parameter}: {reason}: {used}")


def _check_put(handler: DynamoHandler) -> None:
    check_values(handler.body["Item"].values())


def _check_key(handler: DynamoHandler) -> None:
    table = handler.dynamodb_backend.get_table(handler.body["TableName"])
    types = {definition["AttributeName"]: definition["AttributeType"] for definition in table.attr}
    for name, value in handler.body["Key"].items():
        if name in types and types[name] not in value:
            raise ProvidedKeyDoesNotExist


def _check_query(handler: DynamoHandler) -> None:
    found = _NO_KEY_CONDITION.search(handler.body.get("KeyConditionExpression", ""))
    if found:
        raise MockValidationException(f"Invalid operator used in KeyConditionExpression: {found[0]}")


def _check_writes(handler: DynamoHandler) -> None:
    requests = [request for requests in handler.body["RequestItems"].values() for request in requests]
    if len(requests) not in _WRITES:
        raise MockValidationException("Too many items requested for the BatchWriteItem call, or none")
    for request in requests:
        check_values(request.get("PutRequest", {}).get("Item", {}).values())


def _check_reads(handler: DynamoHandler) -> None:
    if not all(request["Keys"] for request in handler.body["RequestItems"].values()):
        raise MockValidationException("Member 'keys' must have length greater than or equal to 1")


def _check_table(handler: DynamoHandler) -> None:
    body = handler.body
    if not _TABLE_NAME.fullmatch(body["TableName"]):
        raise MockValidationException("TableName must have 3 to 255 of the characters a-z, A-Z, 0-9, '_', '-' and '.'")
    if body["KeySchema"][0]["KeyType"] != "HASH":
        raise MockValidationException("Invalid KeySchema: The first KeySchemaElement is not a HASH key type")
    for definition in body["AttributeDefinitions"]:
        if definition["AttributeType"] not in _KEY_TYPES:
            kind = definition["AttributeType"]
            raise MockValidationException(f"Member must satisfy enum value set: [B, N, S]; attributeType is '{kind}'")


def _check_time_to_live(handler: DynamoHandler) -> None:
    asked = handler.body["TimeToLiveSpecification"]
    now = handler.dynamodb_backend.get_table(handler.body["TableName"]).ttl
    enabled = now["TimeToLiveStatus"] == "ENABLED"
    if enabled and now["AttributeName"] != asked["AttributeName"]:
        raise MockValidationException(f"TimeToLive is active on a different AttributeName: {now['AttributeName']}")
    if enabled == asked["Enabled"]:
        raise MockValidationException(f"TimeToLive is already {'enabled' if enabled else 'disabled'}")


def _set_attribute(attributes: LimitedSizeDict, key: str, value: Any) -> None:
    others = [each for pair in attributes.items() if pair[0] != key for each in pair]
    if sum(_size(each) for each in (*others, key, value)) > _ITEM_BYTES:
        raise ItemSizeTooLarge
    dict.__setitem__(attributes, key, value)


def _size(value: Any) -> int:
    return value.size() if isinstance(value, DynamoType) else bytesize(str(value))


_CHECKS: Mapping[str, Check] = {
    "batch_get_item": _check_reads,
    "batch_write_item": _check_writes,
    "create_table": _check_table,
    "delete_item": _check_key,
    "get_item": _check_key,
    "put_item": _check_put,
    "query": _check_query,
    "scan": lambda _: None,
    "update_item": _check_key,
    "update_time_to_live": _check_time_to_live,
}
