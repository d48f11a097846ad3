"""What the operations of Lambda's API have in common."""

from collections.abc import Collection, Mapping
from typing import Any

from embeddedaws.errors import InvalidParameterValueException

Answer = tuple[int, Mapping[str, Any] | bytes | None, Mapping[str, str]]
"""An HTTP status, the body as JSON or bytes, and headers of its own."""


def refuse_unknown(
    where: str, asked: Mapping[str, Any], known: Collection[str], fixed: Mapping[str, Any] | None = None
) -> None:
    """Refuses what would be dropped otherwise.

    Args:
        where: what the parameters are of, for the sentence.
        asked: what a request says.
        known: the parameters that have an effect.
        fixed: those that may be given, with the only value that they can have here; empty is as good as absent.

    Raises:
        InvalidParameterValueException: it says something else.
    """
    for key, value in asked.items():
        if key in known or value in (None, "", [], {}):
            continue
        if not fixed or key not in fixed or fixed[key] != value:
            raise InvalidParameterValueException(f"The embedded AWS does not know {key} = {value!r} of {where} yet.")
