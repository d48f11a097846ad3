"""Filter patterns of CloudWatch Logs: which lines FilterLogEvents and metric filters mean.

    ERROR -Exiting                                      words: all of them, none of those after a minus
    ?ERROR ?WARN                                        any of them
    "Task timed out"                                    the text, as it stands
    { $.message = "job_failed" && $.attempt > 2 }       a line that is a JSON object, by its fields

Source: CloudWatch Logs user guide, "Filter pattern syntax for metric filters, subscription filters, filter log events,
and Live Tail" and "Using filter patterns to match terms in JSON log events". Regular expressions and space-delimited
patterns are not understood here, and refused.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from embeddedaws.errors import FilterPatternError
from embeddedaws.filter_pattern.condition import unescaped
from embeddedaws.filter_pattern.json_pattern import json_pattern

Matches = Callable[[str], bool]

_TERM = re.compile(r'\s*(?P<sign>[?-]?)(?:"(?P<phrase>(?:[^"\\]|\\.)+)"|(?P<word>\w+))(?=\s|$)')


@lru_cache(maxsize=256)
def compile_pattern(pattern: str) -> Matches:
    """What says whether a line matches.

    Raises:
        FilterPatternError: the pattern is not understood.
    """
    stripped = pattern.strip()
    if not stripped:
        return lambda _: True
    if stripped.startswith("{") and stripped.endswith("}"):
        return json_pattern(stripped[1:-1])
    return _of_terms(stripped)


def _of_terms(pattern: str) -> Matches:
    terms: dict[str, list[str]] = {"": [], "-": [], "?": []}
    position = 0
    while position < len(pattern):
        found = _TERM.match(pattern, position)
        if not found:
            raise FilterPatternError(f"Invalid character(s) in term '{pattern[position:].strip()}'")
        terms[found["sign"]].append(found["word"] or unescaped(found["phrase"]))
        position = found.end()
    if terms["?"] and (terms[""] or terms["-"]):
        raise FilterPatternError("A question mark cannot be combined with terms that have none")

    def matches(line: str) -> bool:
        if terms["?"]:
            return any(term in line for term in terms["?"])
        return all(term in line for term in terms[""]) and not any(term in line for term in terms["-"])

    return matches
