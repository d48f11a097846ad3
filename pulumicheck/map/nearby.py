"""Finds what lies at a place of the picture without a look at all of it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import product

from pulumicheck.map.geometry import Rectangle

_CELL = 40  # about a box's height


class Nearby:
    """Rectangles, found by the cells of a grid that they lie in."""

    def __init__(self, rectangles: Iterable[Rectangle] = ()) -> None:
        self._edges: list[tuple[float, float, float, float]] = []
        self._in: dict[tuple[int, int], list[int]] = defaultdict(list)
        for each in rectangles:
            self.add(each)

    def add(self, rectangle: Rectangle) -> None:
        """Adds one more."""
        for cell in _cells(rectangle):
            self._in[cell].append(len(self._edges))
        self._edges.append((rectangle.x, rectangle.y, rectangle.right, rectangle.bottom))

    def overlapping(self, rectangle: Rectangle) -> list[int]:
        """Those that share more than an edge with one, as places in the order in which they were added; unsorted."""
        x, y, right, bottom = rectangle.x, rectangle.y, rectangle.right, rectangle.bottom
        near = {place for cell in _cells(rectangle) if cell in self._in for place in self._in[cell]}
        return [
            place
            for place in near
            if (edges := self._edges[place])[0] < right and x < edges[2] and edges[1] < bottom and y < edges[3]
        ]


def _cells(rectangle: Rectangle) -> Iterator[tuple[int, int]]:
    return product(_reach(rectangle.x, rectangle.right), _reach(rectangle.y, rectangle.bottom))


def _reach(one: float, other: float) -> range:
    return range(int(min(one, other) // _CELL), int(max(one, other) // _CELL) + 1)
