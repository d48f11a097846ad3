"""Text of a policy that stands for many texts: wildcards and policy variables.

`*` is any run of characters and `?` any one of them, colons and slashes included. `${key}` is the value that the
request has for a condition key, `${key, 'default'}` has something to fall back on, and `${*}`, `${?}`, `${$}` are the
bare characters (IAM policy elements: Variables and tags).

Where no request is given, a variable is a letter of its own, which only itself and `*` match: what holds for that
letter holds for every value of the variable (`pulumicheck.iam.glob_sets`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from pulumicheck.iam.pattern import Pattern, run_expression
from pulumicheck.iam.tokens import Facts, Letter, Token, Variable, Wild
from pulumicheck.iam.variables import variables_in

_WILDCARD = re.compile(r"(\*+|\?)")
_WITH_DEFAULT = re.compile(r"([^,]*),\s*'([^']*)'\s*")


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

    @cached_property
    def head(self) -> str:
        """What every text that matches begins with, as far as it is the same for every request."""
        first = next((place for place, token in enumerate(self.tokens) if not isinstance(token, str)), len(self.tokens))
        return "".join(map(str, self.tokens[:first]))

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

    @cached_property
    def pattern(self) -> Pattern:
        """What it is compared with others by.

        Raises:
            TooComplex: it cannot be.
        """
        return Pattern.of(self.tokens)

    def _filled(self, facts: Facts) -> "Glob | None":
        """With the request's values, a wildcard in which matches itself only."""
        tokens: list[Token] = []
        for token in self.tokens:
            value = token.value(facts) if isinstance(token, Variable) else None
            if isinstance(token, Variable) and value is None:
                return None
            tokens += [token] if value is None else (value.lower() if self.ignore_case else value)
        return Glob(tuple(tokens), self.ignore_case)


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
    """The regular expression of some tokens."""
    runs = [""]
    for token in tokens:
        if token is Wild.RUN:
            runs.append("")
        else:
            runs[-1] += re.escape(token) if isinstance(token, str) else "."
    return run_expression(runs)
