"""The report for a terminal. Whatever a program calls its things, it is text there and nothing else."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from pulumicheck.lines import joined, line
from pulumicheck.review import rows
from pulumicheck.review.differences import Difference
from pulumicheck.review.names import Question
from pulumicheck.review.permission_change import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.review import Review
from pulumicheck.review.rows import Mark
from pulumicheck.review.words import DOUBTS, GATE, NOT_ACCEPTED, NOTHING, change_of, options, said, summary

_COLOURS = {
    "broader": "bold red",
    "different": "bold red",
    "narrower": "green",
    "equal": "dim",
    "replaced": "bold red",
    "removed": "red",
    "moved": "yellow",
    "imported": "yellow",
    "changed": "yellow",
    "added": "green",
}
_SIGNS = {"+": "green", "-": "red", " ": "dim"}
_ALARM = "bold red"


def print_review(review: Review, console: Console) -> None:
    """Prints the report.

    Args:
        review: what to print.
        console: where to.
    """
    title = line((review.project, "bold"), " · stack ", (review.stack, "bold"), f" · {review.before} → {review.after}")
    console.print(title, soft_wrap=True)
    console.print(line(" · ".join(summary(review)) or NOTHING), soft_wrap=True)
    for tree in (_gate(review), _doubts(review), _permissions(review), _resources(review), _outputs(review)):
        if tree.children:
            console.print(tree)
    for it in review.contradictions:
        told = f"{it.urn}: {said(it.ours)} here, {said(it.engines)} to the engine"
        console.print(line((told, _ALARM), _name(review, it)), soft_wrap=True)
    if review.open_questions:
        console.print(line((f"{NOT_ACCEPTED}: {options(review)} (or --accept-all).", _ALARM)), soft_wrap=True)


def _name(review: Review, change: Question) -> Text:
    """What to accept it by, if it has to be accepted."""
    asked = review.asked_of(change)
    return line((f"  --accept {asked.quoted}", "dim")) if asked else line()


def _gate(review: Review) -> Tree:
    root = Tree(line((GATE, _ALARM)), guide_style="dim")
    for it in review.gate:
        branch = root.add(line(it.pattern, _name(review, it)))
        for file in it.files:
            branch.add(line(file))
    return root


def _doubts(review: Review) -> Tree:
    root = Tree(line((DOUBTS, _ALARM)), guide_style="dim")
    for it in review.doubts:
        root.add(line((it.what, _ALARM), " of ", (it.name, "cyan"), f": {it.why}", _name(review, it)))
    return root


def _permissions(review: Review) -> Tree:
    root = Tree(line(("Who may do what", "bold")), guide_style="dim")
    for (who, kind), of_one in groupby(sorted(review.permissions, key=_who), key=_who):
        branch = root.add(line((who, "bold magenta"), " ", (kind, "dim")))
        for change in of_one:
            head = line((change.verdict, _COLOURS[change.verdict]), "  ", (change.sid, "cyan"), _name(review, change))
            branch.add(joined("\n", [head, *_permission(change)]))
    return root


def _who(change: PermissionChange) -> tuple[str, str]:
    return change.who, change.kind


def _permission(change: PermissionChange) -> Iterator[Text]:
    parts = {"by ": rows.callers, "": rows.actions, "on ": rows.resources, "if ": rows.conditions}
    for word, part in parts.items():
        if marks := part(change):
            yield line(word, _marks(marks))
    for mark in rows.consequences(change):
        yield line((f"{'more' if mark.sign == '+' else 'less'}: {mark.text}", _SIGNS[mark.sign]))


def _marks(marks: Sequence[Mark]) -> Text:
    return joined(", ", [line((f"{mark.sign} {mark.text}".lstrip(), _SIGNS[mark.sign])) for mark in marks])


def _resources(review: Review) -> Tree:
    root = Tree(line(("Resources", "bold")), guide_style="dim")
    for change in review.resources:
        branch = root.add(line(_resource(change), _name(review, change)))
        for warning in rows.warnings(change):
            branch.add(line((warning, f"bold {'red' if change.is_dangerous else 'yellow'}")))
        for each in change.properties:
            branch.add(line(_difference(each), (" (forces a new one)" if each.top in change.because else "", "red")))
    return root


def _resource(change: ResourceChange) -> Text:
    it = change.resource
    reasons = f" because of {', '.join(change.because)}" if change.because else ""
    shown = line((it.row.noun, "cyan"), f" {it.name}  ", (it.physical_name, "dim"))
    return line((change.change, _COLOURS[change.change]), " ", shown, reasons)


def _outputs(review: Review) -> Tree:
    root = Tree(line(("Stack outputs", "bold")), guide_style="dim")
    for difference in review.outputs:
        root.add(line(_difference(difference)))
    return root


def _difference(difference: Difference) -> str:
    return f"{difference.path}: {change_of(difference)}"
