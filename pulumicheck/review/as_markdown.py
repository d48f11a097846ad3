"""The report as the comment of a pull request, in GitHub's Markdown.

Names and values come from a program that is not trusted yet, so each is shown as code and can be nothing else.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape

from pulumicheck.review.review import Review
from pulumicheck.review.rows import Mark, PermissionRow, ResourceRow, permission_row, resource_row
from pulumicheck.review.words import NOT_ACCEPTED, NOTHING, change_of, summary

_LENGTH = 60_000  # characters; GitHub refuses a comment of more than 65,536
_PLAIN = re.compile(r"[ -~→…·]*")
_LOUD = {"broader", "different", "replaced", "removed"}
_HEAD = "| | who, by which statement | actions | on, if |\n|---|---|---|---|"


def markdown(review: Review) -> str:
    """The comment. Its first line, which is not shown, says which stack it is about, so that it can be found again."""
    mark = f"<!-- {_plain_name(review.project)} plan {_plain_name(review.stack)} -->"
    head = [mark, _title(review), *_asked(review)]
    rows = [permission_row(change) for change in review.permissions]
    permissions = list(_permissions(rows))
    details = [*_consequences(rows), *_resources(list(map(resource_row, review.resources))), *_outputs(review)]
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
    if review.open_questions:
        names = ", ".join(_code(name) for name in review.names_to_accept)
        yield f"> [!CAUTION]\n> {NOT_ACCEPTED}: {names}"


def _permissions(rows: Sequence[PermissionRow]) -> Iterator[str]:
    if rows:
        yield "\n".join([_HEAD, *(f"| {' | '.join(_cells(row))} |" for row in rows)])


def _cells(it: PermissionRow) -> Iterator[str]:
    """Four, since a comment has no room for more: the rest would have to be scrolled for."""
    yield f"**{it.verdict}**" if it.verdict in _LOUD else it.verdict
    callers = f"<br>by {_marks(it.callers)}" if it.callers else ""
    yield f"{_code(it.who)} {it.kind}<br>{_code(it.sid)}{callers}"
    yield _marks(it.actions)
    conditions = f"<br>if {_marks(it.conditions)}" if it.conditions else ""
    yield _marks(it.resources) + conditions


def _marks(marks: Sequence[Mark]) -> str:
    return "<br>".join(_code(f"{mark.sign} {mark.text}") if mark.sign.strip() else _code(mark.text) for mark in marks)


def _consequences(rows: Sequence[PermissionRow]) -> Iterator[str]:
    lines = [
        f"- {'**more:**' if mark.sign == '+' else 'less:'} {_code(row.who)} {_code(mark.text)}"
        for row in rows
        for mark in row.consequences
    ]
    if lines:
        yield _folded("What the permissions come to", lines)


def _resources(rows: Sequence[ResourceRow]) -> Iterator[str]:
    if rows:
        yield _folded(f"Resources ({len(rows)})", [line for row in rows for line in _resource(row)])


def _resource(row: ResourceRow) -> Iterator[str]:
    verb = f"**{row.change}**" if row.change in _LOUD else row.change
    physical = f" ({_code(row.physical_name)})" if row.physical_name else ""
    because = f" because of {', '.join(_code(reason) for reason in row.because)}" if row.because else ""
    yield f"- {verb} {_code(' '.join(row.title))}{physical}{because}"
    for warning in row.warnings:
        yield f"  - **{warning}**"
    for path, values, _ in row.properties:
        yield f"  - {_code(path)}: {_code(values)}"


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
