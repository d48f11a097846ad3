"""The limits on a line of powers of ten, in plain characters."""

from collections.abc import Iterable, Sequence
from math import log10

from minitickets.scale.ceilings import Ceiling
from minitickets.scale.text import short

_WIDTH = 54  # characters
_LOW, _HIGH = 2, 9  # powers of ten at both ends


def chart(reached: Sequence[Ceiling], bookings: Iterable[int]) -> str:
    """One line a limit, up to where it is reached; the asked bookings a day are columns."""
    columns = {_column(number) for number in bookings}
    names = max(len(ceiling.what) for ceiling in reached)
    lines = [
        f"{ceiling.what:<{names}} {_line(ceiling, columns)} {short(ceiling.reached)}"
        for ceiling in reached  # in order already
    ]
    return "\n".join(["```", " " * (names + 1) + _scale(), *lines, "```"])


def _scale() -> str:
    powers = (10.0**power for power in range(_LOW, _HIGH))
    labels = (f"{short(power):<{_column(power * 10) - _column(power)}}" for power in powers)
    return "".join(labels).rstrip()


def _line(ceiling: Ceiling, columns: set[int]) -> str:
    end = _column(ceiling.reached)
    cells = ["│" if at in columns else "─" if at < end else " " for at in range(_WIDTH)]
    cells[end] = "●"
    return "".join(cells)


def _column(bookings: float) -> int:
    share = (log10(bookings) - _LOW) / (_HIGH - _LOW)
    return min(_WIDTH - 1, max(0, round(share * (_WIDTH - 1))))
