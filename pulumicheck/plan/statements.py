"""Every policy statement of a recording, with its reason.

What a statement allows is read from the policy JSON that AWS would get. Why it exists and who uses it stand in the
`statements` input of the component that made the policy, and are joined by sid.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pulumicheck.errors import CheckError
from pulumicheck.plan.recording import Recording, Resource

PolicyType = Literal["identity", "resource", "trust"]

# Where each resource type keeps a policy document: its input, and what kind of policy that is.
DOCUMENTS: dict[str, tuple[str, PolicyType]] = {
    "aws:ecr/repositoryPolicy:RepositoryPolicy": ("policy", "resource"),
    "aws:iam/policy:Policy": ("policy", "identity"),
    "aws:iam/role:Role": ("assumeRolePolicy", "trust"),
    "aws:iam/rolePolicy:RolePolicy": ("policy", "identity"),
    "aws:s3/bucketPolicy:BucketPolicy": ("policy", "resource"),
    "aws:secretsmanager/secretPolicy:SecretPolicy": ("policy", "resource"),
    "aws:sns/topicPolicy:TopicPolicy": ("policy", "resource"),
    "aws:sqs/queue:Queue": ("policy", "resource"),
    "aws:sqs/queuePolicy:QueuePolicy": ("policy", "resource"),
}


@dataclass(frozen=True)
class PlannedStatement:
    """One statement of one policy, and whose it is."""

    policy_type: PolicyType
    attached_to: str
    """URN of the resource that holds the document."""
    principal: str
    """Who is allowed or denied: a role's ARN; for a managed policy that is attached elsewhere, the policy's ARN."""
    sid: str
    effect: str
    actions: tuple[str, ...]
    resources: tuple[str, ...]
    condition: dict[str, Any] | None
    why: str | None
    used_by: tuple[str, ...]
    document: dict[str, Any]
    """The statement as AWS reads it, with whatever of NotAction, NotResource and NotPrincipal it holds."""


def statements_of(recording: Recording) -> list[PlannedStatement]:
    """All statements, in the order of principal, policy and document."""
    reasons = _Reasons(recording)
    found = [
        statement
        for resource in recording.resources
        if resource.type in DOCUMENTS
        for statement in _statements_in(resource, recording, reasons)
    ]
    return sorted(found, key=lambda statement: (statement.principal, statement.attached_to))


class _Reasons:
    """Finds what a component said of a statement: its own components first, then those above."""

    def __init__(self, recording: Recording) -> None:
        self._by_urn = {resource.urn: resource for resource in recording.resources}

    def find(self, resource: Resource, sid: str) -> Mapping[str, Any]:
        parent = self._by_urn.get(resource.parent or "")
        while parent is not None:
            for statement in parent.inputs.get("statements") or []:
                if statement.get("sid") == sid:
                    return statement
            parent = self._by_urn.get(parent.parent or "")
        return {}


def _statements_in(resource: Resource, recording: Recording, reasons: _Reasons) -> Iterator[PlannedStatement]:
    key, policy_type = DOCUMENTS[resource.type]
    if not resource.inputs.get(key):
        return
    for statement in _elements(resource, key):
        reason = reasons.find(resource, statement.get("Sid", ""))
        yield PlannedStatement(
            policy_type=policy_type,
            attached_to=resource.urn,
            principal=_principal(statement, resource, recording),
            sid=statement.get("Sid", ""),
            effect=statement.get("Effect", ""),
            actions=tuple(listed(statement.get("Action", []))),
            resources=tuple(listed(statement.get("Resource", []))),
            condition=statement.get("Condition"),
            why=reason.get("why"),
            used_by=tuple(reason.get("usedBy", ())),
            document=statement,
        )


def _elements(resource: Resource, key: str) -> list[dict[str, Any]]:
    text = resource.inputs[key]
    try:
        document = json.loads(text) if isinstance(text, str) else text  # the provider takes both
        elements: list[Any] = listed(document["Statement"])
    except (ValueError, KeyError, TypeError):
        elements = [None]
    if not all(isinstance(each, dict) for each in elements):
        raise CheckError(f"AWS would refuse {key} of {resource.name}: make it a policy document with statements.")
    return elements


def _principal(statement: Mapping[str, Any], resource: Resource, recording: Recording) -> str:
    named = statement.get("Principal", statement.get("NotPrincipal"))
    if named is not None:
        values = named.values() if isinstance(named, Mapping) else [named]
        return ", ".join(str(value) for each in values for value in listed(each))
    if resource.type == "aws:iam/rolePolicy:RolePolicy":
        role = resource.inputs["role"]
        return next(
            (r.outputs["arn"] for r in recording.resources if r.type == "aws:iam/role:Role" and r.id == role), role
        )
    return str(resource.outputs.get("arn", resource.id))


def listed(value: Any) -> list[Any]:
    """What a policy gives as one value or as a list, as a list."""
    return value if isinstance(value, list) else [value]
