"""A glob as one text in which wildcards and variables are letters of their own: what can be compared fast.

A text of such letters is the most general that the glob matches. A pattern without `?` matches it only if it matches
all that the glob does, since letters that stand for nothing else can be taken by a `*` only.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from pulumicheck.iam.effort import TooComplex, spend
from pulumicheck.iam.tokens import Token, Variable, Wild

# Of Unicode's last two planes, which are for private use.
ONE = "\U000f0000"
RUN = "\U000f0001"
_FIRST_VARIABLE = 0xF0002
_WILD = {Wild.ONE: ONE, Wild.RUN: RUN}
_BY_ONE = f"[^{RUN}-\U0010ffff]"

_variables: dict[Variable, str] = {}


@dataclass(frozen=True)
class Pattern:
    """What a glob matches.

    Attributes:
        text: its characters, and the letters that stand for wildcards and variables.
    """

    text: str

    @classmethod
    def of(cls, tokens: Iterable[Token]) -> "Pattern":
        """The pattern of a glob's tokens.

        Raises:
            TooComplex: it holds a letter that stands for something else here.
        """
        return cls("".join(map(_letter, tokens)))

    @cached_property
    def runs(self) -> list[str]:
        """What stands before, between and behind its `*`."""
        return self.text.split(RUN)

    @cached_property
    def has_ones(self) -> bool:
        """Whether it holds a `?`."""
        return ONE in self.text

    @property
    def is_fixed(self) -> bool:
        """Whether it holds no `*`."""
        return len(self.runs) == 1

    def takes(self, text: str) -> bool:
        """Whether it matches another pattern's most general text."""
        if self.has_ones:
            spend(len(self.text) * len(text) >> 8)
            return self._expression.fullmatch(text) is not None
        first, *middle = self.runs
        if not middle:
            return text == first
        last = middle.pop()
        at, end = len(first), len(text) - len(last)
        if at > end or not text.startswith(first) or not text.endswith(last):
            return False
        spend(len(middle) >> 2)
        for run in middle:
            found = text.find(run, at, end)
            if found < 0:
                return False
            at = found + len(run)
        return True

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        return run_expression([_escaped(run) for run in self.runs])


def run_expression(runs: list[str]) -> re.Pattern[str]:
    """The regular expression of some that have a `*` between them, of which all but the last take the shortest run.

    They never try another. That is as good as trying all runs, and keeps a policy with many `*` from taking exponential
    time.
    """
    first, *others = runs
    middle = "".join(f"(?>.*?{run})" for run in others[:-1])
    last = "".join(f".*{run}" for run in others[-1:])
    return re.compile(first + middle + last, re.DOTALL)


def _escaped(run: str) -> str:
    return _BY_ONE.join(map(re.escape, run.split(ONE)))


def _letter(token: Token) -> str:
    if isinstance(token, Wild):
        return _WILD[token]
    if isinstance(token, Variable):
        return _variables.setdefault(token, chr(_FIRST_VARIABLE + len(_variables)))
    if token >= ONE:
        raise TooComplex
    return token
