"""Whom a statement is about, as sets of callers that can be compared."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pulumicheck.iam.caller import caller_named, identity_of
from pulumicheck.iam.statement import Effect

_ACCOUNT = re.compile(r"(?P<id>\d{12})|arn:[^:]*:iam::(?P<root>\d{12}):root", re.ASCII)


class Named(NamedTuple):
    """One value of a Principal element."""

    kind: str
    """`everyone`, `account`, or the key it stands under, such as Service."""
    name: str


_EVERYONE = Named("everyone", "*")


@dataclass(frozen=True)
class Callers:
    """The values of Principal, or of NotPrincipal.

    Attributes:
        named: in the order of the policy.
        excepted: whether they are all but these.
    """

    named: tuple[Named, ...]
    excepted: bool

    def units(self) -> "list[Callers]":
        """The smallest parts that it can be told by."""
        return [self] if self.excepted else [Callers((each,), excepted=False) for each in self.named]

    def are_within(self, others: "Callers", effect: Effect) -> bool:
        """Whether a statement of this effect that names the others has the same effect on all of these, for certain."""
        if not others.excepted:
            if _EVERYONE in others.named:
                return True
            return not self.excepted and all(_is_named(each, others, effect) for each in self.named)
        if self.excepted:
            return set(others.named) <= set(self.named)
        return all(_is_not_excepted(each, others) for each in self.named)

    def __str__(self) -> str:
        names = ", ".join("anyone" if each == _EVERYONE else each.name for each in self.named)
        return f"all but {names}" if self.excepted else names


ANYONE = Callers((_EVERYONE,), excepted=False)
"""Of an identity policy: whoever it is attached to."""


def callers_of(statement: Mapping[str, Any]) -> Callers:
    """The callers that a statement of a resource or trust policy names."""
    excepted = "NotPrincipal" in statement
    return Callers(tuple(_named(statement["NotPrincipal" if excepted else "Principal"])), excepted)


def _named(element: Any) -> Iterator[Named]:
    if element == "*":
        yield _EVERYONE
        return
    for kind, values in element.items():
        for text in values if isinstance(values, list) else [values]:
            yield _one(kind, text)


def _one(kind: str, text: str) -> Named:
    if (kind, text) == ("AWS", "*"):
        return _EVERYONE
    account = _ACCOUNT.fullmatch(text) if kind == "AWS" else None
    if account:
        return Named("account", account["id"] or account["root"])
    return Named(kind, identity_of(text) if ":iam:" in text else text)


def _is_named(one: Named, others: Callers, effect: Effect) -> bool:
    if one in others.named:
        return True
    # A deny of an account hits all of it; an allow leaves it to the account's identity policies.
    return effect == "Deny" and Named("account", caller_named(one.name).account or "") in others.named


def _is_not_excepted(one: Named, others: Callers) -> bool:
    """Whether NotPrincipal leaves it in: a role is left out with any session of it, an account by any part of it."""
    if one.kind in ("everyone", "account") or _EVERYONE in others.named:
        return False
    return all(identity_of(one.name) != identity_of(other.name) for other in others.named)
