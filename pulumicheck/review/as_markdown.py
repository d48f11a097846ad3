"""The report as the comment of a pull request, in GitHub's Markdown.

Names and values come from a program that is not trusted yet, so each is shown as code and can be nothing else.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from pulumicheck.review import rows
from pulumicheck.review.differences import Difference
from pulumicheck.review.names import Question
from pulumicheck.review.permission_change import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.review import Review
from pulumicheck.review.rows import Mark
from pulumicheck.review.words import DOUBTS, GATE, NOT_ACCEPTED, NOTHING, change_of, said, summary
from pulumicheck.shown import code

_LENGTH = 60_000  # bytes; GitHub refuses a comment of more than 65,536 characters
_ROOM = 20_000  # characters of it, for the names of what has to be accepted
_BRIEF = 100  # characters of a name in the title
_LOUD = {"broader", "different", "replaced", "removed"}
_HEAD = "| | who, by which statement | actions | on, if |\n|---|---|---|---|"
_TOO_MUCH = "*Too much for a comment: `plan --diff` shows all of it.*"


def markdown(review: Review) -> str:
    """The comment. Its first line, which is not shown, says which stack it is about, so that it can be found again.

    A review that is too large for one loses first its details and then its tables; what is left always has room.
    """
    notes = [f"> [!NOTE]\n> {note}" for note in review.notes]
    head = [mark(review.project, review.stack), _title(review), *_asked(review), *notes]
    tables = [*_gate(review), *_contradictions(review), *_doubts(review), *_permissions(review)]
    details = [*_consequences(review.permissions), *_resources(review), *_outputs(review)]
    forms = ([*head, *tables, *details], [*head, *tables, _TOO_MUCH], [*head, _TOO_MUCH])
    texts = ("\n\n".join(parts) + "\n" for parts in forms)
    return next((text for text in texts if len(text.encode()) <= _LENGTH), "\n\n".join(forms[-1]) + "\n")


def failed(project: str, stack: str) -> str:
    """The comment of a review that there is not, so that an older one does not stand for it."""
    told = "The review failed: what this changes is not known. The run's log says why."
    return f"{mark(project, stack)}\n\n### Stack {_brief(stack)}\n\n> [!CAUTION]\n> {told}\n"


def mark(project: str, stack: str) -> str:
    """The first line of the comment about a stack, which no name can end or leave empty."""
    names = (re.sub(r"[^A-Za-z0-9_.-]", "", name)[:_BRIEF] for name in (project, stack))
    return "<!-- {} plan {} -->".format(*names)


def _title(review: Review) -> str:
    told = " · ".join(f"**{part}**" for part in summary(review)) or f"**{NOTHING}**"
    return f"### Stack {_brief(review.stack)}: {told}\n\n{_brief(review.before)} → {_brief(review.after)}"


def _asked(review: Review) -> Iterator[str]:
    """The first names, as a shell takes them, and how many there are besides."""
    if not review.open_questions:
        return
    codes = [code(each.quoted) for each in review.open_questions]
    ends = accumulate(len(each) + len(", ") for each in codes)
    shown = [each for each, end in zip(codes, ends, strict=True) if end <= _ROOM]
    more = f", and {len(codes) - len(shown)} more" if len(shown) < len(codes) else ""
    yield f"> [!CAUTION]\n> {NOT_ACCEPTED}: {', '.join(shown)}{more}"


def _name(review: Review, change: Question, shown: str) -> str:
    """What to accept it by, where that is not what is shown of it anyway."""
    asked = review.asked_of(change)
    return f" (accept {code(asked.quoted)})" if asked and asked.quoted != shown else ""


def _gate(review: Review) -> Iterator[str]:
    if review.gate:
        lines = [f"- {code(it.pattern)}{_name(review, it, '')}: {', '.join(map(code, it.files))}" for it in review.gate]
        yield "\n".join([f"**{GATE}:**", "", *lines])


def _contradictions(review: Review) -> Iterator[str]:
    if review.contradictions:
        lines = [
            f"| {code(it.urn)}{_name(review, it, it.name)} | {said(it.ours)} | {code(said(it.engines))} |"
            for it in review.contradictions
        ]
        yield "\n".join(["| the engine says otherwise of | this report | the engine |", "|---|---|---|", *lines])


def _doubts(review: Review) -> Iterator[str]:
    if review.doubts:
        lines = [
            f"| {code(it.what)} of {code(it.name)}{_name(review, it, it.name)} | {code(it.why)} |"
            for it in review.doubts
        ]
        yield "\n".join([f"| {DOUBTS} | since |", "|---|---|", *lines])


def _permissions(review: Review) -> Iterator[str]:
    if review.permissions:
        yield "\n".join([_HEAD, *(f"| {' | '.join(_cells(review, change))} |" for change in review.permissions)])


def _cells(review: Review, it: PermissionChange) -> Iterator[str]:
    """Four, since a comment has no room for more: the rest would have to be scrolled for."""
    yield f"**{it.verdict}**" if it.verdict in _LOUD else it.verdict
    callers, conditions = _marks(rows.callers(it)), _marks(rows.conditions(it))
    yield f"{code(it.who)} {it.kind}<br>{code(it.sid)}{_name(review, it, it.sid)}" + (
        f"<br>by {callers}" if callers else ""
    )
    yield _marks(rows.actions(it))
    yield _marks(rows.resources(it)) + (f"<br>if {conditions}" if conditions else "")


def _marks(marks: Sequence[Mark]) -> str:
    return "<br>".join(code(f"{mark.sign} {mark.text}") if mark.sign.strip() else code(mark.text) for mark in marks)


def _consequences(changes: Sequence[PermissionChange]) -> Iterator[str]:
    lines = [
        f"- {'**more:**' if mark.sign == '+' else 'less:'} {code(change.who)} {code(mark.text)}"
        for change in changes
        for mark in rows.consequences(change)
    ]
    if lines:
        yield _folded("What the permissions come to", lines)


def _resources(review: Review) -> Iterator[str]:
    if changes := review.resources:
        yield _folded(f"Resources ({len(changes)})", [line for change in changes for line in _resource(review, change)])


def _resource(review: Review, it: ResourceChange) -> Iterator[str]:
    verb = f"**{it.change}**" if it.change in _LOUD else it.change
    physical = f" ({code(it.resource.physical_name)})" if it.resource.physical_name else ""
    because = f" because of {', '.join(map(code, it.because))}" if it.because else ""
    name = _name(review, it, it.resource.name)
    yield f"- {verb} {code(f'{it.resource.row.noun} {it.resource.name}')}{physical}{because}{name}"
    yield from (f"  - **{warning}**" for warning in rows.warnings(it))
    yield from (f"  {_difference(each)}" for each in it.properties)


def _outputs(review: Review) -> Iterator[str]:
    if review.outputs:
        yield _folded(f"Stack outputs ({len(review.outputs)})", list(map(_difference, review.outputs)))


def _difference(difference: Difference) -> str:
    return f"- {code(difference.path)}: {code(change_of(difference))}"


def _folded(summary_: str, lines: Sequence[str]) -> str:
    return "\n".join(["<details>", f"<summary>{summary_}</summary>", "", *lines, "", "</details>"])


def _brief(text: str) -> str:
    return code(text if len(text) <= _BRIEF else f"{text[:_BRIEF]}…")
