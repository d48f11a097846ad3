"""What a change does that may give access or lose data, and that no permission is judged by: by the types' tables.

A type or an input that is not in the tables may do anything. What a table says may give access counts unless the
permission model reads it, or its value certainly gives none.
"""

from collections.abc import Iterator, Sequence

from pulumicheck.plan.recording import Resource
from pulumicheck.review.access_inputs import (
    has_a_policy,
    is_closed,
    is_closed_guard,
    is_hidden,
    is_open_guard,
    leaves,
    names_of,
    texts_in,
)
from pulumicheck.review.differences import ABSENT, Difference
from pulumicheck.review.doubts import Doubt
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.types.classes import class_of, is_input, meets, without_indices
from pulumicheck.types.tables import ALL, SAYING_NOTHING, TypeClass

_HIDDEN = "only the deployment can tell its value"
_OPENS = "it may give access, and the permissions are not judged by it"
_PASSES = "it acts with other permissions, or others reach it"
_GUARDS = "it keeps something closed or safe, and is not as it was"
_ELSEWHERE = "it names what the program does not declare"
_ANYTHING = "for all that is known of its type, it may give access or hold data"
_NEW_INPUT = "the installed pulumi-aws does not have this input"


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
        return all(unseen if is_hidden(text) else text in self._names for text in texts_in(named))

    def keep_what_it_belonged_to(self, resource: Resource) -> bool:
        """Whether a removed resource leaves behind what it belonged to."""
        needed = {urn for urns in resource.property_dependencies.values() for urn in urns}
        return not needed or not needed <= self._gone


def _of_change(change: ResourceChange, sides: _Sides) -> Iterator[Doubt]:
    known = class_of(change.resource.type)
    if change.change == "removed":
        if known and _is_guard(change.resource, known) and sides.keep_what_it_belonged_to(change.resource):
            yield _doubt(change.resource, "", "it keeps something closed or safe, and is gone")
    elif known is None:
        yield _doubt(change.resource, "", _ANYTHING)
    elif change.before is None:
        yield from _of_added(change.resource, known, sides)
    else:
        yield from _of_changed(change, change.before, known)


def _doubt(resource: Resource, path: str, why: str) -> Doubt:
    return Doubt(resource.urn, f"{path} of {resource.type}" if path else resource.type, why)


def _is_guard(resource: Resource, known: TypeClass) -> bool:
    read = resource.row.is_read("")
    closed = any(each.endswith("!") and any(leaves(resource.inputs, each)) for each in known.guards)
    return not read and (ALL in known.guards or closed)


def _of_added(resource: Resource, known: TypeClass, sides: _Sides) -> Iterator[Doubt]:
    for name, value in resource.inputs.items():
        if is_hidden(value) and _matters(resource, name, known):
            yield _doubt(resource, name, _HIDDEN)
        if name not in SAYING_NOTHING and not is_input(resource.type, name):
            yield _doubt(resource, name, _NEW_INPUT)
    is_a_policy = "Polic" in resource.row.noun and has_a_policy(resource)
    if ALL in known.opens and not is_a_policy and _unread(resource):
        yield _doubt(resource, "", _OPENS)
    for path in known.opens:
        closed = all(is_closed(value, path) for value in leaves(resource.inputs, path))
        if path != ALL and not closed and not _is_read(resource, path):
            yield _doubt(resource, path, _OPENS)
    for path in known.passes:
        if not resource.row.is_read(path) and not sides.declare(resource, path):
            yield _doubt(resource, path, _ELSEWHERE)
    yield from _of_added_guards(resource, known)


def _unread(resource: Resource) -> list[str]:
    return [name for name in resource.inputs if name not in SAYING_NOTHING and not resource.row.is_read(name)]


def _of_added_guards(resource: Resource, known: TypeClass) -> Iterator[Doubt]:
    if ALL in known.guards and any(map(is_open_guard, leaves(resource.inputs, ""))):
        yield _doubt(resource, "", "it is there to keep something closed, and leaves it open")
    for path in known.guards:
        if path.endswith("!") and not any(map(is_closed_guard, leaves(resource.inputs, path))):
            yield _doubt(resource, path.rstrip("!"), "it is left open")


