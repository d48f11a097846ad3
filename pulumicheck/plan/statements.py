"""Every policy statement of a recording, with its reason.

What a statement allows is read from the policy JSON that AWS would get. Why it exists and who uses it stand in the
`statements` input of the component that made the policy, and are joined by sid.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pulumicheck.errors import CheckError
from pulumicheck.iam.principals import principal_texts
from pulumicheck.iam.statement import PolicyType
from pulumicheck.plan.recording import Recording, Resource


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

    @property
    def conditions(self) -> list[tuple[str, str, Any]]:
        """Key, operator and values of each condition."""
        return conditions_in(self.condition or {})


def statements_of(recording: Recording) -> list[PlannedStatement]:
    """All statements, in the order of principal, policy and document."""
    by_urn = {resource.urn: resource for resource in recording.resources}
    found = [
        statement
        for resource in recording.resources
        if resource.inputs.get(resource.row.document)
        for statement in _statements_in(resource, recording, by_urn)
    ]
    return sorted(found, key=lambda statement: (statement.principal, statement.attached_to))


def target_of(resource: Resource, resources: Iterable[Resource]) -> Resource | None:
    """What a setting or a policy belongs to, among the resources of its stack; None if that is elsewhere."""
    target = resource.row.target
    named = resource.inputs.get(target.input) if target else None
    of_type = (each for each in resources if named and target and each.type == target.token)
    return next((each for each in of_type if named in (each.id, each.outputs.get("arn"), each.physical_name)), None)


def conditions_in(element: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str, Any]]:
    """Key, operator and values of each condition of a Condition element."""
    return [(key, operator, values) for operator, keys in element.items() for key, values in keys.items()]


def _reason(resource: Resource, sid: str, by_urn: Mapping[str, Resource]) -> Mapping[str, Any]:
    """What a component said of a statement: the nearest one above its policy that did."""
    parent = by_urn.get(resource.parent or "")
    if parent is None:
        return {}
    said = [statement for statement in parent.inputs.get("statements") or [] if statement.get("sid") == sid]
    return said[0] if said else _reason(parent, sid, by_urn)


def _statements_in(
    resource: Resource, recording: Recording, by_urn: Mapping[str, Resource]
) -> Iterator[PlannedStatement]:
    for statement in _elements(resource, resource.row.document):
        reason = _reason(resource, statement.get("Sid", ""), by_urn)
        yield PlannedStatement(
            policy_type=resource.row.policy_type,
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
        return ", ".join(principal_texts(named))
    if (target := resource.row.target) is None:
        return str(resource.outputs.get("arn", resource.id))
    found = target_of(resource, recording.resources)
    return str(found.outputs["arn"] if found else resource.inputs[target.input])


def listed(value: Any) -> list[Any]:
    """What a policy gives as one value or as a list, as a list."""
    return value if isinstance(value, list) else [value]
