"""The plan as a person reads it: a tree of components, who may do what, and the stack's outputs."""

import json
import sys
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.tree import Tree

from pulumicheck.plan.plan import Plan
from pulumicheck.plan.recording import Resource
from pulumicheck.plan.statements import PlannedStatement, target_of
from pulumicheck.types.arns import short_arn
from pulumicheck.types.inputs import at

_UNBROKEN = 500  # columns: into a file or a pipe a line stays whole, so that an ARN in it can be found


def show_plan(made: Plan) -> None:
    """Prints the plan."""
    width = None if sys.stdout.isatty() else _UNBROKEN
    console = Console(highlight=False, emoji=False, width=width)  # or :secret: in an ARN becomes a pictogram
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
    words = [f"[cyan]{kind}[/] {escape(resource.name)}", escape(resource.physical_name.removesuffix("…"))]
    words += ["[yellow]protected[/]"] if resource.protect else []
    properties = _telling_properties(resource)
    return "  ".join(word for word in [*words, f"[dim]{escape(properties)}[/]" if properties else ""] if word)


def _telling_properties(resource: Resource) -> str:
    """Such as `memorySize 256, timeout 10`; "" for a type of which nothing more is to be told."""
    found = {path: at(resource.inputs, path) for path in resource.row.telling}
    return ", ".join(f"{path} {_property(value)}" for path, value in found.items() if value is not None)


def _property(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(str(each.get("name", each)) if isinstance(each, Mapping) else str(each) for each in value)
    return value if isinstance(value, str) else json.dumps(value)


def _permissions(made: Plan) -> Tree:
    root = Tree("[bold]Who may do what, and why only this[/]", guide_style="dim")
    for principal, statements in groupby(made.statements, key=lambda statement: statement.principal):
        branch = root.add(f"[bold magenta]{escape(short_arn(principal))}[/]")
        for statement in statements:
            branch.add(_permission(statement, made))
    return root


def _permission(statement: PlannedStatement, made: Plan) -> str:
    verb = "may" if statement.effect == "Allow" else "[red]may never[/]"
    # A trust policy and a repository's name no resource: it is what they are attached to.
    holder = next(resource for resource in made.resources if resource.urn == statement.attached_to)
    held = target_of(holder, made.resources) or holder
    resources = statement.resources or (str(held.outputs.get("arn", held.id)),)
    details = [f"on {short_arn(resource)}" for resource in resources]
    details += [f"if {key} {operator} {_shown(values)}" for key, operator, values in statement.conditions]
    return "\n".join(
        [
            f"[cyan]{escape(statement.sid or statement.policy_type)}[/]  {verb} {escape(', '.join(statement.actions))}",
            *(escape(detail) for detail in details),
            *([f"[dim]{escape(statement.why)}[/]"] if statement.why else []),
        ]
    )


def _outputs(made: Plan) -> Table:
    table = Table(title="Stack outputs", title_justify="left", show_header=False)
    table.add_column("output", no_wrap=True)
    table.add_column("value", overflow="fold")
    for name, value in sorted(made.recording.outputs.items()):
        lines = value if isinstance(value, list) else [value]
        table.add_row(escape(name), escape("\n".join(_shown(line) for line in lines)))
    return table


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(str(each) for each in value.values())
    return value if isinstance(value, str) else json.dumps(value)
