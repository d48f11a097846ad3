"""What a review says of a URN beside what the engine says: as bad at least, and why it is worse where it is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pulumicheck.review.differences import ABSENT
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.review import Review
from tests.engine.beside import Outcome

# What a review may say of each operation of the engine; the first is the very same.
_ENOUGH: Mapping[str, tuple[str, ...]] = {
    "replace": ("replaced",),
    "delete": ("removed", "replaced"),
    "create": ("added", "replaced"),
    "import": ("imported", "replaced"),
    "update": ("changed", "moved", "replaced"),
    "same": ("", "moved", "changed", "replaced", "removed", "added", "imported"),
}
_NO_CHANGE = ("", "moved")

WORSE = {
    "protection": "to protect something or not changes nothing in AWS, and the engine shows it without an operation",
    "a default": "what is given as it would be without, or no longer given, changes nothing: the provider knows that",
    "only read": "what the program only reads from now on leaves the stack, and the engine shows a read",
}
"""Where a review says more than the engine, and why."""


@dataclass(frozen=True)
class Differs:
    """A URN of which a review says something else than the engine."""

    urn: str
    engine: str
    ours: str
    why: str

    @property
    def is_milder(self) -> bool:
        """Whether the review says less than the engine does."""
        return self.ours not in _ENOUGH[self.engine]


def differences_of(outcome: Outcome, review: Review) -> Iterator[Differs]:
    """All URNs of which a review says something else."""
    changes = {change.resource.urn: change for change in review.resources}
    for urn in sorted(outcome.engine.keys() | changes.keys()):
        op, change = outcome.engine.get(urn, "same"), changes.get(urn)
        ours = change.change if change else ""
        same = ours in _NO_CHANGE if op == "same" else ours == _ENOUGH[op][0] or (op, ours) == ("update", "moved")
        if not same:
            yield Differs(urn, op, ours, _why(change) if change else "")


def _why(change: ResourceChange) -> str:
    """Which of the reasons it is; "" for none of them."""
    if change.change == "changed" and not change.properties and change.protection:
        return "protection"
    if change.change == "removed" and change.resource.external:
        return "only read"
    if change.change == "changed" and all(ABSENT in (each.before, each.after) for each in change.properties):
        return "a default"
    return ""


def not_told_as_lost(outcome: Outcome, review: Review) -> set[str]:
    """What the engine deletes with its data, and the review does not ask about."""
    return set(outcome.lost) - {change.resource.urn for change in review.resources if change.is_dangerous}
