"""The report as the comment of a pull request, in GitHub's Markdown.

Names and values come from a program that is not trusted yet, so each is shown as code and can be nothing else.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape

from pulumicheck.review import rows
from pulumicheck.review.differences import Difference
from pulumicheck.review.permissions import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.review import Review
from pulumicheck.review.rows import Mark
from pulumicheck.review.words import NOT_ACCEPTED, NOTHING, change_of, said, summary

_LENGTH = 60_000  # characters; GitHub refuses a comment of more than 65,536
_PLAIN = re.compile(r"[ -~→…·]*")
_LOUD = {"broader", "different", "replaced", "removed"}
_HEAD = "| | who, by which statement | actions | on, if |\n|---|---|---|---|"


def markdown(review: Review) -> str:
    """The comment. Its first line, which is not shown, says which stack it is about, so that it can be found again."""
    mark = f"<!-- {_plain_name(review.project)} plan {_plain_name(review.stack)} -->"
    head = [mark, _title(review), *_asked(review), *_contradictions(review)]
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
    if review.open_questions:
        names = ", ".join(_code(name) for name in review.names_to_accept)
        yield f"> [!CAUTION]\n> {NOT_ACCEPTED}: {names}"


def _contradictions(review: Review) -> Iterator[str]:
    if review.contradictions:
        rows_ = [f"| {_code(it.urn)} | {said(it.ours)} | {_code(said(it.engines))} |" for it in review.contradictions]
        yield "\n".join(["| the engine says otherwise of | this report | the engine |", "|---|---|---|", *rows_])


def _permissions(changes: Sequence[PermissionChange]) -> Iterator[str]:
    if changes:
        yield "\n".join([_HEAD, *(f"| {' | '.join(_cells(change))} |" for change in changes)])


def _cells(it: PermissionChange) -> Iterator[str]:
    """Four, since a comment has no room for more: the rest would have to be scrolled for."""
    yield f"**{it.verdict}**" if it.verdict in _LOUD else it.verdict
    callers, conditions = _marks(rows.callers(it)), _marks(rows.conditions(it))
    yield f"{_code(it.who)} {it.kind}<br>{_code(it.sid)}" + (f"<br>by {callers}" if callers else "")
    yield _marks(rows.actions(it))
    yield _marks(rows.resources(it)) + (f"<br>if {conditions}" if conditions else "")


def _marks(marks: Sequence[Mark]) -> str:
    return "<br>".join(_code(f"{mark.sign} {mark.text}") if mark.sign.strip() else _code(mark.text) for mark in marks)


def _consequences(changes: Sequence[PermissionChange]) -> Iterator[str]:
    lines = [
        f"- {'**more:**' if mark.sign == '+' else 'less:'} {_code(change.who)} {_code(mark.text)}"
        for change in changes
        for mark in rows.consequences(change)
    ]
    if lines:
        yield _folded("What the permissions come to", lines)


def _resources(changes: Sequence[ResourceChange]) -> Iterator[str]:
    if changes:
        yield _folded(f"Resources ({len(changes)})", [line for change in changes for line in _resource(change)])


def _resource(it: ResourceChange) -> Iterator[str]:
    verb = f"**{it.change}**" if it.change in _LOUD else it.change
    physical = f" ({_code(it.resource.physical_name)})" if it.resource.physical_name else ""
    because = f" because of {', '.join(map(_code, it.because))}" if it.because else ""
    yield f"- {verb} {_code(f'{it.resource.row.noun} {it.resource.name}')}{physical}{because}"
    yield from (f"  - **{warning}**" for warning in rows.warnings(it))
    yield from (f"  {_difference(each)}" for each in it.properties)


def _outputs(review: Review) -> Iterator[str]:
    if review.outputs:
        yield _folded(f"Stack outputs ({len(review.outputs)})", list(map(_difference, review.outputs)))


def _difference(difference: Difference) -> str:
    return f"- {_code(difference.path)}: {_code(change_of(difference))}"


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
