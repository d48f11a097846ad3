"""Which row of the picture a group stands in: that of the queue it is nearest to.

There is a row for each queue that something sends to. Groups are joined by arrows and, less closely, by the program's
own dependencies; what is equally near to two queues, or to none, is shared.
"""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush

from pulumicheck.map.flows import Flow
from pulumicheck.map.nodes import Node

_FLOW, _DEPENDENCY = 1, 3
_SEVERAL = -1
_Neighbours = Mapping[str, Mapping[str, int]]


def rows_of(nodes: Sequence[Node], flows: Iterable[Flow]) -> dict[str, int | None]:
    """The row of each group, from 0; None for what is shared."""
    neighbours = _neighbours(nodes, flows)
    queues = sorted({node.group for node in nodes if node.kind == "queue"})
    nearest = _nearest(queues, neighbours)
    return {group: nearest.get(group) for group in neighbours}


def _neighbours(nodes: Sequence[Node], flows: Iterable[Flow]) -> _Neighbours:
    group_of = {node.id: node.group for node in nodes}
    by_urn = {node.resource.urn: node.group for node in nodes if node.resource}
    needed = [(node.group, by_urn.get(urn)) for node in nodes if node.resource for urn in node.resource.dependencies]
    pairs = [(one, other, _DEPENDENCY) for one, other in needed if other]
    pairs += [(group_of[flow.source], group_of[flow.target], _FLOW) for flow in flows]
    neighbours: dict[str, dict[str, int]] = {node.group: {} for node in nodes}
    for one, other, distance in pairs:
        neighbours[one][other] = neighbours[other][one] = distance
    return neighbours


def _nearest(queues: Sequence[str], neighbours: _Neighbours) -> dict[str, int | None]:
    """The queue that each group is nearest to, by its place; None where several are.

    From all queues at once, the shortest way first (Dijkstra): a group is nearest to what those are nearest to that
    come before it on its shortest ways.
    """
    found: dict[str, int] = {}
    frontier = [(0, queue, row) for row, queue in enumerate(queues)]
    while frontier:
        distance, group, row = heappop(frontier)
        rows = {row}
        while frontier and frontier[0][:2] == (distance, group):
            rows.add(heappop(frontier)[2])
        if group not in found:
            found[group] = rows.pop() if len(rows) == 1 else _SEVERAL
            for other, step in neighbours[group].items():
                heappush(frontier, (distance + step, other, found[group]))
    return {group: None if row == _SEVERAL else row for group, row in found.items()}
