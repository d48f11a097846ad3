"""The report for a terminal."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.markup import escape
from rich.tree import Tree

from pulumicheck.review import rows
from pulumicheck.review.differences import Difference
from pulumicheck.review.permissions import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.review import Review
from pulumicheck.review.rows import Mark
from pulumicheck.review.words import NOT_ACCEPTED, NOTHING, change_of, said, summary

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


def print_review(review: Review, console: Console) -> None:
    """Prints the report.

    Args:
        review: what to print.
        console: where to.
    """
    title = f"[bold]{escape(review.project)}[/] · stack [bold]{escape(review.stack)}[/]"
    console.print(f"{title} · {escape(review.before)} → {escape(review.after)}", soft_wrap=True)
    console.print(escape(" · ".join(summary(review)) or NOTHING), soft_wrap=True)
    if review.permissions:
        console.print(_permissions(review.permissions))
    if review.resources:
        console.print(_resources(review.resources))
    if review.outputs:
        console.print(_outputs(review))
    for it in review.contradictions:
        told = f"{escape(it.urn)}: {said(it.ours)} here, {escape(said(it.engines))} to the engine"
        console.print(f"[bold red]{told}[/]", soft_wrap=True)
    if review.open_questions:
        names = " ".join(f"--accept {name}" for name in review.names_to_accept)
        console.print(f"[bold red]{NOT_ACCEPTED}: {escape(names)} (or --accept-all).[/]", soft_wrap=True)


def _permissions(changes: Sequence[PermissionChange]) -> Tree:
    root = Tree("[bold]Who may do what[/]", guide_style="dim")
    for (who, kind), of_one in groupby(sorted(changes, key=_who), key=_who):
        branch = root.add(f"[bold magenta]{escape(who)}[/] [dim]{kind}[/]")
        for change in of_one:
            branch.add("\n".join(_permission(change)))
    return root


def _who(change: PermissionChange) -> tuple[str, str]:
    return change.who, change.kind


def _permission(change: PermissionChange) -> Iterator[str]:
    yield f"[{_COLOURS[change.verdict]}]{change.verdict}[/]  [cyan]{escape(change.sid)}[/]"
    parts = {"by": rows.callers, "": rows.actions, "on": rows.resources, "if": rows.conditions}
    for word, part in parts.items():
        if marks := part(change):
            yield f"{word} {_marks(marks)}".lstrip()
    for mark in rows.consequences(change):
        yield f"[{_SIGNS[mark.sign]}]{'more' if mark.sign == '+' else 'less'}: {escape(mark.text)}[/]"


def _marks(marks: Sequence[Mark]) -> str:
    return ", ".join(f"[{_SIGNS[mark.sign]}]{escape(f'{mark.sign} {mark.text}'.lstrip())}[/]" for mark in marks)


def _resources(changes: Sequence[ResourceChange]) -> Tree:
    root = Tree("[bold]Resources[/]", guide_style="dim")
    for change in changes:
        branch = root.add(_resource(change))
        for warning in rows.warnings(change):
            branch.add(f"[bold {'red' if change.is_dangerous else 'yellow'}]{escape(warning)}[/]")
        for each in change.properties:
            branch.add(_difference(each) + ("[red] (forces a new one)[/]" if each.top in change.because else ""))
    return root


def _resource(change: ResourceChange) -> str:
    it = change.resource
    reasons = f" because of {', '.join(change.because)}" if change.because else ""
    shown = f"[cyan]{it.row.noun}[/] {escape(it.name)}  [dim]{escape(it.physical_name)}[/]"
    return f"[{_COLOURS[change.change]}]{change.change}[/] {shown}{escape(reasons)}"


def _outputs(review: Review) -> Tree:
    root = Tree("[bold]Stack outputs[/]", guide_style="dim")
    for difference in review.outputs:
        root.add(_difference(difference))
    return root


def _difference(difference: Difference) -> str:
    return f"{escape(difference.path)}: {escape(change_of(difference))}"
