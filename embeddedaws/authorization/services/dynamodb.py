"""DynamoDB (service authorization reference, "Amazon DynamoDB"; developer guide, "Using IAM policy conditions")."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.authorization.tag_keys import request_tags
from embeddedaws.call import Call, NotMapped
from embeddedaws.moto.deployed import Deployed

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
# The parts of a transaction, the action that each needs, and where each has its key.
_TRANSACTIONS = {
    "ConditionCheck": ("ConditionCheckItem", "Key"),
    "Delete": ("DeleteItem", "Key"),
    "Get": ("GetItem", "Key"),
    "Put": ("PutItem", "Item"),
    "Update": ("UpdateItem", "Key"),
}
_WRITES = {"DeleteRequest": "Key", "PutRequest": "Item"}

Parameters = Mapping[str, Any]


def calls(request: ApiRequest, deployed: Deployed) -> list[Call]:
    """The action is the operation's, the resource its table or index; a batch asks for each table it names."""
    operation, parameters = request.operation("DynamoDB_20120810")
    if operation in _OF_ITEMS:
        return [_on_items(deployed, operation, parameters, [parameters[_OF_ITEMS[operation]]])]
    if operation == "Query":
        return [_call(deployed, operation, parameters, _queried_keys(deployed, parameters))]
    if operation == "BatchGetItem":
        return list(_batch_get(deployed, parameters))
    if operation == "BatchWriteItem":
        return list(_batch_write(deployed, parameters))
    if operation in {"TransactGetItems", "TransactWriteItems"}:
        return list(_transaction(deployed, parameters))
    if operation == "Scan" or operation in _OF_A_TABLE:  # a Scan has no leading keys: it reads all partitions
        return [_call(deployed, operation, parameters, [])]
    raise NotMapped


def _call(deployed: Deployed, operation: str, parameters: Parameters, leading_keys: Sequence[str]) -> Call:
    context = request_tags(parameters.get("Tags"))
    if leading_keys:
        context["dynamodb:LeadingKeys"] = leading_keys
    for parameter in ("Select", "ReturnValues", "ReturnConsumedCapacity"):
        if parameter in parameters:
            context[f"dynamodb:{parameter}"] = str(parameters[parameter])
    return Call(f"dynamodb:{operation}", _resource(deployed, parameters), context)


def _resource(deployed: Deployed, parameters: Parameters) -> str:
    named: str = parameters["TableName"]
    table = named if named.startswith("arn:") else deployed.account.arn("dynamodb", f"table/{named}")
    if parameters.get("IndexName") == "":  # moto takes it for none
        raise NotMapped
    return f"{table}/index/{parameters['IndexName']}" if "IndexName" in parameters else table


def _on_items(deployed: Deployed, operation: str, parameters: Parameters, items: Sequence[Parameters]) -> Call:
    """A call about these keys or items: the values of their partition key lead."""
    hash_key = _hash_key(deployed, parameters)
    return _call(deployed, operation, parameters, [_plain(item[hash_key]) for item in items if hash_key in item])


def _hash_key(deployed: Deployed, parameters: Parameters) -> str:
    schema = deployed.key_schema_of(parameters["TableName"], parameters.get("IndexName"))
    return next((key["AttributeName"] for key in schema if key["KeyType"] == "HASH"), "")


def _queried_keys(deployed: Deployed, parameters: Parameters) -> list[str]:
    """The partition that a Query reads, from either way to say so."""
    if parameters.get("KeyConditionExpression") is not None:
        return [_plain(value) for value in deployed.queried_keys(parameters)]
    conditions = parameters["KeyConditions"]
    return [_plain(value) for value in conditions[_hash_key(deployed, parameters)]["AttributeValueList"]]


def _batch_get(deployed: Deployed, parameters: Parameters) -> Iterator[Call]:
    for table, asked in parameters["RequestItems"].items():
        yield _on_items(deployed, "BatchGetItem", {**asked, "TableName": table}, asked["Keys"])


def _batch_write(deployed: Deployed, parameters: Parameters) -> Iterator[Call]:
    for table, writes in parameters["RequestItems"].items():
        items = [request[_WRITES[kind]] for write in writes for kind, request in write.items()]
        yield _on_items(deployed, "BatchWriteItem", {"TableName": table}, items)


def _transaction(deployed: Deployed, parameters: Parameters) -> Iterator[Call]:
    """A transaction needs the permission of each of its parts, and none of its own."""
    for part in parameters["TransactItems"]:
        for kind, item in part.items():
            operation, key = _TRANSACTIONS[kind]
            yield _on_items(deployed, operation, item, [item[key]])


def _plain(value: Mapping[str, Any]) -> str:
    (plain,) = value.values()  # one type, or nobody knows which counts
    return str(plain)
