"""The Principal and NotPrincipal elements."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from pulumicheck.iam.caller import Caller, identity_of
from pulumicheck.iam.errors import InvalidPolicy
from pulumicheck.iam.reading import listed, shown

_KINDS = {"AWS", "Service", "Federated", "CanonicalUser"}
_ACCOUNT = re.compile(r"(?P<id>\d{12})|arn:[^:]*:iam::(?P<root>\d{12}):root", re.ASCII)
_UNIQUE_ID = re.compile(r"A[A-Z0-9]{15,127}")  # what AWS shows in the place of a principal that was deleted


class Naming(IntEnum):
    """How a statement names a caller."""

    NOT = 0
    ACCOUNT = 1
    """By its account only, which leaves it to the account's identity policies."""
    ITSELF = 2


@dataclass(frozen=True)
class Principals:
    """Who a statement is about.

    Attributes:
        texts: the element's values, as they stand there.
        everyone: whether `*` is among them.
        accounts: accounts named as a whole.
        names: roles and users, as `identity_of` names them, sessions, services, identity providers.
        negated: whether it is NotPrincipal.
    """

    texts: tuple[str, ...]
    everyone: bool
    accounts: frozenset[str]
    names: frozenset[str]
    negated: bool

    def naming(self, caller: Caller) -> Naming:
        """How this names a caller.

        NotPrincipal excepts a caller that is named itself; an account in it excepts no user or role of the account
        (AWS JSON policy elements: NotPrincipal, the example of the user Bob and his account).
        """
        named = self._named(caller)
        if self.negated:
            return Naming.NOT if named is Naming.ITSELF else Naming.ITSELF
        return named

    def _named(self, caller: Caller) -> Naming:
        if self.everyone or caller.name in self.names or caller.identity in self.names:
            return Naming.ITSELF
        if caller.account in self.accounts:
            return Naming.ITSELF if caller.is_root else Naming.ACCOUNT
        return Naming.NOT


def read_principals(element: Any, place: str, *, negated: bool) -> Principals:
    """Reads a Principal or NotPrincipal element.

    Raises:
        InvalidPolicy: it is neither `*` nor an object of AWS, Service, Federated and CanonicalUser.
    """
    named = list(_named(element, place))
    texts = tuple(text for text, _ in named)
    accounts = {
        found["id"] or found["root"] for text, kind in named if kind == "AWS" and (found := _ACCOUNT.fullmatch(text))
    }
    # A session in a policy is that session and no other, where a caller's session is its role too.
    names = {identity_of(text) if kind == "AWS" and ":iam:" in text else text for text, kind in named}
    return Principals(
        texts=texts,
        everyone=("*", "AWS") in named,
        accounts=frozenset(accounts),
        names=frozenset(names - {"*"}),
        negated=negated,
    )


def _named(element: Any, place: str) -> Iterator[tuple[str, str]]:
    if element == "*":
        yield "*", "AWS"
        return
    if not isinstance(element, Mapping) or not element:
        raise InvalidPolicy(place, f'must be "*" or an object such as {{"AWS": "123456789012"}}, not {shown(element)}')
    for kind, values in element.items():
        if kind not in _KINDS:
            raise InvalidPolicy(place, f"names {shown(kind)}, but only AWS, Service, Federated and CanonicalUser exist")
        for at, text in listed(values, f"{place}.{kind}"):
            yield _checked(text, kind, at), kind


def _checked(text: str, kind: str, place: str) -> str:
    if not text:
        raise InvalidPolicy(place, "is empty")
    if "*" in text and (kind, text) != ("AWS", "*"):
        raise InvalidPolicy(place, f'has a wildcard in {shown(text)}; only "*" alone, in AWS, may stand for everyone')
    if kind == "AWS" and not (
        text == "*" or text.startswith("arn:") or _ACCOUNT.fullmatch(text) or _UNIQUE_ID.fullmatch(text)
    ):
        raise InvalidPolicy(place, f"must be an account id, an ARN or *, not {shown(text)}")
    return text
