"""The Principal and NotPrincipal elements: whom a statement is about."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any, Literal

from pulumicheck.iam.caller import Caller, caller_named, identity_of
from pulumicheck.iam.reading import InvalidPolicy, listed, shown

_KINDS = {"AWS", "Service", "Federated", "CanonicalUser"}
_ACCOUNT = re.compile(r"(?P<id>\d{12})|arn:[^:]*:iam::(?P<root>\d{12}):root", re.ASCII)
_UNIQUE_ID = re.compile(r"A[A-Z0-9]{15,127}")  # what AWS shows in the place of a principal that was deleted


class Naming(IntEnum):
    """How a statement names a caller."""

    NOT = 0
    ACCOUNT = 1
    """By its account only, which leaves it to the account's identity policies."""
    IDENTITY = 2
    """By the role, or the user, behind its session: within the limits that the identity and the session have."""
    ITSELF = 3


@dataclass(frozen=True)
class NamedPrincipal:
    """One value of a Principal element.

    Attributes:
        kind: `everyone`, `account`, or the key it stands under, such as Service.
        name: `*`, an account's id, a role or user as `identity_of` names it, or the value itself.
        text: the value as it stands there.
    """

    kind: str
    name: str
    text: str = field(compare=False)


_EVERYONE = NamedPrincipal("everyone", "*", "*")


@dataclass(frozen=True)
class Principals:
    """Who a statement is about.

    Attributes:
        named: the element's values, in the order of the policy.
        negated: whether it is NotPrincipal.
    """

    named: tuple[NamedPrincipal, ...]
    negated: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """The element's values, as they stand there."""
        return tuple(each.text for each in self.named)

    @cached_property
    def accounts(self) -> frozenset[str]:
        """The accounts that are named as a whole."""
        return frozenset(each.name for each in self.named if each.kind == "account")

    def naming(self, caller: Caller) -> Naming:
        """How this names a caller.

        NotPrincipal excepts a caller that is named itself; an account in it excepts no user or role of the account
        (AWS JSON policy elements: NotPrincipal, the example of the user Bob and his account).
        """
        named = self._naming(caller)
        if self.negated:
            return Naming.NOT if named >= Naming.IDENTITY else Naming.ITSELF
        return named

    def units(self) -> "list[Principals]":
        """The smallest parts that it can be told by."""
        return [self] if self.negated else [Principals((each,)) for each in self.named]

    def are_within(self, others: "Principals", effect: Literal["Allow", "Deny"]) -> bool:
        """Whether a statement of this effect that names the others has the same effect on all of these, for certain."""
        if not others.negated:
            if _EVERYONE in others.named:
                return True
            return not self.negated and all(_is_among(each, others, effect) for each in self.named)
        if self.negated:
            return set(others.named) <= set(self.named)
        return all(_is_left_in(each, others) for each in self.named)

    def __str__(self) -> str:
        names = ", ".join("anyone" if each == _EVERYONE else each.name for each in self.named)
        return f"all but {names}" if self.negated else names

    def _naming(self, caller: Caller) -> Naming:
        if _EVERYONE in self.named or (caller.name != caller.identity and caller.name in self._names):
            return Naming.ITSELF
        if caller.identity in self._names:
            return Naming.IDENTITY if caller.has_policies and not caller.is_user else Naming.ITSELF
        if caller.account in self.accounts:
            return Naming.ITSELF if caller.is_root else Naming.ACCOUNT
        return Naming.NOT

    @cached_property
    def _names(self) -> frozenset[str]:
        named = (each for each in self.named if each != _EVERYONE)
        return frozenset(each.text if each.kind == "account" else each.name for each in named)


ANYONE = Principals((_EVERYONE,))
"""Of an identity policy: whoever it is attached to."""


def read_principals(element: Any, place: str, *, negated: bool) -> Principals:
    """Reads a Principal or NotPrincipal element.

    Raises:
        InvalidPolicy: it is neither `*` nor an object of AWS, Service, Federated and CanonicalUser.
    """
    return Principals(tuple(_named(element, place)), negated)


def principal_texts(element: Any) -> list[str]:
    """What a Principal or NotPrincipal element says, unchecked, for showing."""
    values = element.values() if isinstance(element, Mapping) else [element]
    return [str(text) for each in values for text in (each if isinstance(each, list) else [each])]


def _named(element: Any, place: str) -> Iterator[NamedPrincipal]:
    if element == "*":
        yield _EVERYONE
        return
    if not isinstance(element, Mapping) or not element:
        raise InvalidPolicy(place, f'must be "*" or an object such as {{"AWS": "123456789012"}}, not {shown(element)}')
    for kind, values in element.items():
        if kind not in _KINDS:
            raise InvalidPolicy(place, f"names {shown(kind)}, but only AWS, Service, Federated and CanonicalUser exist")
        for at, text in listed(values, f"{place}.{kind}"):
            yield _of_aws(text, at) if kind == "AWS" else _of_others(text, kind, at)


def _of_aws(text: str, place: str) -> NamedPrincipal:
    if text == "*":
        return _EVERYONE
    checked = _of_others(text, "AWS", place)
    if account := _ACCOUNT.fullmatch(text):
        return NamedPrincipal("account", account["id"] or account["root"], text)
    if not (text.startswith("arn:") or _UNIQUE_ID.fullmatch(text)):
        raise InvalidPolicy(place, f"must be an account id, an ARN or *, not {shown(text)}")
    # A session in a policy is that session and no other, where a caller's session is its role too.
    return NamedPrincipal("AWS", identity_of(text), text) if ":iam:" in text else checked


def _of_others(text: str, kind: str, place: str) -> NamedPrincipal:
    if not text:
        raise InvalidPolicy(place, "is empty")
    if "*" in text:
        raise InvalidPolicy(place, f'has a wildcard in {shown(text)}; only "*" alone, in AWS, may stand for everyone')
    return NamedPrincipal(kind, text, text)


def _is_among(one: NamedPrincipal, others: Principals, effect: Literal["Allow", "Deny"]) -> bool:
    if one in others.named:
        return True
    # A deny of an account hits all of it; an allow leaves it to the account's identity policies.
    return effect == "Deny" and caller_named(one.name).account in others.accounts


def _is_left_in(one: NamedPrincipal, others: Principals) -> bool:
    """Whether NotPrincipal leaves it in: a role is left out with any session of it, an account by any part of it."""
    if one.kind in ("everyone", "account") or _EVERYONE in others.named:
        return False
    return all(identity_of(one.name) != identity_of(other.name) for other in others.named)
