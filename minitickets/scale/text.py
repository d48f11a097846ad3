"""Numbers and tables as a reader wants them."""

import re
from collections.abc import Iterable, Sequence
from math import floor, log10

_DIGITS = 3  # that count
_SUFFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
_NUMBER = re.compile(r"\**\d")

Row = Sequence[str]


def plain(number: float) -> str:
    """In full, rounded to three digits: 28,900, 11.6, 0.0354."""
    rounded = _rounded(number)
    decimals = 0 if rounded == 0 else max(0, _DIGITS - 1 - floor(log10(abs(rounded))))
    text = f"{rounded:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def short(number: float) -> str:
    """With a suffix: 77.8k, 2.53M, 117G."""
    rounded = _rounded(number)
    for size, suffix in _SUFFIXES:
        if rounded >= size:
            return f"{plain(rounded / size)}{suffix}"
    return plain(rounded)


def _rounded(number: float) -> float:
    return float(f"{number:.{_DIGITS}g}")


def markdown_table(head: Row, rows: Iterable[Row]) -> str:
    """A table in Markdown; columns of numbers stand to the right."""
    rows = list(rows)
    numeric = [all(_NUMBER.match(row[column]) for row in rows) for column in range(len(head))]
    lines = [head, ["---:" if right else "---" for right in numeric], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
