"""How high each group stands: in the row of its queue, or level with what it works with."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import zip_longest

from pulumicheck.map.flows import Flow
from pulumicheck.map.gaps import Crossing
from pulumicheck.map.lanes import place_in_lane
from pulumicheck.map.nodes import Node
from pulumicheck.map.packing import BETWEEN, Packed

_TOP = 26  # below the lanes' titles
_APART = 8  # between two groups
_ROWS_APART = 8


class Placing:
    """Stacks the groups of each lane, row after row."""

    def __init__(
        self,
        members: Mapping[str, Sequence[Node]],
        flows: Sequence[Flow],
        packed: Mapping[str, Packed],
        lane: Mapping[str, int],
        crossings: Sequence[Crossing],
    ) -> None:
        self._members, self._packed, self._lane = members, packed, lane
        self._crossings = crossings
        self._tops: dict[str, float] = {}
        self._group_of = {node.id: group for group, nodes in members.items() for node in nodes}
        self._partners: dict[str, list[str]] = defaultdict(list)
        self._joined: set[frozenset[str]] = set()
        for flow in flows:
            one, other = self._group_of[flow.source], self._group_of[flow.target]
            self._partners[one].append(flow.target)
            self._partners[other].append(flow.source)
            self._joined.add(frozenset({one, other}))

    def place_all(self, rows: Mapping[str, int | None]) -> dict[str, float]:
        """The upper edge of each group."""
        top: float = _TOP
        in_row: dict[int | None, list[str]] = defaultdict(list)
        for group in self._sorted():
            in_row[rows[group]].append(group)
        for row in sorted(row for row in in_row if row is not None):
            top = self._place_row(top, in_row[row]) + _ROWS_APART
        self._place_shared(in_row[None])
        return self._tops

    def _sorted(self) -> list[str]:
        first = {group: min(map(place_in_lane, nodes)) for group, nodes in self._members.items()}
        return sorted(self._members, key=lambda group: (self._lane[group], first[group]))

    def _place_row(self, top: float, groups: Sequence[str]) -> float:
        """Places a row, lane by lane, and gives the lower edge of it."""
        below = {lane: self._below_passing(top, lane, groups) for lane in {self._lane[group] for group in groups}}
        for group, following in zip_longest(groups, groups[1:]):
            lane = self._lane[group]
            self._tops[group] = max(below[lane], self._beside(group))
            joined = following and self._lane[following] == lane and frozenset({group, following}) in self._joined
            below[lane] = self._bottom(group) + (BETWEEN if joined else _APART)
        return max(self._bottom(group) for group in groups)

    def _below_passing(self, top: float, lane: int, groups: Sequence[str]) -> float:
        """Where a lane of a row begins: below the arrows that pass it on their way to another."""
        passing = [
            self._packed[group].boxes[node.id].bottom
            for group in groups
            for node in self._members[group]
            if node.id in self._passing[lane]
        ]
        return top + max(passing, default=-_APART) + _APART

    @cached_property
    def _passing(self) -> dict[int, set[str]]:
        """The boxes whose arrows pass each lane."""
        lanes = set(self._lane.values())
        return {lane: {each.flow.source for each in self._crossings if each.passes(lane)} for lane in lanes}

    def _beside(self, group: str) -> float:
        """For an outsider: level with what it has arrows to and what has a place already; 0 for others."""
        if self._members[group][0].kind != "external":
            return 0
        partners = [self._middle(end) for end in self._partners[group] if self._group_of[end] in self._tops]
        own = next(iter(self._packed[group].boxes.values())).center[1]
        return sum(partners) / len(partners) - own if partners else 0

    def _middle(self, node: str) -> float:
        group = self._group_of[node]
        return self._tops[group] + self._packed[group].boxes[node].center[1]

    def _bottom(self, group: str) -> float:
        return self._tops[group] + self._packed[group].height

    def _place_shared(self, groups: Sequence[str]) -> None:
        """Who is outside stands level with the middle of those it works with; all else stands at the bottom."""
        for group in groups:
            if level := self._beside(group):
                self._tops[group] = level if self._is_free(group, level) else self._below(self._lane[group])
        bottom = max((self._bottom(group) for group in self._tops), default=_TOP)
        for lane in dict.fromkeys(self._lane[group] for group in groups):
            rest = [group for group in groups if self._lane[group] == lane and group not in self._tops]
            needed = sum(self._packed[group].height + _APART for group in rest) - _APART
            top = max(self._below(lane), bottom - needed)
            for group in rest:
                self._tops[group] = top
                top = self._bottom(group) + _APART

    def _is_free(self, group: str, top: float) -> bool:
        bottom = top + self._packed[group].height + _APART
        return all(
            bottom <= self._tops[each] or self._bottom(each) + _APART <= top for each in self._in(self._lane[group])
        )

    def _below(self, lane: int) -> float:
        return max((self._bottom(each) + _APART for each in self._in(lane)), default=_TOP)

    def _in(self, lane: int) -> list[str]:
        return [group for group in self._tops if self._lane[group] == lane]
