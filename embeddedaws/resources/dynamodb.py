"""DynamoDB's tables."""

from operator import itemgetter
from typing import Any

from embeddedaws.resources.maker import Aws, Maker, Makers, State
from embeddedaws.resources.tagging import Tagging
from pulumicheck.types import dynamodb
from pulumicheck.types.inputs import Inputs, at

_SERVICE = "dynamodb"
_KEYS = {"HASH": "hashKey", "RANGE": "rangeKey"}


def _create(aws: Aws, inputs: Inputs) -> None:
    indexes = [_index(index) for index in inputs.get("globalSecondaryIndexes") or []]
    aws(
        _SERVICE,
        "create_table",
        TableName=inputs["name"],
        BillingMode=inputs["billingMode"],
        AttributeDefinitions=_attributes(inputs),
        KeySchema=_key_schema(inputs),
        DeletionProtectionEnabled=inputs.get("deletionProtectionEnabled", False),
        GlobalSecondaryIndexes=indexes or None,
        SSESpecification={"Enabled": True} if at(inputs, "serverSideEncryption.enabled") else None,
    )
    _keep_time(aws, inputs, {})


def _update(aws: Aws, state: State, inputs: Inputs) -> None:
    old, new = _indexes(state), _indexes(inputs)
    updates = [{"Delete": {"IndexName": name}} for name in old if old[name] != new.get(name)]
    updates += [{"Create": new[name]} for name in new if new[name] != old.get(name)]
    for update in updates:  # DynamoDB takes one index at a time
        attributes = _attributes(inputs) if "Create" in update else None
        indexes = [update]
        aws(
            _SERVICE,
            "update_table",
            TableName=state["name"],
            AttributeDefinitions=attributes,
            GlobalSecondaryIndexUpdates=indexes,
        )
    aws(
        _SERVICE,
        "update_table",
        TableName=state["name"],
        BillingMode=inputs["billingMode"],
        DeletionProtectionEnabled=inputs.get("deletionProtectionEnabled", False),
        SSESpecification={"Enabled": bool(at(inputs, "serverSideEncryption.enabled"))},
    )
    _keep_time(aws, inputs, state)


def _keep_time(aws: Aws, inputs: Inputs, before: State) -> None:
    """Time to live and point-in-time recovery, which calls of their own switch."""
    table, ttl, old = inputs["name"], inputs.get("ttl") or {}, before.get("ttl") or {}
    enabled = bool(ttl) and ttl.get("enabled", True)
    if enabled != (bool(old) and old.get("enabled", True)):
        attribute = {"AttributeName": (ttl or old)["attributeName"], "Enabled": enabled}
        aws(_SERVICE, "update_time_to_live", TableName=table, TimeToLiveSpecification=attribute)
    recovery = bool(at(inputs, "pointInTimeRecovery.enabled"))
    if recovery != bool(at(before, "pointInTimeRecovery.enabled")):
        setting = {"PointInTimeRecoveryEnabled": recovery}
        aws(_SERVICE, "update_continuous_backups", TableName=table, PointInTimeRecoverySpecification=setting)


def _read(aws: Aws, state: State) -> dict[str, Any]:
    name = state["name"]
    table = aws(_SERVICE, "describe_table", TableName=name)["Table"]
    ttl = aws(_SERVICE, "describe_time_to_live", TableName=name)["TimeToLiveDescription"]
    backups = aws(_SERVICE, "describe_continuous_backups", TableName=name)["ContinuousBackupsDescription"]
    recovery = backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"]
    return {
        "name": name,
        "billingMode": table.get("BillingModeSummary", {}).get("BillingMode", "PROVISIONED"),
        "attributes": [
            {"name": each["AttributeName"], "type": each["AttributeType"]} for each in table["AttributeDefinitions"]
        ],
        **_keys_of(table),
        "deletionProtectionEnabled": table.get("DeletionProtectionEnabled", False),
        "globalSecondaryIndexes": [
            {
                "name": index["IndexName"],
                "projectionType": index["Projection"]["ProjectionType"],
                **({"nonKeyAttributes": also} if (also := index["Projection"].get("NonKeyAttributes")) else {}),
                **_keys_of(index),
            }
            for index in table.get("GlobalSecondaryIndexes", [])
        ],
        "serverSideEncryption": {"enabled": table.get("SSEDescription", {}).get("Status") == "ENABLED"},
        "ttl": {"attributeName": ttl.get("AttributeName"), "enabled": ttl["TimeToLiveStatus"] == "ENABLED"},
        "pointInTimeRecovery": {"enabled": recovery == "ENABLED"},
    }


def _attributes(inputs: Inputs) -> list[Any]:
    return [{"AttributeName": each["name"], "AttributeType": each["type"]} for each in inputs["attributes"]]


def _indexes(inputs: Inputs) -> dict[str, dict[str, Any]]:
    return {index["name"]: _index(index) for index in inputs.get("globalSecondaryIndexes") or []}


def _index(index: Inputs) -> dict[str, Any]:
    also = {"NonKeyAttributes": index["nonKeyAttributes"]} if index.get("nonKeyAttributes") else {}
    return {
        "IndexName": index["name"],
        "KeySchema": _key_schema(index),
        "Projection": {"ProjectionType": index["projectionType"], **also},
    }


def _key_schema(inputs: Inputs) -> list[Any]:
    if inputs.get("keySchemas"):
        return [{"AttributeName": key["attributeName"], "KeyType": key["keyType"]} for key in inputs["keySchemas"]]
    return [{"AttributeName": inputs[key], "KeyType": kind} for kind, key in _KEYS.items() if inputs.get(key)]


def _keys_of(table: Inputs) -> dict[str, str]:
    return {_KEYS[key["KeyType"]]: key["AttributeName"] for key in table["KeySchema"]}


MAKERS: Makers = {
    dynamodb.TABLE: Maker(
        (
            "name",
            "billingMode",
            "attributes",
            "hashKey",
            "rangeKey",
            "deletionProtectionEnabled",
            "globalSecondaryIndexes",
            "serverSideEncryption.enabled",
            "ttl.attributeName",
            "ttl.enabled",
            "pointInTimeRecovery.enabled",
        ),
        create=_create,
        read=_read,
        update=_update,
        delete=lambda aws, state: aws(_SERVICE, "delete_table", TableName=state["name"]),
        defaults={
            "deletionProtectionEnabled": False,
            "serverSideEncryption": {"enabled": False},
            "pointInTimeRecovery": {"enabled": False},
        },
        meaning={
            "attributes": lambda found: sorted(found, key=itemgetter("name")),
            "globalSecondaryIndexes": lambda found: sorted(map(_index, found), key=itemgetter("IndexName")),
            "ttl": lambda ttl: ttl["attributeName"] if ttl.get("enabled", True) else None,
        },
        tagging=Tagging(_SERVICE, list_="list_tags_of_resource"),
    ),
}
