"""What the values of inputs say by themselves: closed, open, hidden, a policy, a name."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pulumicheck.plan.recording import Resource
from pulumicheck.plan.values import Secret, has_unknowns, revealed
from pulumicheck.review.differences import ABSENT
from pulumicheck.types.inputs import as_object

_CLOSED = {"", "private", "false", "aws_iam", "bucketownerenforced"}
_OPEN = {
    *("false", "disabled", "disable", "off", "none", "suspended", "unblocked", "inactive", "unprotected"),
    *("objectwriter", "bucketownerpreferred"),  # S3 Object Ownership: access control lists count
}
_SWITCHES_OFF = ("Disabled", "disabled")
"""What an input ends with that opens by being true."""


def is_closed(value: object) -> bool:
    """Whether a value of an input that may give access certainly gives none."""
    value = revealed(value)
    if isinstance(value, str):
        return value.lower() in _CLOSED
    return value is ABSENT or value is None or value is False or value in ([], {})


def is_open_guard(value: object) -> bool:
    """Whether a value says that a guard is off."""
    value = revealed(value)
    return value is False or (isinstance(value, str) and value.lower() in _OPEN)


def is_closed_guard(value: object, path: str = "", before: object = ABSENT) -> bool:
    """Whether a guard is certainly no weaker than it was.

    Args:
        value: what it is now.
        path: which one it is.
        before: what it was.
    """
    value = revealed(value)
    if path.endswith(_SWITCHES_OFF):
        return value is ABSENT or value is False
    return value is True or (is_closed(before) and not is_closed(value) and not is_open_guard(value))


def is_hidden(value: object) -> bool:
    """Whether nobody can see a value, or a part of it."""
    return has_unknowns(value)


def leaves(inputs: Any, path: str) -> list[Any]:
    """All values at a path, and below it; lists are gone through."""
    return list(_leaves(inputs, tuple(part for part in path.rstrip("!").split(".") if part)))


def _leaves(value: Any, parts: Sequence[str]) -> Iterator[Any]:
    if isinstance(value, Secret):
        yield from _leaves(value.value, parts)
    elif isinstance(value, list):
        for each in value:
            yield from _leaves(each, parts)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if not parts or key == parts[0]:
                yield from _leaves(each, parts[1:])
    elif not parts:
        yield value


def has_a_policy(resource: Resource, name: str = "") -> bool:
    """Whether one input of a resource, or any, is a policy document, which the permissions are judged by."""
    values = resource.inputs.values() if not name else [resource.inputs.get(name)]
    return any("Statement" in as_object(revealed(value)) for value in values)


def names_of(resource: Resource) -> Iterator[str]:
    """All that others may call a resource by."""
    for value in (resource.id, resource.name, resource.physical_name, *resource.outputs.values()):
        if isinstance(value, str) and value:
            yield value


def texts_in(values: object) -> Iterator[str]:
    """All texts of a value but those that are empty."""
    for value in leaves(values, ""):
        if value:
            yield value if isinstance(value, str) else json.dumps(value)
