"""Which resource of the state a registration is, and whether two of them are one thing in AWS.

To the engine a resource is its URN, or a URN that an alias names, and nothing else: not its name, and not what AWS
calls it. (Pulumi, pkg/resource/deploy/step_generator.go, getOldResource.)
"""

from collections.abc import Iterator, Mapping
from typing import Any

from pulumicheck.plan.recording import Resource
from pulumicheck.plan.values import has_unknowns, revealed


def former_urns(resource: Resource, parent: Resource | None, former_parent: str | None) -> Iterator[str]:
    """The URNs that a resource may have in the state, in the order in which the engine looks for them.

    What its parent was called counts only where the state has the parent under that URN.

    Args:
        resource: as the program registers it.
        parent: its parent, if it is known.
        former_parent: the URN that its parent had in the state; None if it had the same or none.
    """
    names = (resource.urn, *resource.aliases)
    others = [urn for urn in parent.aliases if urn != former_parent] if parent else []
    never = {_under(other, urn, parent.urn) for other in others for urn in names if parent}
    yield resource.urn
    yield from (urn for urn in resource.aliases if urn not in never)
    if former_parent and parent:
        yield from (_under(former_parent, urn, parent.urn) for urn in names)


def _under(former: str, urn: str, parent: str) -> str:
    """The URN of a child of a parent that had another; a name that begins with the parent's changes with it."""
    *head, types, name = urn.split("::", maxsplit=3)
    was, is_ = _name(former), _name(parent)
    called = was + name.removeprefix(is_) if name.startswith(is_) else name
    return "::".join([*head, f"{former.split('::')[2]}${types.rpartition('$')[2]}", called])


def _name(urn: str) -> str:
    return urn.split("::", maxsplit=3)[3]


def is_one_thing(one: Resource, other: Resource) -> bool:
    """Whether AWS knows both by one name, so that to make the second is to take over the first; if in doubt, yes."""
    if one.type != other.type or not one.custom or one.external or other.external:
        return False
    names = [_identity(each) for each in (one, other)]
    if one.row.is_known:
        return bool(names[0]) and _may_be_same(*names)
    if any(names):
        return _may_be_same(*names)
    return bool(one.inputs) and revealed(one.inputs) == revealed(other.inputs)


def _identity(resource: Resource) -> Mapping[str, Any]:
    """What AWS tells it from others by: its name, and what it belongs to; empty if AWS gives it a name of its own."""
    row, given = resource.row, revealed(resource.inputs)
    name = row.given_name(given)
    if row.named_by and not name:
        return {}
    target = {row.target.input: given.get(row.target.input)} if row.target else {}
    return {"name": name, **target} if name else target


def _may_be_same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    unknown = has_unknowns(dict(one)) and has_unknowns(dict(other))
    return one.keys() == other.keys() and (unknown or one == other)
