"""DynamoDB: tables."""

from pulumicheck.types.inputs import Inputs, at
from pulumicheck.types.prices import BACKUP_GIGABYTE_MONTH, TABLE_GIGABYTE_MONTH
from pulumicheck.types.resource_type import ResourceType

_KEYS = ("hashKey", "rangeKey")
_BILLED = {"PAY_PER_REQUEST": "each request", "PROVISIONED": "the capacity that it keeps ready"}


def _about(inputs: Inputs) -> str:
    return f"A key-value table, billed for {_BILLED.get(str(inputs.get('billingMode')), _BILLED['PROVISIONED'])}."


def _idle(inputs: Inputs) -> str:
    backup = f" Point-in-time recovery: {BACKUP_GIGABYTE_MONTH:.2f} $ a month for each GB more."
    recovery = backup if at(inputs, "pointInTimeRecovery.enabled") else ""
    return f"{TABLE_GIGABYTE_MONTH:.2f} $ a month for each GB of items, after the first 25 GB.{recovery}"


TABLE = ResourceType(
    "aws:dynamodb/table:Table",
    about=_about,
    console="DynamoDB → Tables → {name} → Explore items",
    cli="aws dynamodb describe-table --table-name {name}",
    kind="table",
    arn="arn:{partition}:dynamodb:{region}:{account}:table/{name}",
    telling=(
        *_KEYS,
        "globalSecondaryIndexes",
        "billingMode",
        "ttl.attributeName",
        "pointInTimeRecovery.enabled",
        "deletionProtectionEnabled",
    ),
    is_acted_on=True,
    lost="its items",
    idle=_idle,
)

ROWS = (TABLE,)
