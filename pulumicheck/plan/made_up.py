"""What stands in a plan for what only a deployment can tell: the account, random ends of names, tokens and ids.

Programs find it there in the form that AWS gives it. People do not: a made-up DNS record looks like one that could be
published.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from os.path import commonprefix
from typing import Any

from pulumicheck.plan.recording import Recording, Resource
from pulumicheck.plan.values import UNKNOWN, revealed
from pulumicheck.types.arns import ACCOUNT_ID, SECRET_ENDING

TOLD = "known after deployment"
"""What people are told in its place."""

_RANDOM = re.compile(r"[0-9a-f-]{16,}|[A-Z]+EXAMPLE")
_DEEPEST = 50  # of expressions in each other; Python reads some hundreds


class MadeUp:
    """What one recording has of it."""

    def __init__(self, recording: Recording) -> None:
        """Looks for it in each resource."""
        found: dict[str, str] = {ACCOUNT_ID: "<account>", SECRET_ENDING: "…"}
        for resource in recording.resources:
            found |= _names(resource)
            found |= dict.fromkeys(_tokens(resource), "…")
        self._found = found
        self._pattern = re.compile(_any_of(list(found)))

    def is_in(self, value: Any) -> bool:
        """Whether something in a value is made up."""
        return any(self._pattern.search(text) for text in _texts(value))

    def shown(self, text: str) -> str:
        """The text with signs in the place of what is made up."""
        return self._pattern.sub(lambda found: self._found[found[0]], text)

    def told(self, value: Any) -> Any:
        """The value, or what people are told in the place of one that is made up."""
        return TOLD if self.is_in(value) else value


def _any_of(texts: Sequence[str], depth: int = 0) -> str:
    """The expression of some texts, the longest that fits first.

    What several begin with stands there once: one that tries all of them one by one takes long where they are many.
    """
    same = commonprefix(texts)  # noqa: RUF071 - letters are what is wanted
    following: dict[str, list[str]] = {}
    for text in sorted(texts, key=len, reverse=True):
        rest = text[len(same) :]
        following.setdefault(rest[:1] if depth < _DEEPEST else rest, []).append(rest)
    if list(following) == [""]:
        return re.escape(same)
    parts = "|".join(_any_of(each, depth + 1) for letter, each in following.items() if letter)
    return f"{re.escape(same)}(?:{parts}){'?' if '' in following else ''}"


def _names(resource: Resource) -> dict[str, str]:
    """The physical name that AWS or Pulumi would end at random, and what is known of it."""
    row = resource.row
    if not (resource.custom and row.is_known and row.named_by) or resource.external:
        return {}
    inputs = revealed(resource.inputs)
    name = revealed(resource.outputs.get(row.named_by[0]))
    if row.given_name(inputs) or not isinstance(name, str) or name == str(UNKNOWN):
        return {}
    return {name: row.physical_name(inputs) or f"{resource.name}-…"}


def _tokens(resource: Resource) -> Iterator[str]:
    if resource.custom and not resource.external:
        given = set(_texts(resource.inputs))
        yield from (text for text in _texts(resource.outputs) if _RANDOM.fullmatch(text) and text not in given)


def _texts(value: Any) -> Iterator[str]:
    value = revealed(value)
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
