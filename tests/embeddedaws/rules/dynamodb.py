"""DynamoDB: tables, items and expressions."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from botocore.exceptions import ClientError

from .rule import OK, Refused, Rule, World, codes

_INVALID, _FAILED = "ValidationException", "ConditionalCheckFailedException"
_ITEM: Any = {"id": {"S": "a"}, "seats": {"N": "2"}, "city": {"S": "Pune"}}
_KEY: Any = {"id": {"S": "a"}}


def _put(world: World, *items: Mapping[str, Any], **asked: Any) -> Any:
    """Tries to put each of these items into a table that has one."""
    put = partial(world.aws.dynamodb.put_item, TableName=world.table(_ITEM), **asked)
    return codes(*(partial(put, Item=item) for item in items))


def _update(world: World, expression: str, **asked: Any) -> Any:
    return world.aws.dynamodb.update_item(TableName=world.table(_ITEM), Key=_KEY, UpdateExpression=expression, **asked)


def _value(**values: Any) -> dict[str, Any]:
    return {f":{name}": {"N" if isinstance(value, int) else "S": str(value)} for name, value in values.items()}


def _item_of_the_refusal(returned: str) -> Callable[[World], Any]:
    def calls(world: World) -> Any:
        try:
            world.aws.dynamodb.put_item(
                TableName=world.table(_ITEM),
                Item=_KEY,
                ConditionExpression="attribute_not_exists(id)",
                ReturnValuesOnConditionCheckFailure=returned,
            )
        except ClientError as error:
            answer: Any = error.response
            return answer.get("Item")
        return OK

    return calls


def _gets(world: World, *keys: Mapping[str, Any]) -> list[str]:
    get = partial(world.aws.dynamodb.get_item, TableName=world.table(_ITEM))
    return codes(*(partial(get, Key=key) for key in keys))


def _queries(world: World, *conditions: str) -> list[str]:
    table = world.table(sort="at")
    query = partial(world.aws.dynamodb.query, TableName=table)
    answers: list[str] = []
    for condition in conditions:
        values = {name: value for name, value in _value(a="a", b="b").items() if name in condition}
        answers += codes(partial(query, KeyConditionExpression=condition, ExpressionAttributeValues=values))
    return answers


def _writes(world: World, *sizes: int) -> list[str]:
    table, answers = world.table(), list[str]()
    for size in sizes:
        requests = [{"PutRequest": {"Item": {"id": {"S": str(number)}}}} for number in range(size)]
        answers += codes(partial(world.aws.dynamodb.batch_write_item, RequestItems={table: requests}))
    return answers


def _write_twice(world: World) -> Any:
    request = {"PutRequest": {"Item": _ITEM}}
    return world.aws.dynamodb.batch_write_item(RequestItems={world.table(): [request, request]})


def _reads(world: World, *sizes: int) -> list[str]:
    table, answers = world.table(), list[str]()
    for size in sizes:
        keys = [{"id": {"S": str(number)}} for number in range(size)]
        answers += codes(partial(world.aws.dynamodb.batch_get_item, RequestItems={table: {"Keys": keys}}))
    return answers


def _create(world: World, keys: Mapping[str, str], defined: Mapping[str, str], **asked: Any) -> Callable[[], Any]:
    usual: dict[str, Any] = {
        "TableName": world.name(),
        "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": [{"AttributeName": name, "KeyType": kind} for name, kind in keys.items()],
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": kind} for name, kind in defined.items()],
    }
    return partial(world.aws.dynamodb.create_table, **{**usual, **asked})


def _schemas(world: World) -> list[str]:
    return codes(
        _create(world, {"id": "HASH"}, {}),
        _create(world, {"id": "HASH"}, {"id": "S", "at": "S"}),
        _create(world, {"id": "RANGE"}, {"id": "S"}),
        _create(world, {"id": "HASH"}, {"id": "BOOL"}),
    )


def _ttl(world: World, *attributes: str) -> list[str]:
    update = partial(world.aws.dynamodb.update_time_to_live, TableName=world.table())
    return codes(
        *(partial(update, TimeToLiveSpecification={"Enabled": True, "AttributeName": name}) for name in attributes)
    )


def _ttl_shown(world: World) -> tuple[str, str]:
    table = world.table()
    world.aws.dynamodb.update_time_to_live(
        TableName=table, TimeToLiveSpecification={"Enabled": True, "AttributeName": "expiresAt"}
    )
    shown = world.aws.dynamodb.describe_time_to_live(TableName=table)["TimeToLiveDescription"]
    return shown["TimeToLiveStatus"], shown["AttributeName"]


def _transaction(world: World) -> tuple[list[str], bool]:
    table, other = world.table(_ITEM), {"id": {"S": "b"}}
    taken = {"TableName": table, "Item": _KEY, "ConditionExpression": "attribute_not_exists(id)"}
    puts = [{"Put": {"TableName": table, "Item": other}}, {"Put": taken}]
    answers = codes(partial(world.aws.dynamodb.transact_write_items, TransactItems=puts))
    return answers, "Item" in world.aws.dynamodb.get_item(TableName=table, Key=other)


def _long_transactions(world: World) -> list[str]:
    table, answers = world.table(), list[str]()
    for size in (100, 101):
        puts = [{"Put": {"TableName": table, "Item": {"id": {"S": str(number)}}}} for number in range(size)]
        answers += codes(partial(world.aws.dynamodb.transact_write_items, TransactItems=puts))
    return answers


def _protected(world: World) -> list[str]:
    table = world.table()
    change = partial(world.aws.dynamodb.update_table, TableName=table)
    change(DeletionProtectionEnabled=True)
    delete = partial(world.aws.dynamodb.delete_table, TableName=table)
    first = codes(delete)
    change(DeletionProtectionEnabled=False)
    return first + codes(delete)


def _pages(world: World) -> list[int]:
    items = [{"id": {"S": "a"}, "at": {"S": str(number)}} for number in range(3)]
    query: dict[str, Any] = {"TableName": world.table(*items, sort="at"), "Limit": 2}
    query |= {"KeyConditionExpression": "id = :a", "ExpressionAttributeValues": _value(a="a")}
    first = world.aws.dynamodb.query(**query)
    second = world.aws.dynamodb.query(**query, ExclusiveStartKey=first["LastEvaluatedKey"])
    return [first["Count"], second["Count"], len(second.get("LastEvaluatedKey", {}))]


def _consistent_read_of_an_index(world: World) -> Any:
    index = {
        "IndexName": "by-city",
        "KeySchema": [{"AttributeName": "city", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"},
    }
    name = world.name()
    _create(world, {"id": "HASH"}, {"id": "S", "city": "S"}, TableName=name, GlobalSecondaryIndexes=[index])()
    return world.aws.dynamodb.query(
        TableName=name,
        IndexName="by-city",
        ConsistentRead=True,
        KeyConditionExpression="city = :a",
        ExpressionAttributeValues=_value(a="Pune"),
    )


def _counted_up(world: World) -> str:
    updated = _update(world, "ADD seats :n", ExpressionAttributeValues=_value(n=3), ReturnValues="UPDATED_NEW")
    return updated["Attributes"]["seats"]["N"]


RULES = [
    Rule(
        "DynamoDB",
        "A conditional write fails where its condition does not hold.",
        "Condition expressions",
        lambda w: _put(w, _ITEM, {"id": {"S": "b"}}, ConditionExpression="attribute_not_exists(id)"),
        [_FAILED, OK],
    ),
    Rule(
        "DynamoDB",
        "A failed conditional write shows the item where that is asked for.",
        "PutItem",
        _item_of_the_refusal("ALL_OLD"),
        _ITEM,
    ),
    Rule(
        "DynamoDB", "A failed conditional write shows nothing otherwise.", "PutItem", _item_of_the_refusal("NONE"), None
    ),
    Rule(
        "DynamoDB",
        "A put gives back what was, and nothing else.",
        "PutItem",
        lambda w: _put(w, _ITEM, ReturnValues="ALL_NEW"),
        [_INVALID],
    ),
    Rule(
        "DynamoDB",
        "An item has its key, of the key's type.",
        "PutItem",
        lambda w: _put(w, {"city": {"S": "Pune"}}, {"id": {"N": "1"}}),
        [_INVALID, _INVALID],
    ),
    Rule(
        "DynamoDB",
        "A key is no empty string; another attribute may be one.",
        "PutItem",
        lambda w: _put(w, {"id": {"S": ""}}, {"id": {"S": "b"}, "city": {"S": ""}}),
        [_INVALID, OK],
    ),
    Rule(
        "DynamoDB",
        "A set is not empty.",
        "AttributeValue",
        lambda w: _put(w, {"id": {"S": "b"}, "tags": {"SS": []}}),
        [_INVALID],
    ),
    Rule(
        "DynamoDB",
        "A set has no value twice.",
        "AttributeValue",
        lambda w: _put(w, {"id": {"S": "b"}, "tags": {"SS": ["x", "x"]}}),
        [_INVALID],
    ),
    Rule(
        "DynamoDB",
        "A number has 38 digits at most.",
        "Supported data types and naming rules in Amazon DynamoDB",
        lambda w: _put(w, {"id": {"S": "b"}, "n": {"N": "1" * 39}}, {"id": {"S": "b"}, "n": {"N": "1" * 38}}),
        [_INVALID, OK],
    ),
    Rule(
        "DynamoDB",
        "An item has 400 KB at most, its attributes' names included.",
        "Constraints in Amazon DynamoDB",
        lambda w: _put(w, {"id": {"S": "b"}, "x": {"S": "x" * 409_597}}, {"id": {"S": "b"}, "x": {"S": "x" * 409_596}}),
        [_INVALID, OK],
    ),
    Rule(
        "DynamoDB",
        "A partition key has 2,048 bytes at most.",
        "Constraints in Amazon DynamoDB",
        lambda w: _put(w, {"id": {"S": "x" * 2049}}, {"id": {"S": "x" * 2048}}),
        [_INVALID, OK],
    ),
    Rule(
        "DynamoDB",
        "An item is asked for by its whole key and nothing else.",
        "GetItem",
        lambda w: _gets(w, {"city": {"S": "Pune"}}, {**_KEY, "city": {"S": "Pune"}}, {"id": {"N": "1"}}, _KEY),
        [_INVALID, _INVALID, _INVALID, OK],
    ),
    Rule(
        "DynamoDB",
        "A query names one partition key.",
        "Query",
        lambda w: _queries(w, "at = :b", "id > :a", "id = :a OR at = :b", "id = :a AND at > :b"),
        [_INVALID, _INVALID, _INVALID, OK],
    ),
    Rule(
        "DynamoDB", "A query with a limit says where it stopped.", "Paginating table query results", _pages, [2, 1, 0]
    ),
    Rule(
        "DynamoDB", "A global index has no consistent reads.", "Query", _consistent_read_of_an_index, Refused(_INVALID)
    ),
    Rule(
        "DynamoDB",
        "A batch writes 1 to 25 items.",
        "BatchWriteItem",
        lambda w: _writes(w, 0, 26, 25),
        [_INVALID, _INVALID, OK],
    ),
    Rule("DynamoDB", "A batch writes an item once.", "BatchWriteItem", _write_twice, Refused(_INVALID)),
    Rule(
        "DynamoDB",
        "A batch reads 1 to 100 items.",
        "BatchGetItem",
        lambda w: _reads(w, 0, 101, 100),
        [_INVALID, _INVALID, OK],
    ),
    Rule(
        "DynamoDB",
        "A reserved word needs a placeholder.",
        "Reserved words in DynamoDB",
        lambda w: codes(
            partial(
                _update,
                w,
                "SET #s = :s",
                ExpressionAttributeNames={"#s": "status"},
                ExpressionAttributeValues=_value(s="x"),
            ),
            partial(_update, w, "SET status = :s", ExpressionAttributeValues=_value(s="x")),
            partial(_update, w, "SET ttl = :s", ExpressionAttributeValues=_value(s="x")),
        ),
        [OK, _INVALID, _INVALID],
    ),
    Rule(
        "DynamoDB",
        "A placeholder is defined and used.",
        "Using expression attribute names in DynamoDB",
        lambda w: codes(
            partial(_update, w, "SET city = :c", ExpressionAttributeValues=_value(d="x")),
            partial(_update, w, "SET city = :c", ExpressionAttributeValues=_value(c="x", d="x")),
            partial(_update, w, "SET #c = :c", ExpressionAttributeValues=_value(c="x")),
        ),
        [_INVALID] * 3,
    ),
    Rule(
        "DynamoDB",
        "A key cannot be updated.",
        "UpdateItem",
        lambda w: _update(w, "SET id = :i", ExpressionAttributeValues=_value(i="b")),
        Refused(_INVALID),
    ),
    Rule(
        "DynamoDB",
        "An update sets a path once.",
        "Update expressions",
        lambda w: _update(w, "SET city = :a, city = :b", ExpressionAttributeValues=_value(a="x", b="y")),
        Refused(_INVALID),
    ),
    Rule("DynamoDB", "ADD adds to numbers.", "Update expressions", _counted_up, "5"),
    Rule(
        "DynamoDB",
        "ADD does not add to texts.",
        "Update expressions",
        lambda w: _update(w, "ADD city :n", ExpressionAttributeValues=_value(n=1)),
        Refused(_INVALID),
    ),
    Rule(
        "DynamoDB",
        "A transaction writes all or nothing.",
        "TransactWriteItems",
        _transaction,
        (["TransactionCanceledException"], False),
    ),
    Rule(
        "DynamoDB", "A transaction has 100 actions at most.", "TransactWriteItems", _long_transactions, [OK, _INVALID]
    ),
    Rule(
        "DynamoDB",
        "A key's attributes are defined, with a type that a key can have, and no others are.",
        "CreateTable",
        _schemas,
        [_INVALID] * 4,
    ),
    Rule(
        "DynamoDB",
        "A table's name has 3 to 255 letters, digits, underscores, hyphens and dots.",
        "CreateTable",
        lambda w: codes(
            *(_create(w, {"id": "HASH"}, {"id": "S"}, TableName=name) for name in ("ab", "a b c", "x" * 256))
        ),
        [_INVALID] * 3,
    ),
    Rule(
        "DynamoDB",
        "A table's name is taken once.",
        "CreateTable",
        lambda w: _create(w, {"id": "HASH"}, {"id": "S"}, TableName=w.table())(),
        Refused("ResourceInUseException"),
    ),
    Rule(
        "DynamoDB",
        "A table that is not there is not found.",
        "DescribeTable",
        lambda w: w.aws.dynamodb.describe_table(TableName="none"),
        Refused("ResourceNotFoundException"),
    ),
    Rule("DynamoDB", "A protected table is not deleted.", "DeleteTable", _protected, [_INVALID, OK]),
    Rule(
        "DynamoDB",
        "Time to live is enabled once.",
        "UpdateTimeToLive",
        lambda w: _ttl(w, "expiresAt", "expiresAt", "other"),
        [OK, _INVALID, _INVALID],
    ),
    Rule("DynamoDB", "Time to live goes by one attribute.", "DescribeTimeToLive", _ttl_shown, ("ENABLED", "expiresAt")),
]
