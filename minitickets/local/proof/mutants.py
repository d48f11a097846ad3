"""Policies that differ from the deployed ones in one point each.

If every point of a policy is needed, each of these breaks something: it takes away what is used, or lets through what
was to be kept out.
"""

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from minitickets.plan.recording import Recording
from minitickets.plan.statements import DOCUMENTS, PolicyType

Document = dict[str, Any]

_UNUSED = {  # actions that must exist, or cannot be made by adding to a name
    "sts:AssumeRole": "sts:AssumeRoleWithWebIdentity",
    "sqs:*": "sqs:NoMore",
    "s3:*": "s3:NoMore",
}


@dataclass(frozen=True)
class HeldPolicy:
    """A deployed policy and what holds it."""

    resource_type: str
    """The Pulumi type that holds the document."""
    inputs: dict[str, Any]
    """That resource's inputs."""
    id: str
    """That resource's id."""
    policy_type: PolicyType
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
        HeldPolicy(resource.type, resource.inputs, resource.id, policy_type, json.loads(resource.inputs[key]))
        for resource in sorted(recording.resources, key=lambda resource: resource.urn)
        if resource.type in DOCUMENTS
        for key, policy_type in [DOCUMENTS[resource.type]]
        if resource.inputs.get(key)
    ]


def mutants_of(policy: HeldPolicy) -> Iterator[Mutant]:
    """Drops each action, alters or drops each resource and each condition, alters each principal."""
    for index, statement in enumerate(policy.document["Statement"]):
        for change, changed in _changes(statement):
            document = copy.deepcopy(policy.document)
            document["Statement"][index] = changed
            yield Mutant(policy, statement["Sid"], change, document)


def _changes(statement: Document) -> Iterator[tuple[str, Document]]:
    for action in statement["Action"]:
        kept = [each for each in statement["Action"] if each != action]
        # A statement needs an action, so the last one gives way to one that nothing here uses.
        yield f"without {action}", {**statement, "Action": kept or [_UNUSED.get(action, f"{action}NoMore")]}
    resources = statement.get("Resource", [])
    for resource in resources:
        others = [each for each in resources if each != resource]
        yield f"on {_altered(resource)}", {**statement, "Resource": [*others, _altered(resource)]}
        if others:
            yield f"not on {resource}", {**statement, "Resource": others}
    if "Condition" in statement:
        yield "without its condition", {key: value for key, value in statement.items() if key != "Condition"}
        for operator, keys in statement["Condition"].items():
            for key, value in keys.items():
                other = {"true": "false", "false": "true"}.get(value, f"{value}x")
                condition = {**statement["Condition"], operator: {**keys, key: other}}
                yield f"if {key} {operator} {other}", {**statement, "Condition": condition}
    if "Principal" in statement:
        other = (
            {"AWS": "arn:aws:iam::999999999999:root"}
            if statement["Principal"] == "*"
            else {"Service": "ec2.amazonaws.com"}
        )
        yield f"for {next(iter(other.values()))}", {**statement, "Principal": other}


def _altered(resource: str) -> str:
    """Another resource: a narrower one where the ARN ends in a wildcard."""
    return f"{resource[:-1]}elsewhere/*" if resource.endswith("*") else f"{resource}-elsewhere"
