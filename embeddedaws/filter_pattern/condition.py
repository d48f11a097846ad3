"""What one field of a line must be."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from embeddedaws.errors import FilterPatternError

Holds = Callable[[Any], bool]

ABSENT = object()
"""What is selected where there is no such field."""

CONSTANTS: Mapping[str, Any] = {"NULL": None, "TRUE": True, "FALSE": False}
_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "=": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
_PART = re.compile(r"\.([A-Za-z0-9_-]+)|\[([0-9]+)\]")


def selected(fields: Any, selector: str) -> Any:
    """What `$.name[0].other` selects of a JSON object."""
    for name, index in _PART.findall(selector):
        if name and isinstance(fields, dict):
            fields = fields.get(name, ABSENT)
        elif index and isinstance(fields, list):
            fields = fields[int(index)] if int(index) < len(fields) else ABSENT
        else:
            return ABSENT
    return fields


def number_test(operator: str, number: float) -> Holds:
    """A comparison that numbers can pass, and nothing else."""
    compare = _COMPARISONS[operator]
    return lambda value: isinstance(value, int | float) and not isinstance(value, bool) and compare(value, number)


def text_test(operator: str, text: str) -> Holds:
    """A comparison that texts can pass; a star stands for anything, and alone for any value at all.

    Raises:
        FilterPatternError: the operator asks which of two is greater.
    """
    if operator not in {"=", "!="}:
        raise FilterPatternError(f"{operator} compares numbers")
    wanted = re.compile(".*".join(map(re.escape, text.split("*"))), re.DOTALL)
    kinds = (str, int, float) if text == "*" else (str,)
    return lambda value: isinstance(value, kinds) and bool(wanted.fullmatch(str(value))) == (operator == "=")


def unescaped(text: str) -> str:
    """What stands between quotes, without the backslashes that protect a quote or another backslash."""
    return re.sub(r"\\(.)", r"\1", text)
