"""A resource's properties in words, from the inputs that the program gives it."""

from collections.abc import Iterator, Mapping
from typing import Any

from pulumicheck.map.nodes import Node
from pulumicheck.map.titles import property_in_words
from pulumicheck.plan.plan import Plan
from pulumicheck.types.arns import short_arn
from pulumicheck.types.inputs import as_object

# Told elsewhere: names and descriptions at the top, policies under Permissions, tags at the provider.
_AT_THE_TOP = {"alarmDescription", "bucketPrefix", "description", "emailIdentity", "name"}
_ELSEWHERE = _AT_THE_TOP | {"assumeRolePolicy", "policy", "tags", "version"}
_UNITS = {"memorySize": "MB", "retentionInDays": "days", "countNumber": "days"}
_SECONDS = {"timeout", "period"}
_LONGER = (("days", 86_400), ("hours", 3_600), ("min", 60))  # units of time, in seconds
_UNIT_WORDS = (" seconds", " in days")

_Path = tuple[str, ...]


def properties_of(node: Node, plan: Plan) -> list[dict[str, str]]:
    """Names and values, in the order of the inputs, then what is denied to everyone; each name once."""
    if node.resource is None:
        return []
    found = [(_name(path), _shown(path[-1], value)) for path, value in _leaves((), node.resource.inputs)]
    denied = "; ".join(_denied(node, plan))
    shown = plan.made_up.shown
    return [{"name": name, "value": shown(value)} for name, value in [*found, ("Never", denied)] if value]


def physical_name(node: Node) -> str:
    """What AWS calls it; "" where it gets no name of its own."""
    if node.resource is None or (node.minor and not node.resource.inputs.get("name")):
        return ""
    inputs, outputs = node.resource.inputs, node.resource.outputs
    return str(outputs.get("bucket") or inputs.get("emailIdentity") or inputs.get("name") or "")


def _leaves(path: _Path, value: Any) -> Iterator[tuple[_Path, Any]]:
    if isinstance(value, str) and value.startswith('{"'):
        value = as_object(value) or value
    if not isinstance(value, Mapping):
        yield path, value
        return
    for key, inner in value.items():
        if path or key not in _ELSEWHERE:
            yield from _leaves((*path, str(key)), inner)


def _name(path: _Path) -> str:
    """Such as `Redrive policy: max receive count`; the name of an environment variable or a tag stays as it is."""
    if path[0] in {"environment", "defaultTags", "dimensions"}:
        words = f"{property_in_words(path[0])}: {path[-1]}"
    else:
        words = ": ".join(property_in_words(key) for key in path)
    for unit in _UNIT_WORDS:
        words = words.removesuffix(unit)
    return words[:1].upper() + words[1:]


def _shown(key: str, value: Any) -> str:
    if isinstance(value, Mapping):
        ordered = sorted(value.items(), key=lambda item: item[0] != "name")  # of an index, say, the name first
        return " ".join(_shown(inner, each) for inner, each in ordered)
    if isinstance(value, list):
        return ", ".join(_shown(key, each) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return short_arn(value)
    if key.endswith("Seconds") or key in _SECONDS:
        return _duration(value)
    return f"{value} {_UNITS[key]}" if key in _UNITS else str(value)


def _duration(seconds: int) -> str:
    """Such as `4 days` or `60 s`."""
    for unit, size in _LONGER:
        if seconds >= 2 * size and seconds % size == 0:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def _denied(node: Node, plan: Plan) -> Iterator[str]:
    """What the resource's own policy forbids."""
    for statement in plan.denied.get(node.arn, ()) if plan.denied and node.arn else ():
        who = "anyone" if statement.principal == "*" else statement.principal
        when = " and ".join(f"{key} {operator} {values}" for key, operator, values in statement.conditions)
        condition = f" if {when}" if when else ""
        yield f"{', '.join(statement.actions)} by {who}{condition} ({statement.sid})"
