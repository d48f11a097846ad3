"""What a policy's text is made of: characters, wildcards and policy variables."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

Facts = Mapping[str, tuple[str, ...]]
"""What is known of a request: condition keys in lower case, and their values."""


class Wild(Enum):
    """What a wildcard stands for."""

    RUN = "*"
    ONE = "?"


@dataclass(frozen=True)
class Variable:
    """A policy variable."""

    key: str
    default: str | None

    def value(self, facts: Facts) -> str | None:
        """What a request has for it; None if that cannot be told."""
        values = facts.get(self.key, ())
        # A key with several values cannot be a variable (Single-valued vs. multivalued context keys).
        return values[0] if len(values) == 1 else self.default


Letter = str | Variable
"""One character, or a variable."""
Token = Letter | Wild
