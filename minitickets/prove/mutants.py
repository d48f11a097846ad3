"""Policies that differ from the deployed ones in one point each.

If every point of a policy is needed, each of these breaks something: it takes away what is used, or lets through what
was to be kept out.
"""

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pulumicheck.plan.recording import Recording, Resource
from pulumicheck.plan.statements import target_of

Document = dict[str, Any]

_UNUSED = {  # actions that must exist, or cannot be made by adding to a name
    "sts:AssumeRole": "sts:AssumeRoleWithWebIdentity",
    "sqs:*": "sqs:NoMore",
    "s3:*": "s3:NoMore",
}


@dataclass(frozen=True)
class HeldPolicy:
    """A deployed policy and what holds it."""

    holder: Resource
    name: str
    """What decisions call the policy."""
    document: Document


@dataclass(frozen=True)
class Mutant:
    """One policy with one point changed."""

    policy: HeldPolicy
    sid: str
    change: str
    """What was changed, for people."""
    document: Document


def held_policies(recording: Recording) -> list[HeldPolicy]:
    """All policies that a deployment made."""
    return [
        HeldPolicy(resource, _name_of(resource, recording), json.loads(resource.inputs[resource.row.document]))
        for resource in sorted(recording.resources, key=lambda resource: resource.urn)
        if resource.inputs.get(resource.row.document)
    ]


def mutants_of(policy: HeldPolicy) -> Iterator[Mutant]:
    """Drops, narrows or widens each action, resource, condition and principal."""
    for index, statement in enumerate(policy.document["Statement"]):
        for change, changed in _changes(statement):
            document = copy.deepcopy(policy.document)
            document["Statement"][index] = changed
            yield Mutant(policy, statement["Sid"], change, document)


def _name_of(resource: Resource, recording: Recording) -> str:
    """A role's own policies are called by both names, the others by what they are or are attached to."""
    if resource.row.policy_type == "identity":
        role = resource.inputs.get("role")
        return f"{role}/{resource.inputs['name']}" if role else resource.inputs["name"]
    return (target_of(resource, recording.directory) or resource).outputs["arn"]


def _changes(statement: Document) -> Iterator[tuple[str, Document]]:
    yield from _changed_actions(statement)
    yield from _changed_resources(statement)
    if "Condition" in statement:
        yield from _changed_conditions(statement)
    if "Principal" in statement:
        for name, principal in _other_principals(statement):
            yield f"for {name}", {**statement, "Principal": principal}


def _changed_actions(statement: Document) -> Iterator[tuple[str, Document]]:
    actions: list[str] = statement["Action"]
    for action in actions:
        kept = [each for each in actions if each != action]
        # A statement needs an action, so the last one gives way to one that nothing here uses.
        yield f"without {action}", {**statement, "Action": kept or [_UNUSED.get(action, f"{action}NoMore")]}
        if action.endswith("*"):
            yield f"with {action[:-1]}Get* only", {**statement, "Action": [*kept, f"{action[:-1]}Get*"]}
    if statement["Effect"] == "Allow":
        # IAM takes no `sts:*` in a trust policy.
        for every in sorted({f"{action.partition(':')[0]}:*" for action in actions} - {"sts:*"}):
            yield f"with {every}", {**statement, "Action": [*actions, every]}


def _changed_resources(statement: Document) -> Iterator[tuple[str, Document]]:
    resources: list[str] = statement.get("Resource", [])
    for resource in resources:
        others = [each for each in resources if each != resource]
        yield f"on {_altered(resource)}", {**statement, "Resource": [*others, _altered(resource)]}
        if others:
            yield f"not on {resource}", {**statement, "Resource": others}
        if statement["Effect"] == "Allow":
            yield f"on {_widened(resource)}", {**statement, "Resource": [*others, _widened(resource)]}


def _changed_conditions(statement: Document) -> Iterator[tuple[str, Document]]:
    yield "without its condition", {key: value for key, value in statement.items() if key != "Condition"}
    for operator, keys in statement["Condition"].items():
        for key, value in keys.items():
            other = {"true": "false", "false": "true"}.get(value, f"{value}x")
            condition = {**statement["Condition"], operator: {**keys, key: other}}
            yield f"if {key} {operator} {other}", {**statement, "Condition": condition}


def _other_principals(statement: Document) -> Iterator[tuple[str, Any]]:
    if statement["Principal"] == "*":
        yield "arn:aws:iam::999999999999:root", {"AWS": "arn:aws:iam::999999999999:root"}
    else:
        yield "ec2.amazonaws.com", {"Service": "ec2.amazonaws.com"}
        yield "everyone", "*"


def _altered(resource: str) -> str:
    """Another resource: a narrower one where the ARN ends in a wildcard."""
    return f"{resource[:-1]}elsewhere/*" if resource.endswith("*") else f"{resource}-elsewhere"


def _widened(resource: str) -> str:
    """The resource and all those beside it."""
    return re.sub(r"[^/:]+([/:]\*)?$", "*", resource)
