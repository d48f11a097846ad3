"""Reading JSON with its place at hand."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

_LENGTH = 60  # characters of a wrong value that an error shows
_TOO_LONG = "a number of too many digits"  # Python reads and writes 4,300 of an integer (sys.set_int_max_str_digits)


class InvalidPolicy(ValueError):  # noqa: N818 # the policy is what is wrong, not an error
    """AWS would not take this policy.

    Attributes:
        place: where in the document, such as `Statement[1].Condition.StringLike["aws:x"]`; "" is the document itself.
        problem: what is wrong there, as the end of a sentence.
    """

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place or 'The policy'} {problem}.")
        self.place = place
        self.problem = problem


def shown(value: Any) -> str:
    """A value as an error quotes it."""
    if isinstance(value, Mapping | list):
        return "a list" if isinstance(value, list) else "an object"
    try:
        text = json.dumps(value, default=repr)
    except ValueError:
        return _TOO_LONG
    return text if len(text) <= _LENGTH else f"{text[:_LENGTH]}…"


def listed(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """The texts of an element that is one text or a list of at least one, each with its place.

    Raises:
        InvalidPolicy: it is something else.
    """
    if isinstance(value, str):
        yield place, value
        return
    if not isinstance(value, list) or not value:
        raise InvalidPolicy(place, f"must be a text or a list of at least one, not {shown(value)}")
    for index, text in enumerate(value):
        if not isinstance(text, str):
            raise InvalidPolicy(f"{place}[{index}]", f"must be a text, not {shown(text)}")
        yield f"{place}[{index}]", text


def scalar(value: Any) -> str | None:
    """A text, number or Boolean of JSON as text; None if it is none of them, or a number that cannot be written.

    Quotation marks are optional for numbers and Booleans (Grammar of the IAM JSON policy language).
    """
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, allow_nan=False) if isinstance(value, bool | int | float) else None
    except ValueError:  # too many digits, or infinite: what Python makes of 1e400
        return None


def parse_json(text: str) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError: it is no JSON, an object has a key twice, a number has too many digits, or it is nested too deeply;
            its text says which.
    """
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise ValueError(f"is not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise ValueError("is nested too deeply") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"has {shown(next(key for key in keys if keys.count(key) > 1))} twice in one object")
    return found


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"has {_TOO_LONG}") from None


def _refuse(constant: str) -> Any:
    raise ValueError(f"is not JSON: {constant}")
