"""What any report for people shows of a change of a permission or of a resource, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pulumicheck.iam.principals import principal_texts
from pulumicheck.plan.documents import listed
from pulumicheck.plan.statements import conditions_in
from pulumicheck.review.consequences import Setting
from pulumicheck.review.permission_change import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.words import phrase
from pulumicheck.types.arns import short_arn

Sign = Literal[" ", "+", "-"]


@dataclass(frozen=True)
class Mark:
    """One value of a statement.

    Attributes:
        sign: whether it came, went, or stayed.
        text: the value.
    """

    sign: Sign
    text: str


def callers(change: PermissionChange) -> tuple[Mark, ...]:
    """Whom a statement names; empty for what a role may do."""
    return _marks(_callers(change.before), _callers(change.after))


def actions(change: PermissionChange) -> tuple[Mark, ...]:
    """A statement's actions, or what there is instead of one."""
    if not change.before and not change.after:
        return tuple(_settings(change))
    return _marks(_values(change.before, "Action"), _values(change.after, "Action"))


def resources(change: PermissionChange) -> tuple[Mark, ...]:
    """A statement's resources."""
    return _marks(_values(change.before, "Resource"), _values(change.after, "Resource"))


def conditions(change: PermissionChange) -> tuple[Mark, ...]:
    """A statement's conditions."""
    return _marks(_conditions(change.before), _conditions(change.after))


def consequences(change: PermissionChange) -> list[Mark]:
    """What is allowed more and less."""
    return [Mark("+", phrase(each)) for each in change.gains] + [Mark("-", phrase(each)) for each in change.losses]


def warnings(change: ResourceChange) -> Iterator[str]:
    """What a reviewer must not overlook, the loudest first."""
    if change.is_refused:
        yield "protected: `pulumi up` stops here"
    if change.lost:
        yield f"lost with it: {change.lost}"
    if change.protection == "removed":
        yield "protect is taken away: a later change can delete it"
    if change.protection == "added":
        yield "protect is set"
    if change.is_left_behind:
        yield "stays in AWS (retainOnDelete), without anyone to manage it"


def _marks(old: Sequence[str], new: Sequence[str]) -> tuple[Mark, ...]:
    def sign(text: str) -> Sign:
        if text in old:
            return " " if text in new else "-"
        return "+"

    return tuple(Mark(sign(text), text) for text in dict.fromkeys([*old, *new]))


def _settings(change: PermissionChange) -> Iterator[Mark]:
    for each in dict.fromkeys([*change.gains, *change.losses]):
        if isinstance(each, Setting):
            yield Mark("+" if each.is_there else "-", each.text)


def _values(statement: Mapping[str, Any], element: str) -> list[str]:
    negated = f"Not{element}" in statement
    texts = [short_arn(str(text)) for text in listed(statement.get(f"Not{element}" if negated else element, []))]
    if negated:
        texts = [f"all but {', '.join(texts)}"]
    never = element == "Action" and statement.get("Effect") == "Deny"
    return [f"never {text}" for text in texts] if never else texts


def _callers(statement: Mapping[str, Any]) -> list[str]:
    texts = principal_texts(statement.get("Principal", statement.get("NotPrincipal", [])))
    return [f"all but {', '.join(texts)}"] if "NotPrincipal" in statement else texts


def _conditions(statement: Mapping[str, Any]) -> list[str]:
    found = conditions_in(statement.get("Condition") or {})
    return [f"{key} {operator} {' or '.join(map(str, listed(values)))}" for key, operator, values in found]
