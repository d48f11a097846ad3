"""Resources that a change adds, removes, replaces, moves or changes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pulumicheck.plan.recording import Resource
from pulumicheck.review.differences import Difference, differences
from pulumicheck.types.table import is_provider

Change = Literal["replaced", "removed", "moved", "changed", "added"]
CHANGES: tuple[Change, ...] = ("replaced", "removed", "moved", "changed", "added")
"""The worst first."""


@dataclass(frozen=True)
class ResourceChange:
    """What happens to one resource.

    Attributes:
        change: what; *moved* is one that an alias keeps under another name or parent.
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
        kept = self.before is not None and self.before.retain_on_delete
        return self.change in ("replaced", "removed") and not kept

    @property
    def lost(self) -> str:
        """What is lost with it; "" if nothing is."""
        return self.before.row.lost if self.before and self.is_deleted else ""

    @property
    def is_refused(self) -> bool:
        """Whether Pulumi stops at it, since it is protected."""
        return self.is_deleted and self.before is not None and self.before.protect

    @property
    def is_dangerous(self) -> bool:
        """Whether it has to be accepted: a protected or stateful resource goes."""
        return self.is_refused or bool(self.lost)

    @property
    def protection(self) -> Literal["added", "removed"] | None:
        """What becomes of `protect`."""
        if self.before is None or self.change == "removed" or self.before.protect == self.resource.protect:
            return None
        return "added" if self.resource.protect else "removed"

    @property
    def is_left_behind(self) -> bool:
        """Whether it leaves the stack and stays in AWS."""
        return self.change == "removed" and self.before is not None and self.before.retain_on_delete


def resource_changes(
    before: Sequence[Resource], after: Sequence[Resource], replaced: Mapping[str, tuple[str, ...]] | None = None
) -> list[ResourceChange]:
    """All changes of what a provider makes, the worst first; components are no more than their children.

    Args:
        before: all resources of the stack as they were.
        after: the same as they are.
        replaced: URNs of what is replaced, and why, where an engine has told; without, it is known by the types.
    """
    old = {resource.urn: resource for resource in before if resource.custom}
    new = {resource.urn: resource for resource in after if resource.custom}
    changes = [change for change in _changes(old, new, replaced) if change is not None]
    return sorted(changes, key=lambda change: (CHANGES.index(change.change), change.resource.urn))


def _changes(
    old: Mapping[str, Resource], new: Mapping[str, Resource], replaced: Mapping[str, tuple[str, ...]] | None
) -> Iterator[ResourceChange | None]:
    gone = [resource for urn, resource in old.items() if urn not in new]
    moved_regions = {urn for urn, resource in new.items() if urn in old and _region(old[urn]) != _region(resource)}
    for urn, resource in new.items():
        before = old.get(urn) or _moved_from(resource, gone)
        if before is None:
            yield ResourceChange("added", resource)
            continue
        if before in gone:
            gone.remove(before)
        properties = tuple(differences(before.inputs, resource.inputs))
        in_other_region = resource.provider in moved_regions
        known = tuple(_because(before, resource, properties, in_other_region=in_other_region))
        yield _compared(before, resource, properties, known if replaced is None else replaced.get(urn, ()))
    for resource in gone:
        yield ResourceChange("removed", resource, resource)


def _moved_from(resource: Resource, gone: Sequence[Resource]) -> Resource | None:
    """The resource that this was under another URN: an alias says so, or its name does."""
    by_alias = [each for each in gone if each.urn in resource.aliases]
    same_type = [each for each in gone if each.type == resource.type]
    by_name = [each for each in same_type if each.name == resource.name]
    by_physical = [each for each in same_type if each.physical_name and _place(each) == _place(resource)]
    return next(iter((*by_alias, *by_name, *by_physical)), None)


def _place(resource: Resource) -> tuple[str, Any]:
    target = resource.row.target  # inline policies are named within their role
    return resource.physical_name, resource.inputs.get(target.input) if target else None


def _compared(
    before: Resource, after: Resource, properties: tuple[Difference, ...], because: tuple[str, ...]
) -> ResourceChange | None:
    if because:
        return ResourceChange("replaced", after, before, properties, because)
    if before.urn != after.urn:
        return ResourceChange("moved", after, before, properties)
    if properties or before.protect != after.protect:
        return ResourceChange("changed", after, before, properties)
    return None


def _because(
    before: Resource, after: Resource, properties: Sequence[Difference], *, in_other_region: bool
) -> Iterator[str]:
    if before.urn != after.urn and before.urn not in after.aliases:
        yield "another URN, without an alias for the old one"
    if in_other_region and after.row.regional:
        yield "its provider's region"
    if not is_provider(after.type):
        yield from dict.fromkeys(each.top for each in properties if after.row.forces_replacement(each.top))


def _region(resource: Resource) -> Any:
    return resource.inputs.get("region") if is_provider(resource.type) else None
