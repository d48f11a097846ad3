"""Resources that a change adds, removes, replaces, moves or changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pulumicheck.plan.recording import Resource
from pulumicheck.review.differences import Difference
from pulumicheck.review.steps import Step

Change = Literal["replaced", "removed", "moved", "changed", "imported", "added"]
CHANGES: tuple[Change, ...] = ("replaced", "removed", "moved", "changed", "imported", "added")
"""The worst first."""
_WORDS: Mapping[str, Change] = {
    "create": "added",
    "delete": "removed",
    "import": "imported",
    "replace": "replaced",
}


@dataclass(frozen=True)
class ResourceChange:
    """What happens to one resource.

    Attributes:
        change: what; *moved* is one that an alias keeps under another name or parent, *imported* is taken over as it
            is in AWS.
        resource: as it is, or, if it is removed, as it was.
        before: as it was; None if it is added.
        properties: what differs.
        because: what makes it be replaced.
    """

    change: Change
    resource: Resource
    before: Resource | None = None
    properties: tuple[Difference, ...] = ()
    because: tuple[str, ...] = ()

    @property
    def is_deleted(self) -> bool:
        """Whether AWS deletes what is there."""
        return self.change in ("replaced", "removed") and self.before is not None and not self._stays

    @property
    def _stays(self) -> bool:
        """Whether what was there is not deleted: Pulumi is told so, only read it, or only reads it from now on."""
        before = self.before
        if before is None or before.retain_on_delete or before.external:
            return True
        return self.change == "removed" and self.resource.external

    @property
    def lost(self) -> str:
        """What is lost with it; "" if nothing is."""
        return self.before.row.lost if self.before and self.is_deleted else ""

    @property
    def is_refused(self) -> bool:
        """Whether Pulumi stops at it, since it is protected; what is replaced may lose its protection first."""
        goes = self.change == "removed" or self.resource.protect
        return self.is_deleted and goes and self._was_protected

    @property
    def _was_protected(self) -> bool:
        return self.before is not None and self.before.protect

    @property
    def is_dangerous(self) -> bool:
        """Whether it has to be accepted: a protected or stateful resource goes."""
        return bool(self.lost) or (self.is_deleted and self._was_protected)

    @property
    def protection(self) -> Literal["added", "removed"] | None:
        """What becomes of `protect`."""
        if self.before is None or self.change == "removed" or self.before.protect == self.resource.protect:
            return None
        return "added" if self.resource.protect else "removed"

    @property
    def is_left_behind(self) -> bool:
        """Whether it leaves the stack and stays in AWS."""
        return self.change == "removed" and self._stays


def resource_changes(steps: Sequence[Step]) -> list[ResourceChange]:
    """All changes of what a provider makes, the worst first; components are no more than their children.

    Args:
        steps: what the engine does, or would do.
    """
    changes = [change for step in steps if step.resource.custom and (change := _change_of(step)) is not None]
    return sorted(changes, key=lambda change: (CHANGES.index(change.change), change.resource.urn))


def _change_of(step: Step) -> ResourceChange | None:
    change = _WORDS.get(step.op) or _of_what_stays(step)
    if change is None:
        return None
    before = None if change in ("added", "imported") else step.before
    return ResourceChange(change, step.resource, before, step.properties, step.because)


def _of_what_stays(step: Step) -> Change | None:
    """What a reviewer calls a step by which nothing is made and nothing goes."""
    before, after = step.before, step.resource
    if before is None or step.op == "discard":
        return None
    if step.op == "read":
        return None if before.external else "removed"  # from the stack; it stays in AWS
    if before.urn != after.urn:
        return "moved"
    return "changed" if step.op == "update" or before.protect != after.protect else None
