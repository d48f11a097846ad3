from collections.abc import Iterable, Mapping

from pulumicheck.map.flows import Flow
from pulumicheck.map.geometry import Point, Rectangle

_INSET = 6  # least distance of an arrow's end from a corner


class ArrowEnds:
    """Where at the sides of the boxes arrows begin and end: evenly, in the order of what is at their other end."""

    def __init__(self, boxes: Mapping[str, Rectangle], lane: Mapping[str, int], flows: Iterable[Flow]) -> None:
        self._boxes, self._lane = boxes, lane
        self._at: dict[tuple[str, int], list[tuple[float, str, str]]] = {}
        for flow in flows:
            for mine, other in ((flow.source, flow.target), (flow.target, flow.source)):
                if lane[mine] != lane[other]:
                    self._at.setdefault(self._side(mine, other), []).append((boxes[other].center[1], flow.id, other))
        self._order = {
            key: {id_: place for place, (_, id_, _) in reversed(list(enumerate(sorted(ends))))}
            for key, ends in self._at.items()
        }

    def start(self, flow: Flow) -> Point:
        """Where an arrow leaves."""
        return self._port(flow, flow.source, flow.target)

    def end(self, flow: Flow) -> Point:
        """Where an arrow arrives: straight ahead of where it left, if nothing else arrives there."""
        x, y = self._port(flow, flow.target, flow.source)
        box = self._boxes[flow.target]
        ahead = self.start(flow)[1]
        is_alone = len(self._at.get(self._side(flow.target, flow.source), [])) == 1
        return (x, ahead) if is_alone and box.y + _INSET <= ahead <= box.bottom - _INSET else (x, y)

    def _port(self, flow: Flow, mine: str, other: str) -> Point:
        box = self._boxes[mine]
        key = self._side(mine, other)
        place, ends = self._order.get(key, {}).get(flow.id, 0), len(self._at.get(key, []))
        return box.right if key[1] > 0 else box.x, box.y + box.height * (place + 1) / (max(1, ends) + 1)

    def _side(self, mine: str, other: str) -> tuple[str, int]:
        return mine, 1 if self._lane[other] > self._lane[mine] else -1
