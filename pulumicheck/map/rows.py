"""Which row of the picture a group stands in: that of the queue it is nearest to.

There is a row for each queue that something sends to. Groups are joined by arrows and, less closely, by the program's
own dependencies; what is equally near to two queues, or to none, is shared.
"""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush

from pulumicheck.map.flows import Flow
from pulumicheck.map.nodes import Node

_FLOW, _DEPENDENCY = 1, 3
_Neighbours = Mapping[str, Mapping[str, int]]


def rows_of(nodes: Sequence[Node], flows: Iterable[Flow]) -> dict[str, int | None]:
    """The row of each group, from 0; None for what is shared."""
    neighbours = _neighbours(nodes, flows)
    queues = sorted({node.group for node in nodes if node.kind == "queue"})
    distances = [_distances(queue, neighbours) for queue in queues]
    return {group: _nearest([distance.get(group) for distance in distances]) for group in neighbours}


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


def _distances(start: str, neighbours: _Neighbours) -> dict[str, int]:
    """How far each group is from one: the shortest way first (Dijkstra)."""
    distances: dict[str, int] = {}
    frontier = [(0, start)]
    while frontier:
        distance, group = heappop(frontier)
        if group not in distances:
            distances[group] = distance
            for other, step in neighbours[group].items():
                heappush(frontier, (distance + step, other))
    return distances


def _nearest(distances: Sequence[int | None]) -> int | None:
    known = [distance for distance in distances if distance is not None]
    if not known or known.count(min(known)) > 1:
        return None
    return distances.index(min(known))
