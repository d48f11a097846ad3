"""The report for a terminal."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.markup import escape
from rich.tree import Tree

from pulumicheck.review.permissions import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.review import Review
from pulumicheck.review.rows import Mark, PermissionRow, ResourceRow, permission_row, resource_row
from pulumicheck.review.words import NOT_ACCEPTED, NOTHING, change_of, summary

_COLOURS = {
    "broader": "bold red",
    "different": "bold red",
    "narrower": "green",
    "equal": "dim",
    "replaced": "bold red",
    "removed": "red",
    "moved": "yellow",
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
    if review.open_questions:
        names = " ".join(f"--accept {name}" for name in review.names_to_accept)
        console.print(f"[bold red]{NOT_ACCEPTED}: {escape(names)} (or --accept-all).[/]", soft_wrap=True)


def _permissions(changes: Sequence[PermissionChange]) -> Tree:
    root = Tree("[bold]Who may do what[/]", guide_style="dim")
    rows = sorted(map(permission_row, changes), key=_who)
    for (who, kind), of_one in groupby(rows, key=_who):
        branch = root.add(f"[bold magenta]{escape(who)}[/] [dim]{kind}[/]")
        for row in of_one:
            branch.add("\n".join(_permission(row)))
    return root


def _who(row: PermissionRow) -> tuple[str, str]:
    return row.who, row.kind


def _permission(row: PermissionRow) -> Iterator[str]:
    yield f"[{_COLOURS[row.verdict]}]{row.verdict}[/]  [cyan]{escape(row.sid)}[/]"
    for word, marks in (("by", row.callers), ("", row.actions), ("on", row.resources), ("if", row.conditions)):
        if marks:
            yield f"{word} {_marks(marks)}".lstrip()
    for mark in row.consequences:
        yield f"[{_SIGNS[mark.sign]}]{'more' if mark.sign == '+' else 'less'}: {escape(mark.text)}[/]"


def _marks(marks: Sequence[Mark]) -> str:
    return ", ".join(f"[{_SIGNS[mark.sign]}]{escape(f'{mark.sign} {mark.text}'.lstrip())}[/]" for mark in marks)


def _resources(changes: Sequence[ResourceChange]) -> Tree:
    root = Tree("[bold]Resources[/]", guide_style="dim")
    for row in map(resource_row, changes):
        branch = root.add(_resource(row))
        for warning in row.warnings:
            branch.add(f"[bold {'red' if row.is_dangerous else 'yellow'}]{escape(warning)}[/]")
        for path, values, forces in row.properties:
            branch.add(f"{escape(path)}: {escape(values)}{'[red] (forces a new one)[/]' if forces else ''}")
    return root


def _resource(row: ResourceRow) -> str:
    kind, name = row.title
    reasons = f" because of {', '.join(row.because)}" if row.because else ""
    shown = f"[cyan]{kind}[/] {escape(name)}  [dim]{escape(row.physical_name)}[/]"
    return f"[{_COLOURS[row.change]}]{row.change}[/] {shown}{escape(reasons)}"


def _outputs(review: Review) -> Tree:
    root = Tree("[bold]Stack outputs[/]", guide_style="dim")
    for difference in review.outputs:
        root.add(f"{escape(difference.path)}: {escape(change_of(difference))}")
    return root
