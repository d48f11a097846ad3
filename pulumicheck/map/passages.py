from bisect import bisect_left
from collections.abc import Iterable

from pulumicheck.map.geometry import Rectangle

_STEP = 4  # between two heights that are tried, and at least from a frame


class Passages:
    """At which heights frames leave an arrow room to pass from left to right."""

    def __init__(self, frames: Iterable[Rectangle]) -> None:
        self._starts: list[float] = []
        self._ends: list[float] = []
        for start, end in sorted((frame.y - _STEP, frame.bottom + _STEP) for frame in frames):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(end, self._ends[-1])
            else:
                self._starts.append(start)
                self._ends.append(end)

    def nearest(self, y: float) -> float:
        """The height nearest to one that is free; of two, the lower one in the picture."""
        steps, sign = min((self._steps(y, sign), -sign) for sign in (1, -1))
        return y - sign * _STEP * steps

    def _steps(self, y: float, sign: int) -> int:
        """How many steps to the nearest that is free, upwards or downwards."""
        steps = 0
        while True:
            height = y + sign * _STEP * steps
            place = bisect_left(self._starts, height) - 1
            if place < 0 or height >= self._ends[place]:
                return steps
            edge = self._ends[place] if sign > 0 else self._starts[place]
            steps = max(steps + 1, int(abs(edge - y) / _STEP))
