"""The report as the comment of a pull request, in GitHub's Markdown.

Names and values come from a program that is not trusted yet, so each is shown as code and can be nothing else.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape

from pulumicheck.review.permissions import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.review import Review
from pulumicheck.review.rows import Mark, Row, row
from pulumicheck.review.words import NOTHING, asked, change_of, consequences, summary, warnings

_LENGTH = 60_000  # characters; GitHub refuses a comment of more than 65,536
_PLAIN = re.compile(r"[ -~→…·]*")
_LOUD = {"broader", "different", "replaced", "removed"}
_HEAD = "| | who, by which statement | actions | on, if |\n|---|---|---|---|"


def markdown(review: Review) -> str:
    """The comment. Its first line, which is not shown, says which stack it is about, so that it can be found again."""
    mark = f"<!-- {_plain_name(review.project)} plan {_plain_name(review.stack)} -->"
    head = [mark, _title(review), *_asked(review)]
    permissions = list(_permissions(review.permissions))
    details = [*_consequences(review.permissions), *_resources(review.resources), *_outputs(review)]
    too_much = ["*Too much for a comment: `plan --diff` shows all of it.*"]
    forms = ([*head, *permissions, *details], [*head, *permissions, *too_much], [*head, *too_much])
    texts = ["\n\n".join(parts) + "\n" for parts in forms]
    return next((text for text in texts if len(text) <= _LENGTH), texts[-1])


def _plain_name(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]", "", text)


def _title(review: Review) -> str:
    told = " · ".join(f"**{part}**" for part in summary(review)) or f"**{NOTHING}**"
    return f"### Stack {_code(review.stack)}: {told}\n\n{_code(review.before)} → {_code(review.after)}"


def _asked(review: Review) -> Iterator[str]:
    if question := asked(review):
        names = ", ".join(_code(name) for name in review.names_to_accept)
        yield f"> [!CAUTION]\n> {question.partition(':')[0]}: {names}"


def _permissions(changes: Sequence[PermissionChange]) -> Iterator[str]:
    if changes:
        rows = [f"| {' | '.join(_cells(row(change)))} |" for change in changes]
        yield "\n".join([_HEAD, *rows])


def _cells(it: Row) -> Iterator[str]:
    """Four, since a comment has no room for more: the rest would have to be scrolled for."""
    yield f"**{it.verdict}**" if it.verdict in _LOUD else it.verdict
    callers = f"<br>by {_marks(it.callers)}" if it.callers else ""
    yield f"{_code(it.who)} {it.kind}<br>{_code(it.sid)}{callers}"
    yield _marks(it.actions)
    conditions = f"<br>if {_marks(it.conditions)}" if it.conditions else ""
    yield _marks(it.resources) + conditions


def _marks(marks: Sequence[Mark]) -> str:
    return "<br>".join(_code(f"{mark.sign} {mark.text}") if mark.sign.strip() else _code(mark.text) for mark in marks)


def _consequences(changes: Sequence[PermissionChange]) -> Iterator[str]:
    lines = [
        f"- {sign_word} {_code(change.who)} {_code(phrase)}"
        for change in changes
        for sign, phrase in consequences(change)
        for sign_word in ["**more:**" if sign == "+" else "less:"]
    ]
    if lines:
        yield _folded("What the permissions come to", lines)


def _resources(changes: Sequence[ResourceChange]) -> Iterator[str]:
    lines = [line for change in changes for line in _resource(change)]
    if lines:
        yield _folded(f"Resources ({len(changes)})", lines)


def _resource(change: ResourceChange) -> Iterator[str]:
    verb = f"**{change.change}**" if change.change in _LOUD else change.change
    resource, kind = change.resource, change.resource.type.rpartition(":")[2]
    physical = resource.physical_name
    because = f" because of {', '.join(_code(reason) for reason in change.because)}" if change.because else ""
    yield f"- {verb} {_code(f'{kind} {resource.name}')}" + (f" ({_code(physical)})" if physical else "") + because
    for warning in warnings(change):
        yield f"  - **{warning}**"
    for difference in change.properties:
        yield f"  - {_code(difference.path)}: {_code(change_of(difference))}"


def _outputs(review: Review) -> Iterator[str]:
    lines = [f"- {_code(each.path)}: {_code(change_of(each))}" for each in review.outputs]
    if lines:
        yield _folded(f"Stack outputs ({len(lines)})", lines)


def _folded(summary_: str, lines: Sequence[str]) -> str:
    return "\n".join(["<details>", f"<summary>{summary_}</summary>", "", *lines, "", "</details>"])


def _code(text: str) -> str:
    """The text as code: as Markdown has it where that is safe, or else in entities, letter by letter."""
    line = " ".join(text.split()) or " "
    if _PLAIN.fullmatch(line) and not set(line) & set("`|\\"):
        return f"`{line}`"
    return f"<code>{''.join(each if each.isalnum() or each == ' ' else _entity(each) for each in line)}</code>"


def _entity(character: str) -> str:
    return escape(character) if character in "<>&" else f"&#{ord(character)};"
