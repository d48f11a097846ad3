"""What a resource costs while nothing happens.

List prices of us-east-1, from each service's pricing page (aws.amazon.com/<service>/pricing). Requests made by the
pollers: five connections, each a long poll of 20 seconds (Lambda Developer Guide, "Using Lambda with Amazon SQS";
SQS, WaitTimeSeconds).
"""

from pulumicheck.map.nodes import Node
from pulumicheck.map.prices import BACKUP_GIGABYTE_MONTH, BUCKET_GIGABYTE_MONTH, SQS_REQUEST, TABLE_GIGABYTE_MONTH
from pulumicheck.map.wiring import at

_POLLS = 5 * 30 * 24 * 60 * 60 // 20  # in a month


def idle_cost(node: Node) -> str | None:
    """Why it costs money though nothing uses it; None if it does not."""
    if node.resource and node.kind == "table" and at(node.resource.inputs, "pointInTimeRecovery.enabled"):
        return f"{_COSTS['table']} Point-in-time recovery: {BACKUP_GIGABYTE_MONTH:.2f} $ a month for each GB more."
    return _COSTS.get(node.kind)


_COSTS = {
    "mapping": f"Its pollers ask an empty queue too: about {_POLLS:,} receives a month, "
    f"{_POLLS * SQS_REQUEST:.2f} $ after the free million.",
    "alarm": "0.10 $ a month after the first ten, whether it rises or not.",
    "secret": "0.40 $ a month, whether it is read or not.",
    "repository": "0.10 $ a month for each GB of images.",
    "bucket": f"{BUCKET_GIGABYTE_MONTH} $ a month for each GB of objects, older versions included.",
    "table": f"{TABLE_GIGABYTE_MONTH:.2f} $ a month for each GB of items, after the first 25 GB.",
    "log-group": "0.03 $ a month for each GB of lines that it keeps.",
}
