"""Where the words of each arrow stand: on it, or beside it, and free of everything else."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise

from pulumicheck.map.geometry import Point, Rectangle, label_size
from pulumicheck.map.nearby import Nearby

_SHARES = (0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2)  # of an arrow's part, where its label may stand
_END = 5  # that shows of an arrow at both ends of a label on it
_AWAY = 3  # from an arrow beside which it stands


def place_labels(
    labels: Mapping[str, str],
    ways: Mapping[str, Sequence[Point]],
    obstacles: Sequence[Rectangle],
    frames: Sequence[Rectangle] = (),
) -> dict[str, Point]:
    """The middle of each label, by the arrow's id.

    Args:
        labels: the text of each arrow.
        ways: the corners of each arrow.
        obstacles: what no label may cover.
        frames: on whose lines a label stands only if there is no other place.
    """
    taken = Nearby(obstacles)
    lines = {id_: [_line(*segment) for segment in _segments(way)] for id_, way in ways.items()}
    arrows = _Arrows(lines, frames)
    found: dict[str, Point] = {}
    for id_, label in labels.items():
        spots = list(_spots(ways[id_], label_size(label)))
        free = [spot for spot in spots if not taken.overlapping(spot)]
        spot = min(free or spots, key=partial(arrows.faults, id_))
        if label:
            taken.add(spot)
        found[id_] = spot.center
    return found


class _Arrows:
    """What a label had better not cover: arrows, and frames' lines."""

    def __init__(self, lines: Mapping[str, Sequence[Rectangle]], frames: Sequence[Rectangle]) -> None:
        self._lines, self._frames = lines, frames
        self._whose = [id_ for id_, each in lines.items() for _ in each]
        self._near = Nearby(line for each in lines.values() for line in each)
        self._framed = Nearby(frames)

    def faults(self, id_: str, spot: Rectangle) -> tuple[int, int, int]:
        """How much the label of an arrow covers of others, of its own where it does not stand on it, and of frames."""
        return (
            sum(self._whose[place] != id_ for place in self._near.overlapping(spot)),
            sum(spot.overlaps(line) and not line.holds(Rectangle(*spot.center, 0, 0)) for line in self._lines[id_]),
            sum(not self._frames[place].holds(spot) for place in self._framed.overlapping(spot)),
        )


def _segments(way: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The straight parts of a way, the longest first."""
    return sorted(pairwise(way), key=lambda pair: -abs(pair[0][0] - pair[1][0]) - abs(pair[0][1] - pair[1][1]))


def _line(one: Point, other: Point) -> Rectangle:
    (x1, y1), (x2, y2) = one, other
    return Rectangle(min(x1, x2) - 1, min(y1, y2) - 1, abs(x1 - x2) + 2, abs(y1 - y2) + 2)


def _spots(way: Sequence[Point], size: tuple[float, float]) -> Iterator[Rectangle]:
    """Places for a label: on a part that is long enough, then beside one."""
    width, height = size
    for one, other in _segments(way):
        line = _line(one, other)
        lies = line.width > line.height
        needed, length = (width, line.width) if lies else (height, line.height)
        for share in _SHARES:
            if length * min(share, 1 - share) >= needed / 2 + _END:
                yield _around(line, share, (0, 0), size)
        for share in _SHARES:
            for side in (-1, 1):
                aside = side * ((height if lies else width) / 2 + _AWAY)
                yield _around(line, share, (0, aside) if lies else (aside, 0), size)


def _around(line: Rectangle, share: float, aside: Point, size: tuple[float, float]) -> Rectangle:
    """A label whose middle is at a share of a line, or some way aside of it."""
    x, y = line.center
    x, y = (line.x + line.width * share, y) if line.width > line.height else (x, line.y + line.height * share)
    width, height = size
    return Rectangle(x + aside[0] - width / 2, y + aside[1] - height / 2, width, height)
