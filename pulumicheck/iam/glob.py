"""Text of a policy that stands for many texts: wildcards and policy variables, and how such sets of texts lie.

`*` is any run of characters and `?` any one of them, colons and slashes included. `${key}` is the value that the
request has for a condition key, `${key, 'default'}` has something to fall back on, and `${*}`, `${?}`, `${$}` are the
bare characters (IAM policy elements: Variables and tags).

Where no request is given, a variable is a letter of its own, which only itself and `*` match: what holds for that
letter holds for every value of the variable.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache

from pulumicheck.iam.variables import variables_in

Facts = Mapping[str, tuple[str, ...]]
"""What is known of a request: condition keys in lower case, and their values."""

_WILDCARD = re.compile(r"(\*+|\?)")
_WITH_DEFAULT = re.compile(r"([^,]*),\s*'([^']*)'\s*")
_MANY = 20_000  # states after which a comparison is given up; those of this project need some hundreds


class TooComplex(Exception):  # noqa: N818 - not an error: the question stays open, and is taken for a no
    """The wildcards of a policy are too many to compare."""


class Wild(Enum):
    """What a wildcard stands for."""

    RUN = "*"
    ONE = "?"


@dataclass(frozen=True)
class Variable:
    """A policy variable."""

    key: str
    default: str | None

    def value(self, facts: Facts) -> str | None:
        """What a request has for it; None if that cannot be told."""
        values = facts.get(self.key, ())
        # A key with several values cannot be a variable (Single-valued vs. multivalued context keys).
        return values[0] if len(values) == 1 else self.default


Letter = str | Variable
"""One character, or a variable; "" is any character that no glob names at this place."""
Token = Letter | Wild
Membership = tuple[bool, ...]


@dataclass(frozen=True)
class Glob:
    """A policy's text as tokens, read once: a text matches if it can be read from the first token to the last.

    Attributes:
        tokens: characters, wildcards and variables.
        ignore_case: whether upper and lower case are the same; then the characters are in lower case.
        text: as it stands in the policy.
    """

    tokens: tuple[Token, ...]
    ignore_case: bool = False
    text: str = field(default="", compare=False)

    @classmethod
    def parse(cls, text: str, *, variables: bool, wildcards: bool = True, ignore_case: bool = False) -> "Glob":
        """Reads a text of a policy.

        Args:
            text: as it stands in the policy.
            variables: whether `${…}` means something; in version 2008-10-17 it does not.
            wildcards: whether `*` and `?` do.
            ignore_case: whether upper and lower case are the same.
        """
        tokens = tuple(_tokens(text, variables=variables, wildcards=wildcards, ignore_case=ignore_case))
        return cls(tokens, ignore_case, text)

    @cached_property
    def has_variables(self) -> bool:
        """Whether what it matches depends on the request."""
        return any(isinstance(token, Variable) for token in self.tokens)

    @cached_property
    def literal(self) -> str | None:
        """The one text that matches, if it is the same for every request."""
        letters = [token for token in self.tokens if isinstance(token, str)]
        return "".join(letters) if len(letters) == len(self.tokens) else None

    def matches(self, value: str, facts: Facts) -> bool | None:
        """Whether a value of the request matches; None if that cannot be told, as a variable has no value."""
        if self.has_variables:
            filled = self._filled(facts)
            return None if filled is None else filled.matches(value, facts)
        value = value.lower() if self.ignore_case else value
        return self._expression.fullmatch(value) is not None if self.literal is None else value == self.literal

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        return _compiled(self.tokens)

    @cached_property
    def loosened(self) -> "Glob":
        """What it matches in one request or another: a variable may be anything."""
        tokens = (Wild.RUN if isinstance(token, Variable) else token for token in self.tokens)
        return Glob(tuple(_merged(tokens)), self.ignore_case) if self.has_variables else self

    def _filled(self, facts: Facts) -> "Glob | None":
        """With the request's values, a wildcard in which matches itself only."""
        tokens: list[Token] = []
        for token in self.tokens:
            value = token.value(facts) if isinstance(token, Variable) else None
            if isinstance(token, Variable) and value is None:
                return None
            tokens += [token] if value is None else (value.lower() if self.ignore_case else value)
        return Glob(tuple(tokens), self.ignore_case)

    # As an automaton: the places between tokens that the letters read so far can have led to, as the bits of a number.

    @property
    def start(self) -> int:
        """The places before the first letter."""
        return self._settled(1)

    def read(self, places: int, letter: Letter) -> int:
        """The places after one more letter."""
        runs, takers = self._takers
        ones = 0 if isinstance(letter, Variable) else takers.get(Wild.ONE, 0)
        return self._settled((places & (takers.get(letter, 0) | ones)) << 1 | (places & runs))

    def has_read(self, places: int) -> bool:
        """Whether it ends at one of the places."""
        return bool(places >> len(self.tokens))

    def letters(self, places: int) -> Iterator[Letter]:
        """The letters that it names at some places."""
        while places:
            place = (places & -places).bit_length() - 1
            if place < len(self.tokens) and not isinstance(token := self.tokens[place], Wild):
                yield token
            places &= places - 1

    @cached_property
    def _takers(self) -> tuple[int, dict[Token, int]]:
        """The places of `*`, and those of each token."""
        takers: dict[Token, int] = {}
        for place, token in enumerate(self.tokens):
            takers[token] = takers.get(token, 0) | 1 << place
        return takers.get(Wild.RUN, 0), takers

    def _settled(self, places: int) -> int:
        """Adds what lies behind a `*`, which may be empty; leaves out what lies before one, which takes that in."""
        at = places & self._takers[0]
        if not at:
            return places
        last = at.bit_length() - 1
        return (places | at << 1) >> last << last


