"""The report for a terminal."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.markup import escape
from rich.tree import Tree

from pulumicheck.review.permissions import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange
from pulumicheck.review.review import Review
from pulumicheck.review.rows import Mark, row
from pulumicheck.review.words import NOTHING, asked, change_of, consequences, summary, warnings

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
    if question := asked(review):
        console.print(f"[bold red]{escape(question)}[/]", soft_wrap=True)


def _permissions(changes: Sequence[PermissionChange]) -> Tree:
    root = Tree("[bold]Who may do what[/]", guide_style="dim")
    for who, of_one in groupby(sorted(changes, key=_who), key=_who):
        branch = root.add(f"[bold magenta]{escape(who[0])}[/] [dim]{who[1]}[/]")
        for change in of_one:
            branch.add("\n".join(_permission(change)))
    return root


def _who(change: PermissionChange) -> tuple[str, str]:
    return change.who, change.kind


def _permission(change: PermissionChange) -> Iterator[str]:
    it = row(change)
    yield f"[{_COLOURS[it.verdict]}]{it.verdict}[/]  [cyan]{escape(it.sid)}[/]"
    for word, marks in (("by", it.callers), ("", it.actions), ("on", it.resources), ("if", it.conditions)):
        if marks:
            yield f"{word} {_marks(marks)}".lstrip()
    for sign, phrase in consequences(change):
        yield f"[{_SIGNS[sign]}]{'more' if sign == '+' else 'less'}: {escape(phrase)}[/]"


def _marks(marks: Sequence[Mark]) -> str:
    return ", ".join(f"[{_SIGNS[mark.sign]}]{escape(f'{mark.sign} {mark.text}'.lstrip())}[/]" for mark in marks)


def _resources(changes: Sequence[ResourceChange]) -> Tree:
    root = Tree("[bold]Resources[/]", guide_style="dim")
    for change in changes:
        branch = root.add(_resource(change))
        for warning in warnings(change):
            branch.add(f"[bold {'red' if change.is_dangerous else 'yellow'}]{escape(warning)}[/]")
        for difference in change.properties:
            forcing = "[red] (forces a new one)[/]" if difference.top in change.because else ""
            branch.add(f"{escape(difference.path)}: {escape(change_of(difference))}{forcing}")
    return root


def _resource(change: ResourceChange) -> str:
    resource = change.resource
    kind = resource.type.rpartition(":")[2]
    reasons = f" because of {', '.join(change.because)}" if change.because else ""
    name = f"[cyan]{kind}[/] {escape(resource.name)}  [dim]{escape(resource.physical_name)}[/]"
    return f"[{_COLOURS[change.change]}]{change.change}[/] {name}{escape(reasons)}"


def _outputs(review: Review) -> Tree:
    root = Tree("[bold]Stack outputs[/]", guide_style="dim")
    for difference in review.outputs:
        root.add(f"{escape(difference.path)}: {escape(change_of(difference))}")
    return root
