"""What a change does that may give access or lose data, and that no permission is judged by: by the types' tables.

A type or an input that is not in the tables may do anything. What a table says may give access counts unless the
permission model reads it, or its value certainly gives none.
"""

from collections.abc import Iterator, Sequence

from pulumicheck.plan.recording import Resource
from pulumicheck.plan.values import has_unknowns
from pulumicheck.review.access_inputs import (
    has_a_policy,
    is_closed,
    is_closed_guard,
    is_open_guard,
    leaves,
    names_of,
    texts_in,
)
from pulumicheck.review.changed_inputs import HIDDEN, NEW_INPUT, OPENS, doubt_of, is_read, matters, of_changed
from pulumicheck.review.doubts import Doubt
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.types.classes import class_of, is_input
from pulumicheck.types.tables import ALL, SAYING_NOTHING, TypeClass

_ELSEWHERE = "it names what the program does not declare"
_ANYTHING = "for all that is known of its type, it may give access or hold data"


def not_understood(
    before: Sequence[Resource], after: Sequence[Resource], changes: Sequence[ResourceChange]
) -> list[Doubt]:
    """What is not understood, each thing once, by URN.

    Args:
        before: all resources of the stack as they were.
        after: the same as they are.
        changes: what happens to those that a provider makes.
    """
    sides = _Sides(after, changes)
    found = [doubt for change in changes for doubt in _of_change(change, sides)]
    return sorted(dict.fromkeys([*found, *_of_components(before, after)]), key=lambda doubt: (doubt.urn, doubt.what))


class _Sides:
    """What else there is."""

    def __init__(self, after: Sequence[Resource], changes: Sequence[ResourceChange]) -> None:
        self._names = {name for resource in after for name in names_of(resource)}
        self._declared = {resource.urn for resource in after if not resource.external}
        self._gone = {change.resource.urn for change in changes if change.change == "removed" and change.is_deleted}

    def declare(self, resource: Resource, path: str) -> bool:
        """Whether all that is named there is declared by the program."""
        named = leaves(resource.inputs, path)
        made_of = resource.property_dependencies.get(path.partition(".")[0], ())
        unseen = bool(made_of) and self._declared.issuperset(made_of)
        return all(unseen if has_unknowns(text) else text in self._names for text in texts_in(named))

    def keep_what_it_belonged_to(self, resource: Resource) -> bool:
        """Whether a removed resource leaves behind what it belonged to."""
        needed = {urn for urns in resource.property_dependencies.values() for urn in urns}
        return not needed or not needed <= self._gone


def _of_change(change: ResourceChange, sides: _Sides) -> Iterator[Doubt]:
    known = class_of(change.resource.type)
    if change.change == "removed":
        if known and _is_guard(change.resource, known) and sides.keep_what_it_belonged_to(change.resource):
            yield doubt_of(change.resource, "", "it keeps something closed or safe, and is gone")
    elif known is None:
        yield doubt_of(change.resource, "", _ANYTHING)
    elif change.before is None:
        yield from _of_added(change.resource, known, sides)
    else:
        yield from of_changed(change, change.before, known)


def _is_guard(resource: Resource, known: TypeClass) -> bool:
    read = resource.row.is_read("")
    closed = any(each.endswith("!") and any(leaves(resource.inputs, each)) for each in known.guards)
    return not read and (ALL in known.guards or closed)


def _of_added(resource: Resource, known: TypeClass, sides: _Sides) -> Iterator[Doubt]:
    for name, value in resource.inputs.items():
        if has_unknowns(value) and matters(resource, name, known):
            yield doubt_of(resource, name, HIDDEN)
        if name not in SAYING_NOTHING and not is_input(resource.type, name):
            yield doubt_of(resource, name, NEW_INPUT)
    is_a_policy = "Polic" in resource.row.noun and has_a_policy(resource)
    if ALL in known.opens and not is_a_policy and _unread(resource):
        yield doubt_of(resource, "", OPENS)
    for path in known.opens:
        closed = all(is_closed(value, path) for value in leaves(resource.inputs, path))
        if path != ALL and not closed and not is_read(resource, path):
            yield doubt_of(resource, path, OPENS)
    for path in known.passes:
        if not resource.row.is_read(path) and not sides.declare(resource, path):
            yield doubt_of(resource, path, _ELSEWHERE)
    yield from _of_added_guards(resource, known)


def _unread(resource: Resource) -> list[str]:
    return [name for name in resource.inputs if name not in SAYING_NOTHING and not resource.row.is_read(name)]


def _of_added_guards(resource: Resource, known: TypeClass) -> Iterator[Doubt]:
    if ALL in known.guards and any(map(is_open_guard, leaves(resource.inputs, ""))):
        yield doubt_of(resource, "", "it is there to keep something closed, and leaves it open")
    for path in known.guards:
        if path.endswith("!") and not any(map(is_closed_guard, leaves(resource.inputs, path))):
            yield doubt_of(resource, path.rstrip("!"), "it is left open")


def _of_components(before: Sequence[Resource], after: Sequence[Resource]) -> Iterator[Doubt]:
    """Of components that a plugin makes: what is in them is not seen here."""
    old, new = ({each.urn: each for each in side if each.remote and not each.custom} for side in (before, after))
    for urn in sorted(old.keys() | new.keys()):
        was, is_ = old.get(urn), new.get(urn)
        if was is None or is_ is None or was.inputs != is_.inputs:
            yield Doubt(
                urn, urn.split("::")[2].rpartition("$")[2], "a plugin makes what is in it, which is not seen here"
            )
