"""Every policy statement of a recording, with its reason.

What a statement allows is read from the policy JSON that AWS would get. Why it exists and who uses it stand in the
`statements` input of the component that made the policy, and are joined by sid.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pulumicheck.errors import CheckError
from pulumicheck.iam.principals import principal_texts
from pulumicheck.iam.statement import PolicyType
from pulumicheck.plan.documents import Document, document_in, listed
from pulumicheck.plan.function_permissions import PERMISSION_TYPE, function_policy
from pulumicheck.plan.holdings import arn_of, holdings_of
from pulumicheck.plan.recording import Directory, Recording, Resource
from pulumicheck.plan.references import one_named_in
from pulumicheck.types.attaching import INLINE


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
    through: str = ""
    """The ARN of the managed policy or of the group by which the principal has it; "" if it is its own."""

    @property
    def conditions(self) -> list[tuple[str, str, Any]]:
        """Key, operator and values of each condition."""
        return conditions_in(self.condition or {})


@dataclass(frozen=True)
class UnknownPolicy:
    """A policy of which nobody can tell here what it says."""

    policy_type: PolicyType
    attached_to: str
    """URN of the resource that holds the document, or names it."""
    principal: str
    """Whose it is: the ARN of a role, user or group, or of the resource that it is about."""
    why: str
    """A sentence without its end: what it is, and why."""


@dataclass(frozen=True)
class _Policy:
    """One policy as one principal has it; of a resource's policy, its statements name the principals."""

    policy_type: PolicyType
    holder: Resource
    principal: str
    document: Document
    through: str = ""
    why_unknown: str = ""


def statements_of(recording: Recording) -> list[PlannedStatement]:
    """All statements that can be told, in the order of principal, policy and document."""
    by_urn = {resource.urn: resource for resource in recording.resources}
    found = [
        statement
        for policy in _policies_in(recording)
        if not _is_hidden(policy.document)
        for statement in _statements_in(policy, by_urn)
    ]
    return sorted(found, key=lambda statement: (statement.principal, statement.attached_to))


def unknown_policies_of(recording: Recording) -> list[UnknownPolicy]:
    """All policies whose statements cannot be told: unknown ones, and secrets."""
    found = [
        UnknownPolicy(policy.policy_type, policy.holder.urn, policy.principal, policy.why_unknown or _why(policy))
        for policy in _policies_in(recording)
        if _is_hidden(policy.document)
    ]
    return sorted(dict.fromkeys(found), key=lambda policy: (policy.principal, policy.attached_to, policy.why))


def _policies_in(recording: Recording) -> Iterator[_Policy]:
    for resource in recording.resources:
        row = resource.row
        if row.document and resource.inputs.get(row.document) and resource.type not in INLINE:
            document = document_in(resource.inputs[row.document])
            yield _Policy(row.policy_type, resource, _holder_of(resource, recording), document)
        elif resource.type == PERMISSION_TYPE:
            function = _holder_of(resource, recording)
            policy = document_in(function_policy(resource.inputs, function))
            yield _Policy("resource", resource, function, policy)
    for each in holdings_of(recording.resources):
        yield _Policy(each.kind, each.declared_by, each.principal, each.document, each.through, each.why_unknown)


def _is_hidden(document: Document) -> bool:
    return document.value is None or document.is_secret


def _why(policy: _Policy) -> str:
    return f"the policy {policy.holder.name} {policy.document.why_unknown or 'is a secret'}"


def target_of(resource: Resource, resources: Directory) -> Resource | None:
    """What a setting or a policy belongs to, among the resources of its stack; None if that is elsewhere."""
    target = resource.row.target
    return one_named_in(resource, target.input, target.token, resources) if target else None


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


def _statements_in(policy: _Policy, by_urn: Mapping[str, Resource]) -> Iterator[PlannedStatement]:
    for statement in _elements(policy):
        reason = _reason(policy.holder, statement.get("Sid", ""), by_urn)
        named = statement.get("Principal", statement.get("NotPrincipal"))
        yield PlannedStatement(
            policy_type=policy.policy_type,
            attached_to=policy.holder.urn,
            principal=policy.principal if named is None else ", ".join(principal_texts(named)),
            sid=statement.get("Sid", ""),
            effect=statement.get("Effect", ""),
            actions=tuple(listed(statement.get("Action", []))),
            resources=tuple(listed(statement.get("Resource", []))),
            condition=statement.get("Condition"),
            why=reason.get("why"),
            used_by=tuple(reason.get("usedBy", ())),
            document=statement,
            through=policy.through,
        )


def _elements(policy: _Policy) -> list[dict[str, Any]]:
    document = policy.document.value
    elements: list[Any] = listed(document.get("Statement")) if isinstance(document, Mapping) else [None]
    if not all(isinstance(each, dict) for each in elements):
        key = policy.holder.row.document or "policy"
        raise CheckError(f"AWS would refuse {key} of {policy.holder.name}: make it a policy document with statements.")
    return elements


def _holder_of(resource: Resource, recording: Recording) -> str:
    """The ARN of what holds a policy or has it attached, or what names that."""
    target = resource.row.target
    found = target_of(resource, recording.directory)
    if target is None or found is not None:
        return arn_of(found or resource)
    return str(resource.inputs.get(target.input))
