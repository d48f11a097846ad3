"""What the values of inputs say by themselves: closed, open, hidden, a policy, a name."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pulumicheck.plan.recording import Resource
from pulumicheck.plan.values import Secret, has_unknowns, revealed
from pulumicheck.review.differences import ABSENT
from pulumicheck.types.classes import without_indices
from pulumicheck.types.inputs import as_object

_CLOSED = {"private", "false", "aws_iam", "bucketownerenforced"}
_NOTHING: tuple[object, ...] = (ABSENT, None, "", [], {})
# Inputs that give nothing where they are not given; a list of who is allowed may let in all by its absence.
_CLOSED_WITHOUT = re.compile(
    r"(^|\.)(acl|grants?|ingress|egress|corsRules|managedPolicyArns|inlinePolicies|remoteAccess|sharedAccounts"
    r"|\w*[pP]ublicly\w*|\w*PublicAccess|\w*PublicIp\w*|enable\w+|\w+Enabled|guardrailPolicyArns)$"
)
_OPENS_BY_FALSE = re.compile(r"(Only|Required|Disabled)$|(^|\.)(require|disable|deny|restrict|block)[A-Z]\w*$")
_OPEN = {
    *("false", "disabled", "disable", "off", "none", "suspended", "unblocked", "inactive", "unprotected"),
    *("objectwriter", "bucketownerpreferred"),  # S3 Object Ownership: access control lists count
}
_NAMED = {"Role", "InstanceProfile", "SecurityGroup"}
_SWITCHES_OFF = ("Disabled", "disabled")
"""What an input ends with that opens by being true."""


def is_closed(value: object, path: str) -> bool:
    """Whether a value of an input that may give access certainly gives none.

    Args:
        value: what it is; ABSENT if it is no longer given.
        path: which input.
    """
    value, path = revealed(value), without_indices(path)
    if value is False:
        return not _OPENS_BY_FALSE.search(path)
    if value in _NOTHING:
        return bool(_CLOSED_WITHOUT.search(path))
    return isinstance(value, str) and value.lower() in _CLOSED


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
    was_off = before in _NOTHING or is_open_guard(before)
    return value is True or (was_off and value not in _NOTHING and not is_open_guard(value))


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
    """Whether an input that is called so is a policy document, which the permissions are judged by.

    Args:
        resource: whose.
        name: which input; "" for any.
    """
    named = [name] if name else list(resource.inputs)
    return any(
        "polic" in each.lower() and "Statement" in as_object(revealed(resource.inputs.get(each))) for each in named
    )


def names_of(resource: Resource) -> Iterator[str]:
    """All that others may name a role or a security group by; nothing for what is neither, or only read."""
    if resource.row.noun in _NAMED and not resource.external:
        for value in (resource.id, resource.physical_name, *(resource.outputs.get(key) for key in ("arn", "name"))):
            if isinstance(value, str) and value and not has_unknowns(value):
                yield value


def texts_in(values: object) -> Iterator[str]:
    """All texts of a value but those that are empty."""
    for value in leaves(values, ""):
        if value:
            yield value if isinstance(value, str) else json.dumps(value)
