"""Who or what the policies of a stack are about: roles and what they may do, resources and who may touch them."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pulumicheck.iam.policy import Policy
from pulumicheck.iam.reading import InvalidPolicy
from pulumicheck.iam.statement import PolicyType, Statement
from pulumicheck.plan.documents import Document, document_in
from pulumicheck.plan.holdings import NOT_KNOWN_HERE, Holding, holdings_of
from pulumicheck.plan.recording import Directory, Resource
from pulumicheck.plan.references import Named, named_in
from pulumicheck.plan.values import revealed
from pulumicheck.types.attaching import INLINE
from pulumicheck.types.iam import POLICY
from pulumicheck.types.resource_type import AccessSetting

Key = tuple[PolicyType, str]
"""What kind of policies, and the URN of what they are about, or what names it."""

BOUNDED = "a permissions boundary"


@dataclass
class Subject:
    """One role, policy or resource, with all that policies say of it.

    Attributes:
        label: its type and physical name, for people.
        kind: what kind of policies: what it may do itself, what limits that, who may touch it, or who may assume it.
        target: the resource itself, None if the stack does not declare it.
        statements: of all policies together.
        grants: what opens it otherwise, such as managed policies: texts, and the names to accept them by.
        guards: what closes it otherwise, such as settings of a bucket.
        unreadable: policies that nobody can read: names, and what else is known of each.
        sources: URNs of the managed policies and groups by which it has a part of them.
        bundles: of statements that come with a policy of AWS, by the identity of their document, its ARN.
        secrets: identities of documents that nobody should see.
    """

    label: str
    kind: PolicyType
    target: Resource | None
    statements: list[Statement] = field(default_factory=list[Statement])
    grants: dict[str, str] = field(default_factory=dict[str, str])
    guards: dict[str, str] = field(default_factory=dict[str, str])
    unreadable: dict[str, str] = field(default_factory=dict[str, str])
    sources: set[str] = field(default_factory=set[str])
    bundles: dict[int, str] = field(default_factory=dict[int, str])
    secrets: set[int] = field(default_factory=set[int])

    @property
    def arn(self) -> str:
        """The resource's ARN; "" if it is not known."""
        return str(self.target.outputs.get("arn", "")) if self.target else ""

    @property
    def ends_with_its_target(self) -> bool:
        """Whether nothing is left to be allowed or denied once its resource is gone."""
        # Whom a managed policy is attached to is not the stack's to know.
        return self.target is not None and self.target.type != POLICY.token


def subjects_of(resources: Sequence[Resource]) -> dict[Key, Subject]:
    """All subjects of a stack."""
    reader = _Reader(resources)
    for resource in resources:
        if resource.custom and resource.type not in INLINE:
            reader.read(resource)
    for holding in holdings_of(resources):
        reader.add_holding(holding)
    _tell_apart(list(reader.subjects.values()))
    return reader.subjects


def _tell_apart(subjects: Sequence[Subject]) -> None:
    """Adds to labels that several have what the program calls the resource."""
    counted = Counter((each.kind, each.label) for each in subjects)
    for each in subjects:
        if counted[each.kind, each.label] > 1 and each.target:
            each.label = f"{each.label} ({each.target.urn.split('::', maxsplit=2)[2]})"


class _Reader:
    """Puts together what is said of each subject."""

    def __init__(self, resources: Sequence[Resource]) -> None:
        self._directory = Directory(resources)
        self.subjects: dict[Key, Subject] = {}

    def read(self, resource: Resource) -> None:
        """What a resource says by a policy or a setting, but for what its holders have of it."""
        for kind, key, document in _documents_in(resource):
            for subject in self._about(resource, kind):
                _add(document, resource.name, _fingerprint(resource, key), subject)
        for setting in resource.row.access(resource.name, resource.inputs):
            for subject in self._about(resource, "resource"):
                _set(setting, subject)

    def add_holding(self, holding: Holding) -> None:
        """What a role, user or group has."""
        subject = self._subject(holding.holder, holding.token, holding.kind)
        if holding.group:
            subject.sources.add(holding.group if isinstance(holding.group, str) else holding.group.urn)
        if holding.document is NOT_KNOWN_HERE:
            return _set_unknown(holding, subject)
        if holding.declared_by.type == POLICY.token:
            subject.sources.add(holding.declared_by.urn)
        if holding.kind == "boundary":
            subject.guards[BOUNDED] = "permissionsBoundary"
        start = len(subject.statements)
        _add(holding.document, holding.name, _fingerprint(holding.declared_by, "policy"), subject)
        if holding.how and holding.declared_by.type != POLICY.token and holding.kind == "identity":
            subject.bundles |= {id(each.document): holding.name for each in subject.statements[start:]}
        return None

    def _about(self, holder: Resource, kind: PolicyType) -> list[Subject]:
        target = holder.row.target
        if target is None:
            return [self._subject(holder, holder.type, kind)]
        named = named_in(holder, target.input, target.token, self._directory) or [f"of {holder.name}"]
        return [self._subject(each, target.token, kind, target.input) for each in named]

    def _subject(self, named: Named, token: str, kind: PolicyType, called: str = "") -> Subject:
        noun = token.rpartition(":")[2].lower()
        if isinstance(named, str):
            label = f"{called or noun} {named}"
            return self.subjects.setdefault((kind, label), Subject(label, kind, None))
        label = f"{named.row.noun.lower()} {named.physical_name or named.name}"
        return self.subjects.setdefault((kind, named.urn), Subject(label, kind, named))


def _documents_in(resource: Resource) -> Iterator[tuple[PolicyType, str, Document]]:
    """The policies that a resource holds: of what kind, in which input, and the document."""
    for key, value in resource.inputs.items():
        document = document_in(value)
        if value is None:
            continue
        if key == resource.row.document:
            yield resource.row.policy_type, key, document
        elif isinstance(document.value, Mapping) and "Statement" in document.value:
            yield _guessed(document.value), key, document


def _guessed(document: Mapping[str, Any]) -> PolicyType:
    return "resource" if "Principal" in json.dumps(document) else "identity"


def _add(document: Document, holder: str, fingerprint: str, subject: Subject) -> None:
    if document.value is None:
        subject.unreadable[holder] = fingerprint
        return
    policy = document.value if isinstance(document.value, Mapping) else {}  # which is none
    try:
        statements = Policy.parse(policy, subject.kind).statements
    except InvalidPolicy:
        subject.unreadable[holder] = json.dumps(document.value, sort_keys=True)
        return
    subject.statements += statements
    if document.is_secret:
        subject.secrets.update(id(each.document) for each in statements)


def _fingerprint(resource: Resource, key: str) -> str:
    """What is known of a policy that is not: if all of that is the same, so is the policy, as far as can be told."""
    others = {name: revealed(value) for name, value in resource.inputs.items() if name != key}
    return json.dumps([resource.property_dependencies.get(key, ()), others], sort_keys=True, default=str)


def _set_unknown(holding: Holding, subject: Subject) -> None:
    if holding.kind == "boundary":
        subject.guards[f"permissions boundary {holding.name}"] = "permissionsBoundary"
    elif holding.name.startswith("group "):
        subject.grants[f"membership in {holding.name}"] = holding.name
    else:
        subject.grants[f"managed policy {holding.name}"] = holding.name.rpartition("/")[2]


def _set(setting: AccessSetting, subject: Subject) -> None:
    (subject.guards if setting.closes else subject.grants)[setting.text] = setting.name
