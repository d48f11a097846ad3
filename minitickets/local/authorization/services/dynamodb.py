"""DynamoDB (service authorization reference, "Amazon DynamoDB"; developer guide, "Using IAM policy conditions")."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from minitickets.local.authorization.api_request import ApiRequest
from minitickets.local.authorization.call import Call, ContextValue, NotMapped
from minitickets.local.authorization.deployed import Deployed

_OF_ITEMS = {"GetItem": "Key", "DeleteItem": "Key", "UpdateItem": "Key", "PutItem": "Item"}
_OF_A_TABLE = {
    "CreateTable",
    "DeleteTable",
    "DescribeContinuousBackups",
    "DescribeTable",
    "DescribeTimeToLive",
    "UpdateContinuousBackups",
    "UpdateTable",
    "UpdateTimeToLive",
}
_TRANSACTIONS = {
    "ConditionCheck": "ConditionCheckItem",
    "Delete": "DeleteItem",
    "Put": "PutItem",
    "Update": "UpdateItem",
}
_EQUALS = re.compile(r"(?P<name>#?[A-Za-z_][\w.-]*)\s*=\s*(?P<value>:\w+)")

Parameters = Mapping[str, Any]


def calls(request: ApiRequest, deployed: Deployed) -> list[Call]:
    """The action is the operation's, the resource its table or index; a batch asks for each table it names."""
    parameters, operation = request.json(), request.target
    if operation in _OF_ITEMS:
        keys = [parameters.get(_OF_ITEMS[operation], {})]
        return [_call(deployed, operation, parameters, _leading_keys(deployed, parameters, keys))]
    if operation in {"Query", "Scan"}:
        return [_call(deployed, operation, parameters, _queried_keys(deployed, parameters))]
    if operation == "BatchGetItem":
        return list(_batch_get(deployed, parameters))
    if operation == "BatchWriteItem":
        return list(_batch_write(deployed, parameters))
    if operation in {"TransactGetItems", "TransactWriteItems"}:
        return list(_transaction(deployed, parameters))
    if operation in _OF_A_TABLE:
        return [_call(deployed, operation, parameters, [])]
    raise NotMapped


def _call(deployed: Deployed, operation: str, parameters: Parameters, leading_keys: Sequence[str]) -> Call:
    context: dict[str, ContextValue] = {}
    if leading_keys:
        context["dynamodb:LeadingKeys"] = leading_keys
    for parameter in ("Select", "ReturnValues", "ReturnConsumedCapacity"):
        if parameter in parameters:
            context[f"dynamodb:{parameter}"] = str(parameters[parameter])
    return Call(f"dynamodb:{operation}", _resource(deployed, parameters), context)


def _resource(deployed: Deployed, parameters: Parameters) -> str:
    named = str(parameters.get("TableName", ""))
    table = named if named.startswith("arn:") else deployed.place.arn("dynamodb", f"table/{named}")
    return f"{table}/index/{parameters['IndexName']}" if "IndexName" in parameters else table


def _leading_keys(deployed: Deployed, parameters: Parameters, items: Sequence[Parameters]) -> list[str]:
    """The values of the partition key in these keys or items."""
    hash_key = deployed.hash_key_of(str(parameters.get("TableName", "")), parameters.get("IndexName"))
    return [_plain(item[hash_key]) for item in items if hash_key in item]


def _queried_keys(deployed: Deployed, parameters: Parameters) -> list[str]:
    """The partition that a Query reads, from either way to say so; a Scan reads all, and so has none."""
    hash_key = deployed.hash_key_of(str(parameters.get("TableName", "")), parameters.get("IndexName"))
    names, values = parameters.get("ExpressionAttributeNames", {}), parameters.get("ExpressionAttributeValues", {})
    found = [
        _plain(values[match["value"]])
        for match in _EQUALS.finditer(str(parameters.get("KeyConditionExpression", "")))
        if names.get(match["name"], match["name"]) == hash_key and match["value"] in values
    ]
    legacy = parameters.get("KeyConditions", {}).get(hash_key, {}).get("AttributeValueList", [])
    return found + [_plain(value) for value in legacy]


def _batch_get(deployed: Deployed, parameters: Parameters) -> Iterator[Call]:
    for table, asked in parameters.get("RequestItems", {}).items():
        named = {**asked, "TableName": table}
        yield _call(deployed, "BatchGetItem", named, _leading_keys(deployed, named, asked.get("Keys", [])))


def _batch_write(deployed: Deployed, parameters: Parameters) -> Iterator[Call]:
    for table, writes in parameters.get("RequestItems", {}).items():
        items = [
            write.get("PutRequest", {}).get("Item") or write.get("DeleteRequest", {}).get("Key", {}) for write in writes
        ]
        yield _call(
            deployed, "BatchWriteItem", {"TableName": table}, _leading_keys(deployed, {"TableName": table}, items)
        )


def _transaction(deployed: Deployed, parameters: Parameters) -> Iterator[Call]:
    """A transaction needs the permission of each of its parts, and none of its own."""
    for part in parameters.get("TransactItems", []):
        for kind, item in part.items():
            operation = _TRANSACTIONS.get(kind, "GetItem" if kind == "Get" else "")
            if not operation:
                raise NotMapped
            yield _call(
                deployed, operation, item, _leading_keys(deployed, item, [item.get("Key") or item.get("Item", {})])
            )


def _plain(value: Mapping[str, Any]) -> str:
    return str(next(iter(value.values()), ""))