def memberships(globs: Sequence[Glob]) -> frozenset[Membership]:
    """Every combination of globs that some text is in: one tuple each, in the order of the globs.

    Raises:
        TooComplex: the question cannot be answered in reasonable time.
    """
    found = _memberships(tuple(globs))
    if found is None:
        raise TooComplex
    return found


def is_covered(inner: Glob, outer: Sequence[Glob]) -> bool:
    """Whether every text of one glob is in one of the others; False, too, where that cannot be told."""
    if inner in outer:
        return True
    try:
        return all(any(others) for is_in, *others in memberships([inner, *outer]) if is_in)
    except TooComplex:
        return False


@lru_cache(maxsize=4096)
def _memberships(globs: tuple[Glob, ...]) -> frozenset[Membership] | None:
    """Reads all texts at once, letter by letter, and keeps the places that each glob can have come to."""
    start = tuple(glob.start for glob in globs)
    seen, waiting = {start}, [start]
    while waiting:
        places = waiting.pop()
        # Only these letters make a difference here.
        letters = {"", *(letter for glob, at in zip(globs, places, strict=True) for letter in glob.letters(at))}
        for letter in letters:
            after = tuple(glob.read(at, letter) for glob, at in zip(globs, places, strict=True))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > _MANY:
            return None
    return frozenset(tuple(glob.has_read(at) for glob, at in zip(globs, places, strict=True)) for places in seen)


def _tokens(text: str, *, variables: bool, wildcards: bool, ignore_case: bool) -> Iterator[Token]:
    position = 0
    for start, end in variables_in(text):
        yield from _plain(text[position:start], wildcards=wildcards, ignore_case=ignore_case)
        if variables:
            yield _variable(text[start + 2 : end - 1])
        else:
            yield from _plain(text[start:end], wildcards=False, ignore_case=ignore_case)
        position = end
    yield from _plain(text[position:], wildcards=wildcards, ignore_case=ignore_case)


def _plain(text: str, *, wildcards: bool, ignore_case: bool) -> Iterator[Token]:
    for index, part in enumerate(_WILDCARD.split(text) if wildcards else [text]):
        if index % 2:
            yield Wild(part[0])
        else:
            yield from part.lower() if ignore_case else part


def _variable(inside: str) -> Letter:
    if inside in {"*", "?", "$"}:
        return inside
    found = _WITH_DEFAULT.fullmatch(inside)
    key, default = found.groups() if found else (inside, None)
    return Variable(key.strip().lower(), default)


def _merged(tokens: Iterator[Token]) -> Iterator[Token]:
    """Without a `*` beside another, which says nothing more."""
    before = None
    for token in tokens:
        if token is not Wild.RUN or before is not Wild.RUN:
            yield token
        before = token


@lru_cache(maxsize=4096)
def _compiled(tokens: tuple[Token, ...]) -> re.Pattern[str]:
    """The regular expression of some tokens, in which every `*` but the last takes the shortest run and never another.

    That is as good as trying all runs, and keeps a policy with many `*` from taking exponential time.
    """
    runs = [""]
    for token in tokens:
        if token is Wild.RUN:
            runs.append("")
        else:
            runs[-1] += re.escape(token) if isinstance(token, str) else "."
    first, *others = runs
    middle = "".join(f"(?>.*?{run})" for run in others[:-1])
    last = "".join(f".*{run}" for run in others[-1:])
    return re.compile(first + middle + last, re.DOTALL)
