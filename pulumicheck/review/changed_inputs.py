"""What of a changed property may give access or lose data, and no permission is judged by."""

from collections.abc import Iterator

from pulumicheck.plan.recording import Resource
from pulumicheck.plan.values import has_unknowns
from pulumicheck.review.access_inputs import has_a_policy, is_closed, is_closed_guard, leaves
from pulumicheck.review.differences import ABSENT, Difference
from pulumicheck.review.doubts import Doubt
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.types.classes import is_input, meets, without_indices
from pulumicheck.types.tables import ALL, SAYING_NOTHING, TypeClass

HIDDEN = "only the deployment can tell its value"
OPENS = "it may give access, and the permissions are not judged by it"
NEW_INPUT = "it is an input that the tables of types do not have"
_PASSES = "it acts with other permissions, or others reach it"
_GUARDS = "it keeps something closed or safe, and is not as it was"


def doubt_of(resource: Resource, path: str, why: str) -> Doubt:
    """A doubt about an input of a resource, or about the whole of it."""
    return Doubt(resource.urn, f"{path} of {resource.type}" if path else resource.type, why)


def of_changed(change: ResourceChange, before: Resource, known: TypeClass) -> Iterator[Doubt]:
    """What is not understood of a resource that stays, moves or is made anew.

    Args:
        change: what happens to it.
        before: as it was.
        known: what its type may do.
    """
    after = change.resource
    for difference in change.properties:
        if difference.top not in SAYING_NOTHING and (why := _why(difference, before, after, known)):
            yield doubt_of(after, difference.path, why)
    for name in after.inputs.keys() - {each.top for each in change.properties}:
        counts = name == after.row.document or matters(after, name, known)
        if counts and has_unknowns(after.inputs[name]) and has_unknowns(before.inputs.get(name)):
            yield doubt_of(after, name, HIDDEN)  # it may be what has changed as well
    if before.row.lost and change.change != "replaced":
        for difference in change.properties:
            if is_input(after.type, difference.top) and after.row.may_force_replacement(difference.path):
                yield doubt_of(after, difference.path, f"it may make a new one, and {before.row.lost} would be lost")


def _why(difference: Difference, before: Resource, after: Resource, known: TypeClass) -> str:
    """Why one changed property is not understood; "" if it is, or matters to nobody."""
    path, value = difference.path, difference.after
    hidden = has_unknowns(value), has_unknowns(difference.before)
    if not is_input(after.type, difference.top):
        return NEW_INPUT
    if all(hidden) and difference.top == after.row.document:
        return HIDDEN
    was_read = difference.top not in after.inputs and is_read(before, path)
    if was_read or is_read(after, path) or _is_the_same_guard(difference, before, after, known):
        return ""
    if any(hidden) and (matters(after, difference.top, known) or meets(path, (*known.guards, *known.passes))):
        return HIDDEN
    reasons = {
        OPENS: any(_opens(difference, each) for each in known.opens),
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
    return has_unknowns(difference.after) and same and not meets(difference.path, (*known.opens, *known.passes))


def is_read(resource: Resource, path: str) -> bool:
    """Whether the permissions are judged by what stands there."""
    return resource.row.is_read(path) or has_a_policy(resource, Difference(path, None, None).top)


def matters(resource: Resource, name: str, known: TypeClass) -> bool:
    """Whether a value that nobody sees may give access; a policy that cannot be read has a verdict of its own."""
    return name not in SAYING_NOTHING and name != resource.row.document and meets(name, known.opens)
