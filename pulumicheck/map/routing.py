"""The way of each arrow: out of a box at its side, up or down between two lanes, and into the other box.

Arrows that turn between the same two lanes do so at different places, the one that goes farthest first, so that they
do not cross. In its own lane an arrow goes straight down or up, right of the titles that it passes, or around at the
right if something is in the way.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from pulumicheck.map.arrow_ends import ArrowEnds
from pulumicheck.map.flows import Flow
from pulumicheck.map.gaps import BEND
from pulumicheck.map.geometry import Point, Rectangle
from pulumicheck.map.layout import Layout
from pulumicheck.map.nearby import Nearby
from pulumicheck.map.nodes import Node
from pulumicheck.map.packing import marks_width
from pulumicheck.map.passages import Passages

_DOWN = 0.6  # the share of a box's width at which an arrow in a lane leaves it
_CLEAR = 6  # between an arrow and a title, or a corner


class Router:
    """Finds the ways through one layout."""

    def __init__(
        self, layout: Layout, titles: Sequence[Rectangle], nodes: Sequence[Node], flows: Sequence[Flow]
    ) -> None:
        self._layout, self._titles = layout, titles
        self._marks = {node.id: marks_width(node) for node in nodes}
        self._lane = {node.id: layout.lane_of[node.group] for node in nodes}
        self._flows = flows
        self._ports = ArrowEnds(layout.boxes, self._lane, flows)
        self._bends: dict[int, list[tuple[float, float, int]]] = {}
        self._boxes, self._near = list(layout.boxes), Nearby(layout.boxes.values())
        self._passages = cache(self._passages_between)
        self._climbs = {flow.id: self._climb(flow) for flow in flows}
        self._turning = Counter(self._last_gap(flow) for flow in flows if self._climbs[flow.id] > 0)

    def ways(self) -> dict[str, list[Point]]:
        """The corners of each arrow, both ends included, by the arrow's id."""
        far_first = sorted(self._flows, key=lambda flow: (-self._climbs[flow.id], flow.id))
        ways = {flow.id: self._way(flow) for flow in reversed(far_first)}
        return {flow.id: ways[flow.id] for flow in self._flows}

    def _climb(self, flow: Flow) -> float:
        (_, y1), (_, y2) = self._ends(flow)
        return abs(y2 - y1)

    def _ends(self, flow: Flow) -> tuple[Point, Point]:
        return self._ports.start(flow), self._ports.end(flow)

    def _way(self, flow: Flow) -> list[Point]:
        start, end = self._lane[flow.source], self._lane[flow.target]
        if start == end:
            return self._within_lane(flow)
        (x1, y1), (x2, y2) = self._ends(flow)
        passage = self._passage(y1, start, end)
        way = [(x1, y1)]
        if passage != y1:
            x = self._turn(start if start < end else start - 1, y1, passage, near=start)
            way += [(x, y1), (x, passage)]
        if passage != y2:
            x = self._turn(end - 1 if start < end else end, passage, y2, near=start if abs(start - end) == 1 else end)
            way += [(x, passage), (x, y2)]
        return [*way, (x2, y2)]

    def _within_lane(self, flow: Flow) -> list[Point]:
        one, other = self._layout.boxes[flow.source], self._layout.boxes[flow.target]
        x = self._beside_titles(one, other)
        is_down = one.y < other.y
        upper, lower = (flow.source, flow.target) if is_down else (flow.target, flow.source)
        if x < self._before_marks(lower) and not self._boxes_between(upper, lower, x):
            top, bottom = self._layout.boxes[upper].bottom, self._layout.boxes[lower].y
            return [(x, top), (x, bottom)] if is_down else [(x, bottom), (x, top)]
        y1, y2 = one.center[1], other.center[1]
        aside = self._turn(self._lane[flow.source], y1, y2, near=self._lane[flow.source])
        return [(one.right, y1), (aside, y1), (aside, y2), (other.right, y2)]

    def _beside_titles(self, one: Rectangle, other: Rectangle) -> float:
        """Where an arrow goes up or down, right of all titles between two boxes."""
        low, high = min(one.y, other.y), max(one.y, other.y)
        passed = [title.right + _CLEAR for title in self._titles if _is_between(title, one, low, high)]
        return max([one.x + one.width * _DOWN, *passed])

    def _before_marks(self, node: str) -> float:
        """How far to the right an arrow can reach a box from above."""
        return self._layout.boxes[node].right - _CLEAR - self._marks[node]

    def _boxes_between(self, upper: str, lower: str, x: float) -> bool:
        boxes = self._layout.boxes
        between = Rectangle(x, boxes[upper].bottom, 0, boxes[lower].y - boxes[upper].bottom)
        return any(self._boxes[place] not in {upper, lower} for place in self._near.overlapping(between))

    def _passage(self, y: float, start: int, end: int) -> float:
        """The height nearest to one at which all lanes between two are free."""
        return self._passages(min(start, end) + 1, max(start, end)).nearest(y)

    def _passages_between(self, start: int, end: int) -> Passages:
        lane_of, groups = self._layout.lane_of, self._layout.groups
        return Passages(frame for id_, frame in groups.items() if start <= lane_of[id_] < end)

    def _turn(self, gap: int, y1: float, y2: float, near: int) -> float:
        """Where an arrow goes up or down in the gap behind a lane, at a place of its own."""
        low, high = min(y1, y2), max(y1, y2)
        taken = self._bends.setdefault(gap, [])
        used = {slot for bottom, top, slot in taken if bottom <= high and low <= top}
        slot = next(number for number in range(len(used) + 1) if number not in used)
        taken.append((low, high, slot))
        lanes = self._layout.lanes
        left = lanes[gap].x + lanes[gap].width
        right = lanes[gap + 1].x if gap + 1 < len(lanes) else self._layout.width
        return left + BEND * (self._turning[gap] - slot) if near <= gap else right - BEND * (slot + 1)

    def _last_gap(self, flow: Flow) -> int:
        """The gap in which an arrow turns to its end, by the lane to its left."""
        start, end = self._lane[flow.source], self._lane[flow.target]
        return end - 1 if start < end else end


def _is_between(title: Rectangle, box: Rectangle, low: float, high: float) -> bool:
    """Whether a title stands in the same column as a box, and between two heights."""
    return low < title.y < high and title.x < box.right and box.x < title.right
