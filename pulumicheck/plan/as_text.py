"""The plan as a person reads it: a tree of components, who may do what, and the stack's outputs."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from pulumicheck.lines import joined, line
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
    if untold := ", ".join(made.recording.untold):
        console.print(line(f"Only AWS can tell {untold}; what is made of it is unknown here."), soft_wrap=True)


def _tree(made: Plan) -> Tree:
    title = line((made.recording.project, "bold"), " · stack ", (made.recording.stack, "bold"))
    root = Tree(title, guide_style="dim")
    children: dict[str | None, list[Resource]] = {}
    for resource in made.resources:
        children.setdefault(resource.parent, []).append(resource)
    _grow(root, None, children, made)
    return root


def _grow(branch: Tree, parent: str | None, children: Mapping[str | None, list[Resource]], made: Plan) -> None:
    for resource in children.get(parent, []):
        _grow(branch.add(_label(resource, made.made_up.shown)), resource.urn, children, made)


def _label(resource: Resource, shown: Callable[[str], str]) -> Text:
    kind = resource.type.rpartition(":")[2]
    if not resource.custom:
        return line((kind, "bold magenta"), f" {resource.name}")
    words = [
        line((kind, "cyan"), f" {resource.name}"),
        line(shown(resource.physical_name.removesuffix("…"))),
        line(("protected" if resource.protect else "", "yellow")),
        line((shown(_telling_properties(resource)), "dim")),
    ]
    return joined("  ", [word for word in words if word])


def _telling_properties(resource: Resource) -> str:
    """Such as `memorySize 256, timeout 10`; "" for a type of which nothing more is to be told."""
    found = {path: at(resource.inputs, path) for path in resource.row.telling}
    return ", ".join(f"{path} {_property(value)}" for path, value in found.items() if value is not None)


def _property(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(str(each.get("name", each)) if isinstance(each, Mapping) else str(each) for each in value)
    return value if isinstance(value, str) else json.dumps(value)


def _permissions(made: Plan) -> Tree:
    root = Tree(line(("Who may do what, and why only this", "bold")), guide_style="dim")
    for principal, statements in groupby(made.statements, key=lambda statement: statement.principal):
        branch = root.add(line((made.made_up.shown(short_arn(principal)), "bold magenta")))
        for statement in statements:
            branch.add(joined("\n", list(_permission(statement, made))))
    for policy in made.unknown_policies:
        root.add(line(("cannot be known", "yellow"), f"  {short_arn(policy.principal)}: {policy.why}"))
    return root


def _permission(statement: PlannedStatement, made: Plan) -> Iterator[Text]:
    allows = "may at most" if statement.policy_type == "boundary" else "may"
    verb = (allows, "") if statement.effect == "Allow" else ("may never", "red")
    # A trust policy and a repository's name no resource: it is what they are attached to.
    holder = made.recording.directory.at(statement.attached_to)
    held = target_of(holder, made.recording.directory) or holder
    resources = statement.resources or (str(held.outputs.get("arn", held.id)),)
    yield line((statement.sid or statement.policy_type, "cyan"), "  ", verb, f" {', '.join(statement.actions)}")
    shown = made.made_up.shown
    yield from (line(f"on {shown(short_arn(resource))}") for resource in resources)
    yield from (line(f"if {key} {operator} {shown(_shown(values))}") for key, operator, values in statement.conditions)
    if statement.through:
        yield line((f"through {statement.through}", "dim"))
    if statement.why:
        yield line((statement.why, "dim"))


def _outputs(made: Plan) -> Table:
    table = Table(title="Stack outputs", title_justify="left", show_header=False)
    table.add_column("output", no_wrap=True)
    table.add_column("value", overflow="fold")
    for name, value in sorted(made.recording.outputs.items()):
        lines = [_shown(made.made_up.told(each)) for each in (value if isinstance(value, list) else [value])]
        table.add_row(line(name), joined("\n", [line(each) for each in dict.fromkeys(lines)]))
    return table


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(str(each) for each in value.values())
    return value if isinstance(value, str) else json.dumps(value)
