"""How far apart the lanes are: room for what the arrows between them say, and for their turns."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pulumicheck.map.flows import Flow
from pulumicheck.map.geometry import label_size
from pulumicheck.map.nodes import Node

BEND = 10
"""Between two arrows that turn between the same lanes."""
_LEAST = 16
_CLEAR = 6  # between the last of the arrows that turn and the lane behind them
_ENDS = 10  # of an arrow, beside its label


@dataclass(frozen=True)
class Crossing:
    """An arrow between two lanes.

    Attributes:
        flow: the arrow.
        source: the box where it begins.
        start: the lane where it begins, as its place among the lanes.
        end: the lane where it ends.
    """

    flow: Flow
    source: Node
    start: int
    end: int

    @property
    def gap(self) -> int:
        """The gap where it turns, by the lane to its left: the one before the box where it ends."""
        return self.end - 1 if self.start < self.end else self.end

    def passes(self, lane: int) -> bool:
        """Whether a lane lies between its ends."""
        return min(self.start, self.end) < lane < max(self.start, self.end)


def crossings(nodes: Sequence[Node], flows: Sequence[Flow], lane_of: Mapping[str, int]) -> list[Crossing]:
    """The arrows between lanes, by the lane of each group."""
    by_id = {node.id: node for node in nodes}
    found = [
        Crossing(flow, by_id[flow.source], lane_of[by_id[flow.source].group], lane_of[by_id[flow.target].group])
        for flow in flows
    ]
    return [crossing for crossing in found if crossing.start != crossing.end]


def gap_widths(crossing: Sequence[Crossing], around: Sequence[int]) -> list[float]:
    """The width of the gap behind each lane but the last.

    Args:
        crossing: the arrows between lanes.
        around: for each lane, how many arrows begin and end in it, and may have to go around its boxes.
    """
    turning = [[each for each in crossing if each.gap == place] for place in range(len(around) - 1)]
    return [
        max(_width(each), BEND * (len(each) + within) + _CLEAR) for each, within in zip(turning, around, strict=False)
    ]


def _width(turning: Sequence[Crossing]) -> float:
    sharing = Counter(each.flow.source for each in turning)
    turns = BEND * max((_beside(each, sharing) for each in turning), default=0)
    labels = [
        label_size(each.flow.label)[0] + _ENDS + turns / 2
        for each in turning
        if each.flow.label and abs(each.start - each.end) == 1 and not _goes_far(each, sharing)
    ]
    return max([_LEAST, *labels, 2 * BEND + turns])


def _beside(crossing: Crossing, sharing: Mapping[str, int]) -> int:
    """How many more arrows come from the same box; one of them all may go straight."""
    return sharing[crossing.flow.source] - 1


def _goes_far(crossing: Crossing, sharing: Mapping[str, int]) -> bool:
    """Whether an arrow has its label on the way up or down.

    An outsider stands level with the middle of those it works with. With an even number, none is straight ahead.
    """
    return crossing.source.kind == "external" and _beside(crossing, sharing) % 2 == 1
