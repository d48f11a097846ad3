"""The filter patterns of lines that are JSON objects."""

import json
import re
from collections.abc import Callable

from embeddedaws.errors import FilterPatternError
from embeddedaws.filter_pattern.condition import ABSENT, CONSTANTS, Holds, number_test, selected, text_test, unescaped

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<selector>\$(?:\.[A-Za-z0-9_-]+|\[[0-9]+\])+)
        | (?P<operator>!=|>=|<=|=|<|>)
        | (?P<junction>&&|\|\||[()])
        | "(?P<string>(?:[^"\\]|\\.)*)"
        | (?P<word>[A-Za-z0-9_.*+-]+)
    )""",
    re.VERBOSE,
)
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def json_pattern(text: str) -> Callable[[str], bool]:
    """What says whether a line is a JSON object whose fields are as asked.

    Args:
        text: what stands between the braces.

    Raises:
        FilterPatternError: it is not understood.
    """
    holds = _Parser(text).parse()

    def matches(line: str) -> bool:
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError):
            return False
        return isinstance(fields, dict) and holds(fields)

    return matches


class _Parser:
    """Reads what stands between the braces; `&&` binds closer than `||`."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._next = 0

    def parse(self) -> Holds:
        try:
            holds = self._any()
        except RecursionError:
            raise FilterPatternError("Too many parentheses") from None
        if self._next < len(self._tokens):
            raise FilterPatternError(f"Unexpected {self._tokens[self._next][1]!r}")
        return holds

    def _any(self) -> Holds:
        parts = [self._all()]
        while self._take("junction", "||"):
            parts.append(self._all())
        return lambda fields: any(holds(fields) for holds in parts)

    def _all(self) -> Holds:
        parts = [self._one()]
        while self._take("junction", "&&"):
            parts.append(self._one())
        return lambda fields: all(holds(fields) for holds in parts)

    def _one(self) -> Holds:
        if self._take("junction", "("):
            inner = self._any()
            self._must("junction", ")")
            return inner
        selector = self._must("selector")
        test = self._test()
        return lambda fields: test(selected(fields, selector))

    def _test(self) -> Holds:
        """What the selected value must be; a value that is not there, an array and an object pass no comparison."""
        if self._take("word", "NOT"):
            self._must("word", "EXISTS")
            return lambda value: value is ABSENT
        if self._take("word", "IS"):
            word = self._must("word")
            if word not in CONSTANTS:
                raise FilterPatternError(f"Unexpected {word!r} after IS")
            return lambda value: value is CONSTANTS[word]
        operator = self._must("operator")
        string = self._take("string")
        if string is not None:
            return text_test(operator, unescaped(string))
        word = self._must("word")
        return number_test(operator, float(word)) if _NUMBER.fullmatch(word) else text_test(operator, word)

    def _take(self, kind: str, text: str | None = None) -> str | None:
        if self._next == len(self._tokens):
            return None
        found_kind, found = self._tokens[self._next]
        if found_kind != kind or (text is not None and found != text):
            return None
        self._next += 1
        return found

    def _must(self, kind: str, text: str | None = None) -> str:
        found = self._take(kind, text)
        if found is None:
            raise FilterPatternError(f"{text or f'A {kind}'} is missing")
        return found


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    text = text.rstrip()
    position = 0
    while position < len(text):
        found = _TOKEN.match(text, position)
        if not found or not found.lastgroup:
            raise FilterPatternError(f"Not understood: {text[position:].strip()}")
        tokens.append((found.lastgroup, found[found.lastgroup]))
        position = found.end()
    return tokens
