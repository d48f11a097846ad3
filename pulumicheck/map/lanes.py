"""The lanes of the picture, left to right as data flows, and which kind of resource stands in which."""

from collections.abc import Iterable

from pulumicheck.map.aws_types import Kind
from pulumicheck.map.nodes import Node
from pulumicheck.map.outside import PUBLISHER

LANES = {
    "sources": "Sources",
    "queues": "Queues and alarms",
    "triggers": "Mappings and roles",
    "functions": "Functions and logs",
    "services": "What they call",
    "outside": "Outside",
}
"""Ids and titles."""

# In the order in which they stand below each other.
_LANE_OF: dict[Kind, str] = {
    "queue": "queues",
    "dlq": "queues",
    "alarm": "queues",
    "mapping": "triggers",
    "role": "triggers",
    "function": "functions",
    "log-group": "functions",
    "metric": "functions",
    "table": "services",
    "bucket": "services",
    "secret": "services",
    "identity": "services",
    "policy": "services",
    "external": "outside",
    "topic": "outside",
    "repository": "sources",
    "setting": "sources",
}
_ORDER = list(_LANE_OF)


def lane_of(nodes: Iterable[Node]) -> str:
    """The lane of a group: that of its first box or, where it has chips only, of its first chip."""
    first = min(nodes, key=place_in_lane)
    return "sources" if first.id == PUBLISHER.id else _LANE_OF[first.kind]


def place_in_lane(node: Node) -> tuple[bool, int, str]:
    """What sorts boxes from top to bottom: boxes before chips, then by kind and name."""
    return node.minor, _ORDER.index(node.kind), node.id
