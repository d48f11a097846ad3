"""Values that DynamoDB refuses (API reference, AttributeValue; "Supported data types and naming rules")."""

from collections.abc import Iterable, Mapping
from typing import Any

from moto.dynamodb.exceptions import MockValidationException

_DIGITS = 38
_SETS = {"BS", "NS", "SS"}


def check_values(values: Iterable[Mapping[str, Any]]) -> None:
    """Raises MockValidationException for a set with a value twice, or a number that is too long, at any depth."""
    for value in values:
        ((kind, content),) = value.items()
        if kind == "M":
            check_values(content.values())
        elif kind == "L":
            check_values(content)
        elif kind in _SETS and len(content) != len(set(content)):
            reason = f"Input collection [{', '.join(content)}] contains duplicates."
            raise MockValidationException(f"One or more parameter values were invalid: {reason}")
        for number in {"N": [content], "NS": content}.get(kind, []):
            _check_number(number)


def _check_number(number: str) -> None:
    mantissa = number.lower().partition("e")[0].lstrip("+-").replace(".", "")
    if len(mantissa.strip("0")) > _DIGITS:
        raise MockValidationException("Attempting to store more than 38 significant digits in a Number")
