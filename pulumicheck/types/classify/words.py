"""The words of words.toml."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

GRANTING_DOCS = re.compile(
    r"(?i)\b(grants?|permissions?|policy document|resource(-based)? policy|access control|cross-account|"
    r"publicly accessible|invit(e|ation)|share[sd]? (with|a)|delegat|trust)\b"
)
"""What the first sentence of a granting type's documentation says."""


@cache
def words(section: str, key: str) -> re.Pattern[str]:
    """The words of one kind, such as those of `inputs` that are `opening`."""
    return _any(_read()[section][key])


@cache
def losses() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """What is lost with a type, for people, and the types."""
    return tuple((lost, _any(patterns)) for lost, patterns in _read()["holding"].items())


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads(files(__package__ or "").joinpath("words.toml").read_text(encoding="utf-8"))


def _any(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(patterns))
