"""`minitickets plan`."""

import json
from collections.abc import Mapping
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.tree import Tree

from minitickets.options import json_option, settings_option, stack_option
from minitickets.plan.plan import Plan, make_plan
from minitickets.plan.recording import Resource
from minitickets.project import find_project


@click.command
@stack_option
@settings_option
@json_option
def plan(*, stack: str, settings: Mapping[str, str], as_json: bool) -> None:
    """Show what a stack consists of and who may do what, without credentials.

    Runs the Pulumi program with the stack's settings. With --json it prints one object: project, stack, resources
    (type, name, urn, parent, custom, inputs, protect, dependencies), outputs, statements (principal, sid, effect,
    actions, resources, condition, why, usedBy). What only a deployment can tell, such as an ARN, stands there as AWS
    would give it in account 123456789012.
    """
    made = make_plan(find_project(), stack, settings)
    if as_json:
        click.echo(json.dumps(made.to_json(), indent=2, ensure_ascii=False))
        return
    console = Console(highlight=False)
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
    physical = resource.inputs.get("name", "") if resource.custom else ""
    lock = "  [yellow]protected[/]" if resource.protect and resource.custom else ""
    style = "cyan" if resource.custom else "bold magenta"
    return f"[{style}]{kind}[/] {resource.name}" + (f"  [dim]{physical}[/]" if physical else "") + lock


def _permissions(made: Plan) -> Table:
    table = Table(title="Who may do what", title_justify="left", show_lines=True, expand=True)
    for heading, ratio in (("Who", 3), ("Statement", 3), ("May", 4), ("On", 5), ("Why only this", 5)):
        table.add_column(heading, ratio=ratio, overflow="fold")
    for statement in made.statements:
        verb = "" if statement.effect == "Allow" else "[red]never:[/] "
        condition = "" if statement.condition is None else f"\nif {json.dumps(statement.condition)}"
        table.add_row(
            statement.principal.rpartition(":")[2],
            statement.sid,
            verb + "\n".join(statement.actions),
            "\n".join(statement.resources) + condition,
            statement.why or "",
        )
    return table


def _outputs(made: Plan) -> Table:
    table = Table(title="Stack outputs", title_justify="left", show_header=False, expand=True)
    table.add_column("output", no_wrap=True)
    table.add_column("value", overflow="fold")
    for name, value in sorted(made.recording.outputs.items()):
        table.add_row(name, _shown(value))
    return table


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
