"""Texts with wildcards as sets of texts, and how such sets lie to each other.

`*` is any run of characters and `?` any one of them. A policy variable such as `${aws:username}` is taken as one
letter of its own, which only itself and `*` match: what holds for that letter holds for every value of the variable.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from pulumicheck.iam.pattern import variables_in

_WILDCARD = re.compile(r"[*?]")
_ESCAPED = {"*", "?", "$"}
_MANY = 20_000  # states after which a comparison is given up; those of this project need some hundreds


class TooComplex(Exception):  # noqa: N818 - not an error: the question stays open, and is taken for a no
    """The wildcards of a policy are too many to compare."""


class Wild(Enum):
    """What a wildcard stands for."""

    RUN = "*"
    ONE = "?"


@dataclass(frozen=True)
class Variable:
    """A policy variable, by its text."""

    text: str


Letter = str | Variable
"""One character, or a variable; "" is any character that no glob names at this place."""
Token = Letter | Wild
Membership = tuple[bool, ...]


@dataclass(frozen=True)
class Glob:
    """A policy's text as tokens: a text matches if it can be read from the first token to the last."""

    tokens: tuple[Token, ...]

    @classmethod
    def parse(cls, text: str, *, variables: bool, wildcards: bool = True, ignore_case: bool = False) -> "Glob":
        """Reads a text of a policy.

        Args:
            text: as it stands in the policy.
            variables: whether `${…}` means something; in version 2008-10-17 it does not.
            wildcards: whether `*` and `?` do.
            ignore_case: whether upper and lower case are the same.
        """
        return cls(tuple(_tokens(text, variables=variables, wildcards=wildcards, ignore_case=ignore_case)))

    @property
    def has_variables(self) -> bool:
        """Whether what it matches depends on the request."""
        return any(isinstance(token, Variable) for token in self.tokens)


def memberships(globs: Sequence[Glob]) -> frozenset[Membership]:
    """Every combination of globs that some text is in: one tuple each, in the order of the globs.

    Raises:
        TooComplex: the question cannot be answered in reasonable time.
    """
    return _memberships(tuple(globs))


def is_covered(inner: Glob, outer: Sequence[Glob]) -> bool:
    """Whether every text of one glob is in one of the others; False, too, where that cannot be told."""
    if inner in outer:
        return True
    try:
        return all(any(others) for is_in, *others in memberships([inner, *outer]) if is_in)
    except TooComplex:
        return False


@lru_cache(maxsize=4096)
def _memberships(globs: tuple[Glob, ...]) -> frozenset[Membership]:
    """Reads all texts at once, letter by letter, and keeps the places that each glob can have come to."""
    start = tuple(_settled(glob, 1) for glob in globs)
    seen, waiting = {start}, [start]
    while waiting:
        places = waiting.pop()
        for letter in _letters(globs, places):
            after = tuple(_read(glob, at, letter) for glob, at in zip(globs, places, strict=True))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > _MANY:
            raise TooComplex
    return frozenset(tuple(bool(at >> len(glob.tokens)) for glob, at in zip(globs, at, strict=True)) for at in seen)


def _letters(globs: Sequence[Glob], places: Sequence[int]) -> set[Letter]:
    """The letters that make a difference here."""
    letters: set[Letter] = {""}
    for glob, at in zip(globs, places, strict=True):
        letters |= {token for place in _places(at) if not isinstance(token := _token(glob, place), Wild | None)}
    return letters


def _read(glob: Glob, places: int, letter: Letter) -> int:
    """The places after one more letter, as the bits of a number."""
    after = 0
    for place in _places(places):
        token = _token(glob, place)
        if token is Wild.RUN:
            after |= 1 << place
        elif token == letter or (token is Wild.ONE and not isinstance(letter, Variable)):
            after |= 1 << (place + 1)
    return _settled(glob, after)


def _settled(glob: Glob, places: int) -> int:
    """Adds what lies behind a `*`, which may be empty; leaves out what lies before one, which takes that in."""
    for place, token in enumerate(glob.tokens):
        if token is Wild.RUN and places >> place & 1:
            places = (places | 1 << (place + 1)) >> place << place
    return places


def _token(glob: Glob, place: int) -> Token | None:
    return glob.tokens[place] if place < len(glob.tokens) else None


def _places(bits: int) -> Iterator[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def _tokens(text: str, *, variables: bool, wildcards: bool, ignore_case: bool) -> Iterator[Token]:
    position = 0
    for start, end in variables_in(text):
        yield from _plain(text[position:start], wildcards=wildcards, ignore_case=ignore_case)
        if variables:
            inside = text[start + 2 : end - 1]
            yield inside if inside in _ESCAPED else Variable(text[start:end])
        else:
            yield from _characters(text[start:end], ignore_case=ignore_case)
        position = end
    yield from _plain(text[position:], wildcards=wildcards, ignore_case=ignore_case)


def _plain(text: str, *, wildcards: bool, ignore_case: bool) -> Iterator[Token]:
    position = 0
    for found in _WILDCARD.finditer(text) if wildcards else ():
        yield from _characters(text[position : found.start()], ignore_case=ignore_case)
        yield Wild(found[0])
        position = found.end()
    yield from _characters(text[position:], ignore_case=ignore_case)


def _characters(text: str, *, ignore_case: bool) -> Iterator[str]:
    return iter(text.lower() if ignore_case else text)
