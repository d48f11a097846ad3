"""What a request asks to be allowed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

ContextValue = str | Sequence[str]


@dataclass(frozen=True)
class Call:
    """One action on one resource; a request may ask for several, and all must be allowed."""

    action: str
    resource: str
    context: Mapping[str, ContextValue] = field(default_factory=dict[str, ContextValue])
    """The condition keys of the service, beside those that every request has."""


class NotMapped(Exception):  # noqa: N818 - not an error of the caller's: it becomes a refusal
    """Nobody here knows what this request needs or whether it has it, so it is refused."""

    def __init__(self, why: str = "the embedded AWS does not know what it needs") -> None:
        super().__init__(why)
