"""What one run of a program declared, as data."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pulumicheck.plan.values import has_unknowns, revealed
from pulumicheck.types.resource_type import ResourceType
from pulumicheck.types.table import resource_type


@dataclass(frozen=True)
class Resource:
    """One registration: what the program asked for, and where it stands in the tree of components."""

    type: str
    name: str
    urn: str
    parent: str | None
    """The URN of the component it belongs to; None where the stack itself is its parent."""
    custom: bool
    """True for what a provider makes, False for a component."""
    inputs: dict[str, Any]
    outputs: dict[str, Any]
    id: str
    protect: bool
    dependencies: tuple[str, ...]
    """URNs, sorted."""
    provider: str
    aliases: tuple[str, ...] = ()
    """URNs that it had before; what the state has under one of them is this resource."""
    retain_on_delete: bool = False
    """Whether AWS keeps it when the program no longer declares it."""
    ignore_changes: tuple[str, ...] = ()
    """Paths of inputs whose changes count for nothing."""
    replace_on_changes: tuple[str, ...] = ()
    """Paths of inputs whose changes make a new one."""
    replacement_trigger: Any = None
    """A value whose change makes a new one."""
    delete_before_replace: bool | None = None
    """Whether the old one goes before the new one comes; None leaves it to the provider."""
    import_id: str = ""
    """The id of what is there already and is taken over instead of made."""
    external: bool = False
    """Whether the program only reads it, and someone else manages it."""
    property_dependencies: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """For each input, the URNs of the resources that its value was made of."""
    deleted_with: str = ""
    """The URN of what takes this away with itself, so that Pulumi need not delete it."""
    replace_with: tuple[str, ...] = ()
    """URNs whose replacement makes a new one of this, too."""
    remote: bool = False
    """Whether a provider makes this component: what is in it, nobody sees here."""
    source: str = field(default="", compare=False)
    """Where the program makes it, such as `infra/queue.py:12`, from the repository's root; "" if that is not known."""

    @property
    def row(self) -> ResourceType:
        """What is known of its type."""
        return resource_type(self.type)

    @property
    def physical_name(self) -> str:
        """The name that AWS knows it by, or what the name begins with; "" if it has none of its own."""
        return self.row.physical_name(self.inputs)


class Directory:
    """The resources of one stack, found by type and by what names them; in the order of the stack."""

    def __init__(self, resources: Iterable[Resource]) -> None:
        self._of_type: dict[str, list[Resource]] = defaultdict(list)
        self._by_urn: dict[str, tuple[int, Resource]] = {}
        self._named: dict[str, dict[str, list[Resource]]] = {}
        for place, each in enumerate(resources):
            self._of_type[each.type].append(each)
            self._by_urn[each.urn] = place, each

    def at(self, urn: str) -> Resource:
        """The one with a URN."""
        return self._by_urn[urn][1]

    def with_urns(self, urns: Iterable[str], token: str) -> list[Resource]:
        """Those of a type that some URNs stand for."""
        found = [self._by_urn[urn] for urn in set(urns) if urn in self._by_urn]
        return [each for _, each in sorted(found, key=lambda found: found[0]) if each.type == token]

    def named(self, name: Any, token: str) -> Sequence[Resource]:
        """Those of a type that have this id, ARN or name; none for what is no text."""
        if token not in self._named:
            self._named[token] = _by_names(self._of_type.get(token, ()))
        return self._named[token].get(name, ()) if isinstance(name, str) else ()


def _by_names(resources: Iterable[Resource]) -> dict[str, list[Resource]]:
    found: dict[str, list[Resource]] = defaultdict(list)
    for each in resources:
        names = (each.id, each.outputs.get("arn"), each.outputs.get("name"), each.physical_name)
        known = (name for name in map(revealed, names) if name and not has_unknowns(name))
        for name in {name for name in known if isinstance(name, str)}:
            found[name].append(each)
    return found


@dataclass(frozen=True)
class Recording:
    """All that one run of the program declared."""

    project: str
    stack: str
    resources: tuple[Resource, ...]
    """In order of registration."""
    outputs: dict[str, Any]
    """The stack's exports."""
    untold: tuple[str, ...] = ()
    """The data sources and stacks that the program asked, and whose answers are unknown here, sorted."""
    secret_settings: Mapping[str, str] = field(default_factory=dict[str, str])
    """A digest of each setting that is encrypted: what is made of them may change with it, though nobody sees it."""

    @cached_property
    def directory(self) -> Directory:
        """All resources, by type and by what names them."""
        return Directory(self.resources)


Registration = Resource
"""What a program asks for: a resource whose id and outputs are not there yet."""

Create = Callable[[Registration], tuple[str, dict[str, Any]]]
"""Gives a custom resource its id and its outputs, its inputs among them; "" for an id that only a deployment can tell.

It may be called in any thread.
"""
