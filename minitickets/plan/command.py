"""`minitickets plan`."""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.tree import Tree

from minitickets.options import json_option, settings_option, stack_option
from minitickets.plan.plan import Plan, make_plan
from minitickets.plan.recording import Resource
from minitickets.plan.statements import PlannedStatement
from minitickets.project import find_project
from minitickets.review.command import review_file, review_revision, tell
from minitickets.review.review import Accepted


@click.command
@stack_option
@settings_option
@click.option("--diff", "revision", metavar="REV", help="Compare with a git revision, such as main.")
@click.option(
    "--diff-from",
    "preview",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Read the output of `pulumi preview --json` instead; - is standard input.",
)
@click.option("--accept", "names", metavar="SID", multiple=True, help="A statement or resource that may go through.")
@click.option("--accept-all", is_flag=True, help="All of them may.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the comparison as a pull request comment.")
@json_option
@click.pass_context
def plan(  # noqa: PLR0913 - one for each option
    ctx: click.Context,
    *,
    stack: str,
    settings: Mapping[str, str],
    revision: str | None,
    preview: Path | None,
    names: Sequence[str],
    accept_all: bool,
    as_markdown: bool,
    as_json: bool,
) -> None:
    """Show what a stack consists of and who may do what, without credentials.

    Runs the Pulumi program with the stack's settings. With --json it prints one object: project, stack, resources
    (type, name, urn, parent, custom, inputs, protect, dependencies), outputs, statements (principal, sid, effect,
    actions, resources, condition, why, usedBy). What only a deployment can tell, such as an ARN, stands there as AWS
    would give it in account 123456789012.

    With --diff or --diff-from it shows what a change does instead: to permissions, by meaning (broader, narrower,
    equal, different), and to resources. With --json: project, stack, before, after, verdicts, changes, permissions
    (who, kind, sid, verdict, before, after, gains, losses, accepted), resources (change, type, name, urn, physicalName,
    properties, because, protect, protection, refused, lost, accepted), outputs, toAccept, exitStatus. Exit status 3:
    something became broader, or a protected resource or one that holds data is replaced or removed, and no --accept
    names it.
    """
    if revision is None and preview is None:
        if as_markdown or names or accept_all:
            raise click.UsageError("--markdown, --accept and --accept-all go with --diff or --diff-from.")
        _show(make_plan(find_project(), stack, settings), as_json=as_json)
        return
    if revision is not None and preview is not None:
        raise click.UsageError("--diff and --diff-from are two ways to compare: name one.")
    if as_json and as_markdown:
        raise click.UsageError("--json and --markdown are two forms of the same: name one.")
    accepted = Accepted(frozenset(names), accept_all)
    if preview is not None:
        review = review_file(preview, accepted)
    else:
        review = review_revision(find_project(), stack, settings, str(revision), accepted)
    ctx.exit(tell(review, as_json=as_json, as_markdown=as_markdown))


def _show(made: Plan, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(made.to_json(), indent=2, ensure_ascii=False))
        return
    console = Console(highlight=False, emoji=False)  # or :secret: in an ARN becomes a pictogram
    console.print(_tree(made))
    console.print(_permissions(made))
    console.print(_outputs(made))


def _tree(made: Plan) -> Tree:
    root = Tree(f"[bold]{made.recording.project}[/] · stack [bold]{made.recording.stack}[/]", guide_style="dim")
    children: dict[str | None, list[Resource]] = {}
    for resource in made.resources:
        children.setdefault(resource.parent, []).append(resource)
    _grow(root, None, children)
    return root


def _grow(branch: Tree, parent: str | None, children: Mapping[str | None, list[Resource]]) -> None:
    for resource in children.get(parent, []):
        _grow(branch.add(_label(resource)), resource.urn, children)


def _label(resource: Resource) -> str:
    kind = resource.type.rpartition(":")[2]
    if not resource.custom:
        return f"[bold magenta]{kind}[/] {escape(resource.name)}"
    physical = resource.inputs.get("name") or resource.inputs.get("bucket") or ""
    lock = "  [yellow]protected[/]" if resource.protect else ""
    return f"[cyan]{kind}[/] {escape(resource.name)}  [dim]{escape(str(physical))}[/]{lock}"


def _permissions(made: Plan) -> Tree:
    root = Tree("[bold]Who may do what, and why only this[/]", guide_style="dim")
    for principal, statements in groupby(made.statements, key=lambda statement: statement.principal):
        branch = root.add(f"[bold magenta]{escape(_short(principal))}[/]")
        for statement in statements:
            branch.add(_permission(statement))
    return root


def _permission(statement: PlannedStatement) -> str:
    verb = "may" if statement.effect == "Allow" else "[red]may never[/]"
    details = [f"on {_short(resource)}" for resource in statement.resources]
    details += [
        f"if {key} {operator} {_shown(value)}"
        for operator, keys in (statement.condition or {}).items()
        for key, value in keys.items()
    ]
    return "\n".join(
        [
            f"[cyan]{escape(statement.sid)}[/]  {verb} {escape(', '.join(statement.actions))}",
            *(escape(detail) for detail in details),
            *([f"[dim]{escape(statement.why)}[/]"] if statement.why else []),
        ]
    )


def _short(arn: str) -> str:
    """An ARN without partition, region and account, which are the same for all of a stack."""
    parts = arn.split(":", maxsplit=5)
    return f"{parts[2]}:{parts[5]}" if arn.startswith("arn:") else arn


def _outputs(made: Plan) -> Table:
    table = Table(title="Stack outputs", title_justify="left", show_header=False, expand=True)
    table.add_column("output", no_wrap=True)
    table.add_column("value", overflow="fold")
    for name, value in sorted(made.recording.outputs.items()):
        table.add_row(escape(name), escape(_shown(value)))
    return table


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
