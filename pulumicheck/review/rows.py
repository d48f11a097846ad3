"""A permission change as a row of a table: what it names before and after, value by value."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pulumicheck.plan.statements import listed
from pulumicheck.review.permissions import PermissionChange, Verdict
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
class Row:
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
    """

    verdict: Verdict
    who: str
    kind: str
    sid: str
    callers: tuple[Mark, ...]
    actions: tuple[Mark, ...]
    resources: tuple[Mark, ...]
    conditions: tuple[Mark, ...]


def row(change: PermissionChange) -> Row:
    """The row of a change."""
    old, new = change.before, change.after
    return Row(
        verdict=change.verdict,
        who=change.who,
        kind=change.kind,
        sid=change.sid,
        callers=_marks(_callers(old), _callers(new)),
        actions=_marks(_values(old, "Action"), _values(new, "Action")) if old or new else tuple(_grants(change)),
        resources=_marks(_values(old, "Resource"), _values(new, "Resource")),
        conditions=_marks(_conditions(old), _conditions(new)),
    )


def _marks(old: Sequence[str], new: Sequence[str]) -> tuple[Mark, ...]:
    def sign(text: str) -> Sign:
        if text in old:
            return " " if text in new else "-"
        return "+"

    return tuple(Mark(sign(text), text) for text in dict.fromkeys([*old, *new]))


def _grants(change: PermissionChange) -> Iterator[Mark]:
    for text in dict.fromkeys([*change.gains, *change.losses]):
        yield Mark("-" if text.startswith("no longer") else "+", text.removeprefix("no longer ").removeprefix("has "))


def _values(statement: Mapping[str, Any], element: str) -> list[str]:
    negated = f"Not{element}" in statement
    texts = [short_arn(str(text)) for text in listed(statement.get(f"Not{element}" if negated else element, []))]
    if negated:
        texts = [f"all but {', '.join(texts)}"]
    never = element == "Action" and statement.get("Effect") == "Deny"
    return [f"never {text}" for text in texts] if never else texts


def _callers(statement: Mapping[str, Any]) -> list[str]:
    named = statement.get("Principal", statement.get("NotPrincipal", []))
    values = named.values() if isinstance(named, Mapping) else [named]
    texts = [str(text) for each in values for text in listed(each)]
    return [f"all but {', '.join(texts)}"] if "NotPrincipal" in statement else texts


def _conditions(statement: Mapping[str, Any]) -> list[str]:
    return [
        f"{key} {operator} {' or '.join(str(value) for value in listed(values))}"
        for operator, keys in (statement.get("Condition") or {}).items()
        for key, values in keys.items()
    ]
