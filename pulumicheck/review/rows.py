"""What any report for people shows of a permission and of a resource, before and after, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pulumicheck.iam.principals import principal_texts
from pulumicheck.plan.statements import conditions_in, listed
from pulumicheck.review.consequences import Setting
from pulumicheck.review.permissions import PermissionChange, Verdict
from pulumicheck.review.resource_changes import Change, ResourceChange
from pulumicheck.review.words import change_of, phrase
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


@dataclass(frozen=True)
class PermissionRow:
    """One statement, before and after.

    Attributes:
        verdict: by meaning.
        who: the role, policy or resource.
        kind: what the statement is about.
        sid: its name.
        callers: whom it names; empty for what a role may do.
        actions: its actions, or what there is instead of a statement.
        resources: its resources.
        conditions: its conditions.
        consequences: what is allowed more and less.
    """

    verdict: Verdict
    who: str
    kind: str
    sid: str
    callers: tuple[Mark, ...]
    actions: tuple[Mark, ...]
    resources: tuple[Mark, ...]
    conditions: tuple[Mark, ...]
    consequences: tuple[Mark, ...]


@dataclass(frozen=True)
class ResourceRow:
    """One resource, before and after.

    Attributes:
        change: what happens to it.
        title: the last word of its type, and its name.
        physical_name: AWS's name for it; "" if it has none of its own.
        because: what makes it be replaced.
        warnings: what a reviewer must not overlook, the loudest first.
        is_dangerous: whether it has to be accepted.
        properties: path, both values, and whether it makes the resource be replaced.
    """

    change: Change
    title: tuple[str, str]
    physical_name: str
    because: tuple[str, ...]
    warnings: tuple[str, ...]
    is_dangerous: bool
    properties: tuple[tuple[str, str, bool], ...]


def permission_row(change: PermissionChange) -> PermissionRow:
    """The row of one permission."""
    old, new = change.before, change.after
    return PermissionRow(
        verdict=change.verdict,
        who=change.who,
        kind=change.kind,
        sid=change.sid,
        callers=_marks(_callers(old), _callers(new)),
        actions=_marks(_values(old, "Action"), _values(new, "Action")) if old or new else tuple(_settings(change)),
        resources=_marks(_values(old, "Resource"), _values(new, "Resource")),
        conditions=_marks(_conditions(old), _conditions(new)),
        consequences=(
            *(Mark("+", phrase(each)) for each in change.gains),
            *(Mark("-", phrase(each)) for each in change.losses),
        ),
    )


def resource_row(change: ResourceChange) -> ResourceRow:
    """The row of one resource."""
    resource = change.resource
    return ResourceRow(
        change=change.change,
        title=(resource.type.rpartition(":")[2], resource.name),
        physical_name=resource.physical_name,
        because=change.because,
        warnings=tuple(_warnings(change)),
        is_dangerous=change.is_dangerous,
        properties=tuple((each.path, change_of(each), each.top in change.because) for each in change.properties),
    )


def _warnings(change: ResourceChange) -> Iterator[str]:
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
