"""Text of a policy that stands for many texts: wildcards and policy variables.

`*` is any run of characters and `?` any one of them, colons and slashes included. `${key}` is the value that the
request has for a condition key, `${key, 'default'}` has something to fall back on, and `${*}`, `${?}`, `${$}` are the
bare characters (IAM policy elements: Variables and tags).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

Facts = Mapping[str, tuple[str, ...]]
"""What is known of a request: condition keys in lower case, and their values."""

_WILDCARD = re.compile(r"([*?])")
_WITH_DEFAULT = re.compile(r"([^,]*),\s*'([^']*)'\s*")
_FIELDS = 6  # arn:partition:service:region:account:resource


class _Variable(NamedTuple):
    key: str
    default: str | None

    def value(self, facts: Facts) -> str | None:
        values = facts.get(self.key, ())
        # A key with several values cannot be a variable (Single-valued vs. multivalued context keys).
        return values[0] if len(values) == 1 else self.default


class _Wildcard(NamedTuple):
    sign: str


_Part = str | _Variable | _Wildcard
_ANYTHING = _Wildcard("*")


class Pattern:
    """A policy's text, compiled once.

    Args:
        text: as it stands in the policy.
        variables: whether `${…}` means something; in version 2008-10-17 it does not.
        wildcards: whether `*` and `?` do.
        ignore_case: whether upper and lower case are the same.
    """

    def __init__(self, text: str, *, variables: bool, wildcards: bool = True, ignore_case: bool = False) -> None:
        self.text = text
        self._ignore_case = ignore_case
        self._parts = list(_parts(text, variables=variables, wildcards=wildcards))
        self._has_variables = any(isinstance(part, _Variable) for part in self._parts)
        self._resolved = None if self._has_variables else self._compile(self._parts)

    @property
    def literal(self) -> str | None:
        """The one text that matches, if it is the same for every request."""
        return self._resolved if isinstance(self._resolved, str) else None

    def matches(self, value: str, facts: Facts) -> bool | None:
        """Whether a value of the request matches; None if that cannot be told, as a variable has no value."""
        resolved = self._resolve(facts) if self._has_variables else self._resolved
        if resolved is None:
            return None
        value = value.lower() if self._ignore_case else value
        return value == resolved if isinstance(resolved, str) else resolved.fullmatch(value) is not None

    def could_match(self, value: str) -> bool:
        """Whether a value matches in some request: a variable may be anything."""
        anything = self._compile([_ANYTHING if isinstance(part, _Variable) else part for part in self._parts])
        value = value.lower() if self._ignore_case else value
        return value == anything if isinstance(anything, str) else anything.fullmatch(value) is not None

    def could_begin_with(self, text: str) -> bool:
        """Whether a value that begins with a text matches in some request: a variable may be anything."""
        steps = list(_steps(self._parts, ignore_case=self._ignore_case))
        reached = _with_empty_runs({0}, steps)
        for character in text.lower() if self._ignore_case else text:
            reading = {at for at in reached if at < len(steps) and steps[at] in {"", None, character}}
            reached = _with_empty_runs({at if steps[at] is None else at + 1 for at in reading}, steps)
        return bool(reached)

    def _resolve(self, facts: Facts) -> str | re.Pattern[str] | None:
        # A value that holds a wildcard matches itself only, so it is filled in as text.
        parts = [part.value(facts) if isinstance(part, _Variable) else part for part in self._parts]
        known = [part for part in parts if part is not None]
        return self._compile(known) if len(known) == len(parts) else None

    def _compile(self, parts: Sequence[_Part]) -> str | re.Pattern[str]:
        if all(isinstance(part, str) for part in parts):
            text = "".join(part for part in parts if isinstance(part, str))
            return text.lower() if self._ignore_case else text
        return _compiled("".join(_expressions(parts, ignore_case=self._ignore_case)))


def arn_fields(text: str, *, variables: bool) -> list[str]:
    """The colon-separated fields of an ARN, six at most; colons inside `${…}` do not count.

    An incomplete ARN is completed with `*`, as AWS does (IAM JSON policy elements: Resource).
    """
    masked = _masked(text) if variables else text
    fields: list[str] = []
    position = 0
    for field in masked.split(":", _FIELDS - 1):
        fields.append(text[position : position + len(field)])
        position += len(field) + 1
    return fields + ["*"] * (_FIELDS - len(fields))


def _masked(text: str) -> str:
    pieces: list[str] = []
    position = 0
    for start, end in variables_in(text):
        pieces += [text[position:start], "$" * (end - start)]
        position = end
    return "".join([*pieces, text[position:]])


def _parts(text: str, *, variables: bool, wildcards: bool) -> Iterator[_Part]:
    position = 0
    for start, end in variables_in(text):
        yield from _plain(text[position:start], wildcards=wildcards)
        yield _variable(text[start + 2 : end - 1]) if variables else text[start:end]
        position = end
    yield from _plain(text[position:], wildcards=wildcards)


def _plain(text: str, *, wildcards: bool) -> Iterator[_Part]:
    if not wildcards:
        yield text
        return
    for index, part in enumerate(_WILDCARD.split(text)):
        yield _Wildcard(part) if index % 2 else part


def variables_in(text: str) -> Iterator[tuple[int, int]]:
    """Where each policy variable, `${…}`, begins and ends; a brace between single quotes ends none.

    A regular expression would look through all the rest of the text for each `${` that is not closed.
    """
    marks = list(re.finditer(r"[}']", text))
    ends = _ends(marks)
    mark = position = 0
    for opening in re.finditer(r"\$\{", text):
        while mark < len(marks) and marks[mark].start() < opening.end():
            mark += 1
        end = ends[mark]
        if end is not None and opening.start() >= position:
            yield opening.start(), end
            position = end


def _ends(marks: Sequence[re.Match[str]]) -> list[int | None]:
    """Where a variable ends that meets each of these braces and quotes first, and one that meets none of them."""
    ends: list[int | None] = [None] * (len(marks) + 1)
    closing_quote = len(marks)
    for index in range(len(marks) - 1, -1, -1):
        if marks[index][0] == "}":
            ends[index] = marks[index].end()
        else:
            ends[index] = ends[closing_quote + 1] if closing_quote < len(marks) else None
            closing_quote = index
    return ends


def _variable(inside: str) -> str | _Variable:
    if inside in {"*", "?", "$"}:
        return inside
    found = _WITH_DEFAULT.fullmatch(inside)
    key, default = found.groups() if found else (inside, None)
    return _Variable(key.strip().lower(), default)


def _expressions(parts: Sequence[_Part], *, ignore_case: bool) -> Iterator[str]:
    """The regular expression of some parts, in which every `*` but the last takes the shortest run and never another.

    That is as good as trying all runs, and keeps a policy with many `*` from taking exponential time.
    """
    run: list[str] = []
    runs = [run]
    for part in parts:
        if part == _ANYTHING:
            run = []
            runs.append(run)
        elif isinstance(part, _Wildcard):
            run.append(".")
        elif isinstance(part, str):
            run.append(re.escape(part.lower() if ignore_case else part))
    first, *others = ("".join(run) for run in runs)
    yield first
    for middle in others[:-1]:
        yield f"(?>.*?{middle})"
    for last in others[-1:]:
        yield f".*{last}"


def _steps(parts: Sequence[_Part], *, ignore_case: bool) -> Iterator[str | None]:
    """A pattern one character at a time; "" is any one character, None any run of them."""
    for part in parts:
        if isinstance(part, str):
            yield from part.lower() if ignore_case else part
        else:
            yield "" if part == _Wildcard("?") else None


def _with_empty_runs(reached: set[int], steps: Sequence[str | None]) -> set[int]:
    """The places in a pattern that were reached, and those behind the runs that stand there and may be empty."""
    found = set(reached)
    for at, step in enumerate(steps):
        if step is None and at in found:
            found.add(at + 1)
    return found


@lru_cache(maxsize=4096)
def _compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.DOTALL)
