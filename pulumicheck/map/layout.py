"""Where everything stands: lanes from left to right, in each the groups of one row after the other.

Nothing here knows a resource by name. The picture is that of all states together, so that a box stays where it is when
a switch takes others away.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pulumicheck.map.flows import Flow
from pulumicheck.map.gaps import crossings, gap_widths
from pulumicheck.map.geometry import Rectangle
from pulumicheck.map.lanes import LANES, lane_of
from pulumicheck.map.nodes import Group, Node
from pulumicheck.map.packing import Joints, least_width, pack
from pulumicheck.map.placing import Placing
from pulumicheck.map.rows import rows_of

MARGIN = 4


@dataclass(frozen=True)
class Lane:
    """A lane's place."""

    id: str
    title: str
    x: float
    width: float


@dataclass(frozen=True)
class Layout:
    """The places of all that has one.

    Attributes:
        lanes: from left to right.
        groups: by the group's id.
        boxes: boxes and chips, by the node's id.
        lane_of: the lane of each group, as its place among the lanes.
        width: of the whole picture.
        height: of the whole picture.
    """

    lanes: Sequence[Lane]
    groups: Mapping[str, Rectangle]
    boxes: Mapping[str, Rectangle]
    lane_of: Mapping[str, int]
    width: float
    height: float


def lay_out(groups: Sequence[Group], nodes: Sequence[Node], flows: Sequence[Flow]) -> Layout:
    """Gives everything its place."""
    members: dict[str, list[Node]] = {group.id: [] for group in groups}
    for node in nodes:
        members[node.group].append(node)
    lanes_of = {id_: lane_of(each) for id_, each in members.items()}
    order = [lane for lane in LANES if lane in lanes_of.values()]
    lane = {id_: order.index(each) for id_, each in lanes_of.items()}
    widths = [
        max(least_width(group, members[group.id]) for group in groups if lane[group.id] == place)
        for place in range(len(order))
    ]
    joints = Joints(flows)
    packed = {group.id: pack(group, members[group.id], joints, widths[lane[group.id]]) for group in groups}
    crossing = crossings(nodes, flows, lane)
    group_of = {node.id: node.group for node in nodes}
    within = [
        lane[group_of[each.source]] for each in flows if lane[group_of[each.source]] == lane[group_of[each.target]]
    ]
    lanes = _lanes(order, widths, gap_widths(crossing, [within.count(place) for place in range(len(order))]))
    tops = Placing(members, flows, packed, lane, crossing).place_all(rows_of(nodes, flows))
    frames = {
        id_: Rectangle(lanes[lane[id_]].x, top, lanes[lane[id_]].width, packed[id_].height) for id_, top in tops.items()
    }
    boxes = {
        id_: replace(box, x=box.x + frames[each.group.id].x, y=box.y + frames[each.group.id].y)
        for each in packed.values()
        for id_, box in each.boxes.items()
    }
    height = max(frame.bottom for frame in frames.values()) + MARGIN
    return Layout(lanes, frames, boxes, lane, lanes[-1].x + lanes[-1].width + MARGIN, height)


def _lanes(order: Sequence[str], widths: Sequence[float], gaps: Sequence[float]) -> list[Lane]:
    lanes: list[Lane] = []
    x: float = MARGIN
    for lane, width, gap in zip(order, widths, [*gaps, 0], strict=True):
        lanes.append(Lane(lane, LANES[lane], x, width))
        x += width + gap
    return lanes
