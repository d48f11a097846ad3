"""Where the program declares what a question is about: a file from the repository's root, and a line."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pulumicheck.plan.recording import Resource
from pulumicheck.plan.statements import listed
from pulumicheck.review.gate import GateChange
from pulumicheck.review.names import Question
from pulumicheck.review.permissions import PermissionChange
from pulumicheck.review.resource_changes import ResourceChange

Place = tuple[str, int]

SOMEWHERE: Place = ("Pulumi.yaml", 1)
"""For what no line is known of."""


def place_of(question: Question, declared: Sequence[Resource]) -> Place:
    """The file and the line.

    Args:
        question: what it is about.
        declared: all resources, those of the program as it is first.
    """
    if isinstance(question, GateChange):
        return (question.files[0] if question.files else SOMEWHERE[0]), 1
    return next((place for it in _candidates(question, declared) if (place := _place(it.source))), SOMEWHERE)


def _candidates(question: Question, declared: Sequence[Resource]) -> Iterator[Resource]:
    match question:
        case PermissionChange():
            yield from _holders(question, declared)
        case ResourceChange():
            yield question.resource
            yield from (each for each in declared if each.urn == question.resource.urn)
        case _:
            yield from (each for each in declared if each.urn == getattr(question, "urn", ""))


def _holders(change: PermissionChange, declared: Sequence[Resource]) -> Iterator[Resource]:
    """What holds the statement; else what is called as it is; else whose permissions they are."""
    statement = change.after or change.before
    yield from (each for each in declared if each.custom and _holds(each.inputs, statement))
    yield from (each for each in declared if each.name in change.names)
    yield from (each for each in declared if each.physical_name and change.who.endswith(f" {each.physical_name}"))


def _holds(inputs: Mapping[str, Any], statement: Mapping[str, Any]) -> bool:
    return bool(statement) and any(statement in each for each in map(_statements, inputs.values()))


def _statements(value: Any) -> list[Any]:
    if isinstance(value, str) and value[:1] == "{":
        try:
            value = json.loads(value)
        except ValueError:
            return []
    return list(listed(value.get("Statement", []))) if isinstance(value, Mapping) else []


def _place(source: str) -> Place | None:
    file, _, line = source.rpartition(":")
    return (file, int(line)) if file and line.isdecimal() else None
