"""The lanes of the picture, left to right as data flows, and which kind of resource stands in which."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pulumicheck.map.nodes import STACK_GROUP, Group, Node
from pulumicheck.types.kinds import DRAWINGS

LANES = {
    "sources": "Sources",
    "queues": "Queues and alarms",
    "triggers": "Mappings and roles",
    "functions": "Functions and logs",
    "services": "What they call",
    "outside": "Outside",
}
"""Ids and titles."""
_ORDER = list(DRAWINGS)


def lane_of(nodes: Iterable[Node]) -> str:
    """The lane of a group: that of its first box or, where it has chips only, first chip; who sends is a source."""
    first = min(nodes, key=place_in_lane)
    return "sources" if first.outsider and first.outsider.sends else DRAWINGS[first.kind].lane


def place_in_lane(node: Node) -> tuple[bool, int, str]:
    """What sorts boxes from top to bottom: boxes before chips, then by kind and name."""
    return node.minor, _ORDER.index(node.kind), node.id


def in_lanes(nodes: Sequence[Node], groups: Sequence[Group]) -> tuple[list[Node], list[Group]]:
    """The same, where what is part of no component stands in a group for each of its lanes, if it has several."""
    loose = [node for node in nodes if node.group == STACK_GROUP.id]
    named: dict[str, tuple[int, Node]] = {}
    for place, box in enumerate(loose):
        for name in {box.arn, box.resource.id} - {""} if box.resource else ():
            named.setdefault(name, (place, box))
    lanes = {node.id: lane_of([_holder(node, named)]) for node in loose}
    if len(set(lanes.values())) <= 1:
        return list(nodes), list(groups)
    parts = {lane: replace(STACK_GROUP, id=f"{STACK_GROUP.id}-{lane}") for lane in LANES if lane in lanes.values()}
    others = [group for group in groups if group != STACK_GROUP]
    moved = [replace(each, group=parts[lanes[each.id]].id) if each.id in lanes else each for each in nodes]
    return moved, [*parts.values(), *others]


def _holder(node: Node, boxes: Mapping[str, tuple[int, Node]]) -> Node:
    """Of a chip, the first box that its inputs name; of a box, itself."""
    named = map(str, node.resource.inputs.values()) if node.resource and node.minor else ()
    found = [boxes[name] for name in named if name in boxes]
    return min(found, key=lambda found: found[0])[1] if found else node
