"""Who or what the policies of a stack are about: roles and what they may do, resources and who may touch them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pulumicheck.iam.policy import Policy
from pulumicheck.iam.reading import InvalidPolicy
from pulumicheck.iam.statement import PolicyType, Statement
from pulumicheck.plan.recording import Resource
from pulumicheck.plan.statements import target_of
from pulumicheck.types.iam import POLICY
from pulumicheck.types.resource_type import AccessSetting


@dataclass
class Subject:
    """One role, policy or resource, with all that policies say of it.

    Attributes:
        label: its type and physical name, for people.
        kind: what kind of policies: what it may do itself, who may touch it, or who may assume it.
        target: the resource itself, None if the stack does not declare it.
        statements: of all policies together.
        grants: what opens it otherwise, such as managed policies: texts, and the names to accept them by.
        guards: what closes it otherwise, such as settings of a bucket.
    """

    label: str
    kind: PolicyType
    target: Resource | None
    statements: list[Statement] = field(default_factory=list[Statement])
    grants: dict[str, str] = field(default_factory=dict[str, str])
    guards: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def arn(self) -> str:
        """The resource's ARN; "" if it is not known."""
        return str(self.target.outputs.get("arn", "")) if self.target else ""

    @property
    def ends_with_its_target(self) -> bool:
        """Whether nothing is left to be allowed or denied once its resource is gone."""
        # Whom a managed policy is attached to is not the stack's to know.
        return self.target is not None and self.target.type != POLICY.token


def subjects_of(resources: Sequence[Resource]) -> dict[tuple[str, str], Subject]:
    """All subjects of a stack, by kind and label."""
    subjects: dict[tuple[str, str], Subject] = {}
    for resource in resources:
        for kind, document in _policies_in(resource):
            found = _subject(resource, kind, resources)
            _add(document, resource.name, subjects.setdefault((kind, found.label), found))
        for setting in resource.row.access(resource.name, resource.inputs):
            found = _subject(resource, "identity" if setting.of_role else "resource", resources)
            _set(setting, subjects.setdefault((found.kind, found.label), found))
    return subjects


def _subject(holder: Resource, kind: PolicyType, resources: Sequence[Resource]) -> Subject:
    """What a policy is attached to, or what holds it."""
    attached = holder.row.target
    target = target_of(holder, resources) if attached else holder
    if attached and target is None:
        label = f"{attached.input} {holder.inputs.get(attached.input) or f'of {holder.name}'}"
    else:
        named = target or holder
        label = f"{named.row.noun.lower()} {named.physical_name or named.name}"
    return Subject(label, kind, target)


def _policies_in(resource: Resource) -> Iterator[tuple[PolicyType, Any]]:
    """The policies that a resource holds: of what kind, and the document."""
    if not resource.custom:
        return  # a component shows its statements as inputs, beside the policy that it makes of them
    for key, value in resource.inputs.items():
        if key == resource.row.document:
            yield resource.row.policy_type, _parsed(value)
        elif isinstance(document := _parsed(value), Mapping) and "Statement" in document:
            yield _guessed(document), document
    for inline in resource.inputs.get("inlinePolicies") or []:
        yield "identity", _parsed(inline.get("policy"))


def _guessed(document: Mapping[str, Any]) -> PolicyType:
    return "resource" if "Principal" in json.dumps(document) else "identity"


def _parsed(value: Any) -> Any:
    """The value of a JSON text, or of an object as the provider takes it, too; None of anything else but texts."""
    if not isinstance(value, str):
        return value if isinstance(value, Mapping) else None
    try:
        return json.loads(value)
    except ValueError:
        return value


def _add(document: Any, holder: str, subject: Subject) -> None:
    if document is None:
        return
    policy = document if isinstance(document, Mapping) else {}  # which is none
    try:
        subject.statements += Policy.parse(policy, subject.kind).statements
    except InvalidPolicy:
        # In both, so that any change of what cannot be read counts as more and as less.
        unreadable = f"a policy that cannot be read: {json.dumps(document, sort_keys=True)}"
        subject.grants[unreadable] = subject.guards[unreadable] = holder


def _set(setting: AccessSetting, subject: Subject) -> None:
    (subject.guards if setting.closes else subject.grants)[setting.text] = setting.name
