"""The inside of a group: its boxes below each other, then its chips, line by line."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from pulumicheck.map.flows import Flow
from pulumicheck.map.geometry import HEADING, Rectangle, box_width, heading_width, text_width
from pulumicheck.map.lanes import place_in_lane
from pulumicheck.map.nodes import Group, Node
from pulumicheck.types.kinds import DRAWINGS

BETWEEN = 28
"""Between two boxes with an arrow from one to the other: room for its label."""
_BOX = 44  # least height of a box
_TRACK = 11  # between two arrows that leave a box on the same side
_PAD = 4  # between a group's frame and what is in it, and between two boxes
_CHIP, _CHIP_GAP = 19, 2


@dataclass(frozen=True)
class Packed:
    """A group with all that is in it, its upper left corner at the origin."""

    group: Group
    boxes: Mapping[str, Rectangle]
    height: float


def least_width(group: Group, nodes: Sequence[Node]) -> float:
    """How wide a group must be for its texts."""
    widths = [_chip_width(node) if node.minor else box_width(node.title, DRAWINGS[node.kind]) for node in nodes]
    return max(*widths, heading_width(group.title)) + 2 * _PAD


class Joints:
    """Which boxes arrows join."""

    def __init__(self, flows: Iterable[Flow]) -> None:
        self._targets: dict[str, list[str]] = defaultdict(list)
        for flow in flows:
            self._targets[flow.source].append(flow.target)

    def are_joined(self, one: str, other: str) -> bool:
        """Whether an arrow goes from one of two to the other."""
        return other in self._targets.get(one, ()) or one in self._targets.get(other, ())

    def leaving(self, node: str, group: Collection[str]) -> int:
        """How many arrows leave a box for another group than its own."""
        return sum(target not in group for target in self._targets.get(node, ()))


def pack(group: Group, nodes: Sequence[Node], joints: Joints, width: float) -> Packed:
    """Gives all of a group their places.

    Args:
        group: the group.
        nodes: its boxes and chips.
        joints: of all arrows.
        width: the group's width.
    """
    inside = {node.id for node in nodes}
    ordered = sorted(nodes, key=place_in_lane)
    boxes: dict[str, Rectangle] = {}
    y: float = HEADING
    stacked = [node for node in ordered if not node.minor]
    for node, following in zip_longest(stacked, stacked[1:]):
        height = max(_BOX, _TRACK * (joints.leaving(node.id, inside) + 1))
        boxes[node.id] = Rectangle(_PAD, y, width - 2 * _PAD, height)
        y += height + (BETWEEN if following and joints.are_joined(node.id, following.id) else _PAD)
    for line in _lines([node for node in ordered if node.minor], width - 2 * _PAD):
        x: float = _PAD
        for chip in line:
            boxes[chip.id] = Rectangle(x, y, _chip_width(chip), _CHIP)
            x += _chip_width(chip) + _CHIP_GAP
        y += _CHIP + _CHIP_GAP
    return Packed(group, boxes, max(box.bottom for box in boxes.values()) + _PAD)


def marks_width(node: Node) -> int:
    """How much room the marks of a box or a chip take at its right."""
    return (40 if node.idle_cost else 0) + (24 if node.resource and node.resource.protect else 0)


def _lines(chips: Sequence[Node], width: float) -> list[list[Node]]:
    lines: list[list[Node]] = []
    left = 0.0
    for chip in chips:
        needed = _chip_width(chip)
        if not lines or needed > left:
            lines.append([])
            left = width
        lines[-1].append(chip)
        left -= needed + _CHIP_GAP
    return lines


def _chip_width(chip: Node) -> float:
    """With its icon and the room for marks."""
    return text_width(chip.title, 11.5) + 40 + marks_width(chip)
