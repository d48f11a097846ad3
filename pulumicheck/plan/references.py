"""Which resources of its stack an input names, by id, ARN or physical name.

What a value was made of comes first: names that only AWS makes up may stand for several resources, or be unknown.
"""

from collections.abc import Sequence
from typing import Any

from pulumicheck.plan.recording import Directory, Resource
from pulumicheck.plan.values import has_unknowns, revealed

Named = Resource | str
"""A resource of the stack, or the text that names what is elsewhere."""


def named_in(resource: Resource, key: str, token: str, resources: Directory) -> list[Named]:
    """What an input names, which is one value or a list.

    Args:
        resource: whose input it is.
        key: the input.
        token: the type of what it names.
        resources: of the same stack.
    """
    value = revealed(resource.inputs.get(key))
    values = [each for each in (value if isinstance(value, list) else [value]) if each]
    if not values:
        return []
    made_of = resources.with_urns(resource.property_dependencies.get(key, ()), token)
    known = [_one_of(each, token, resources, made_of) for each in values]
    rest = [each for each in made_of if each not in known]
    open_ = [place for place, each in enumerate(known) if each is None]
    if len(rest) == len(open_):
        return [each for each in known if each is not None] + rest
    return [str(value) if each is None else each for value, each in zip(values, known, strict=True)]


def one_named_in(resource: Resource, key: str, token: str, resources: Directory) -> Resource | None:
    """The one resource of the stack that an input names; None if that is elsewhere."""
    found = named_in(resource, key, token, resources)
    return found[0] if len(found) == 1 and isinstance(found[0], Resource) else None


def _one_of(value: Any, token: str, resources: Directory, made_of: Sequence[Resource]) -> Named | None:
    """The resource with this name, or the name if there is none; None if that cannot be told of what is known."""
    if has_unknowns(value):
        return None
    named = resources.named(value, token)
    closer = [each for each in named if each in made_of] or named
    if len(closer) == 1:
        return closer[0]
    return None if closer or made_of else str(value)