def _matters(resource: Resource, name: str, known: TypeClass) -> bool:
    """Whether a value that nobody sees may give access; a policy that cannot be read has a verdict of its own."""
    return name not in SAYING_NOTHING and name != resource.row.document and meets(name, known.opens)


def _of_changed(change: ResourceChange, before: Resource, known: TypeClass) -> Iterator[Doubt]:
    after = change.resource
    for difference in change.properties:
        if difference.top not in SAYING_NOTHING and (why := _why(difference, before, after, known)):
            yield _doubt(after, difference.path, why)
    for name in after.inputs.keys() - {each.top for each in change.properties}:
        matters = name == after.row.document or _matters(after, name, known)
        if matters and is_hidden(after.inputs[name]) and is_hidden(before.inputs.get(name)):
            yield _doubt(after, name, _HIDDEN)  # it may be what has changed as well
    if before.row.lost and change.change == "changed":
        for difference in change.properties:
            if is_input(after.type, difference.top) and after.row.may_force_replacement(difference.path):
                yield _doubt(after, difference.path, f"it may make a new one, and {before.row.lost} would be lost")


def _why(difference: Difference, before: Resource, after: Resource, known: TypeClass) -> str:
    """Why one changed property is not understood; "" if it is, or matters to nobody."""
    path, value = difference.path, difference.after
    hidden = is_hidden(value), is_hidden(difference.before)
    if not is_input(after.type, difference.top):
        return _NEW_INPUT
    if all(hidden) and difference.top == after.row.document:
        return _HIDDEN
    was_read = difference.top not in after.inputs and _is_read(before, path)
    if was_read or _is_read(after, path) or _is_the_same_guard(difference, before, after, known):
        return ""
    if any(hidden) and (_matters(after, difference.top, known) or meets(path, (*known.guards, *known.passes))):
        return _HIDDEN
    reasons = {
        _OPENS: any(_opens(difference, each) for each in known.opens),
        _PASSES: any(_touches(difference, each) for each in known.passes),
        _GUARDS: meets(path, known.guards) and not is_closed_guard(value, path, difference.before),
    }
    return next((why for why, holds in reasons.items() if holds), "")


def _opens(difference: Difference, path: str) -> bool:
    """Whether a change may open what stands at a path."""
    if path == ALL:
        return True
    if not _touches(difference, path):
        return False
    below = _below(difference, path)
    after = leaves(difference.after, below) if below else [difference.after]
    return not all(is_closed(value, path) for value in after or [ABSENT])


def _touches(difference: Difference, path: str) -> bool:
    """Whether something at a path is not as it was, where a whole block that it is in differs, too."""
    below = _below(difference, path)
    sides = difference.before, difference.after
    return meets(difference.path, (path,)) and (not below or any(leaves(side, below) for side in sides))


def _below(difference: Difference, path: str) -> str:
    """The rest of a path where the difference is that of a block above it; "" if it is at the path, or deeper."""
    rest = path[len(without_indices(difference.path)) :]
    return rest.removeprefix(".") if rest.startswith(".") else ""


def _is_the_same_guard(difference: Difference, before: Resource, after: Resource, known: TypeClass) -> bool:
    """Whether a guard is only unknown since the resource that it names is made anew, with this one as it was."""
    same = before.property_dependencies.get(difference.top) == after.property_dependencies.get(difference.top, ())
    return is_hidden(difference.after) and same and not meets(difference.path, (*known.opens, *known.passes))


def _is_read(resource: Resource, path: str) -> bool:
    return resource.row.is_read(path) or has_a_policy(resource, Difference(path, None, None).top)


def _of_components(before: Sequence[Resource], after: Sequence[Resource]) -> Iterator[Doubt]:
    """Of components that a plugin makes: what is in them is not seen here."""
    old, new = ({each.urn: each for each in side if each.remote and not each.custom} for side in (before, after))
    for urn in sorted(old.keys() | new.keys()):
        was, is_ = old.get(urn), new.get(urn)
        if was is None or is_ is None or was.inputs != is_.inputs:
            yield Doubt(
                urn, urn.split("::")[2].rpartition("$")[2], "a plugin makes what is in it, which is not seen here"
            )
