"""Who or what the policies of a stack are about: roles and what they may do, resources and who may touch them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from pulumicheck.iam.errors import InvalidPolicy
from pulumicheck.iam.policy import PolicyType
from pulumicheck.iam.sets.clauses import Clause, clauses_in
from pulumicheck.plan.recording import Resource
from pulumicheck.plan.statements import DOCUMENTS
from pulumicheck.review.grants import Grant, grants_of

# The input that says what a policy is attached to; other types hold the policy of themselves.
_TARGETS = {
    "aws:ecr/repositoryPolicy:RepositoryPolicy": "repository",
    "aws:iam/groupPolicy:GroupPolicy": "group",
    "aws:iam/rolePolicy:RolePolicy": "role",
    "aws:iam/userPolicy:UserPolicy": "user",
    "aws:kms/keyPolicy:KeyPolicy": "keyId",
    "aws:s3/bucketPolicy:BucketPolicy": "bucket",
    "aws:secretsmanager/secretPolicy:SecretPolicy": "secretArn",
    "aws:sns/topicPolicy:TopicPolicy": "arn",
    "aws:sqs/queuePolicy:QueuePolicy": "queueUrl",
}
# And the type that each of these inputs names.
_TARGET_TYPES = {
    "arn": "aws:sns/topic:Topic",
    "bucket": "aws:s3/bucket:Bucket",
    "function": "aws:lambda/function:Function",
    "functionName": "aws:lambda/function:Function",
    "group": "aws:iam/group:Group",
    "keyId": "aws:kms/key:Key",
    "queueUrl": "aws:sqs/queue:Queue",
    "repository": "aws:ecr/repository:Repository",
    "role": "aws:iam/role:Role",
    "secretArn": "aws:secretsmanager/secret:Secret",
    "user": "aws:iam/user:User",
}
_OUTLIVES_THE_STACK = "aws:iam/policy:Policy"  # whom a managed policy is attached to is not the stack's to know


@dataclass
class Subject:
    """One role, policy or resource, with all that policies say of it.

    Attributes:
        label: its type and physical name, for people.
        kind: what kind of policies: what it may do itself, who may touch it, or who may assume it.
        target: the resource itself, None if the stack does not declare it.
        clauses: the statements, of all policies together.
        grants: what opens it otherwise, such as managed policies: texts, and the names to accept them by.
        guards: what closes it otherwise, such as settings of a bucket.
    """

    label: str
    kind: PolicyType
    target: Resource | None
    clauses: list[Clause] = field(default_factory=list[Clause])
    grants: dict[str, str] = field(default_factory=dict[str, str])
    guards: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def arn(self) -> str:
        """The resource's ARN; "" if it is not known."""
        return str(self.target.outputs.get("arn", "")) if self.target else ""

    @property
    def ends_with_its_target(self) -> bool:
        """Whether nothing is left to be allowed or denied once its resource is gone."""
        return self.target is not None and self.target.type != _OUTLIVES_THE_STACK


def subjects_of(resources: Sequence[Resource]) -> dict[tuple[str, str], Subject]:
    """All subjects of a stack, by kind and label."""
    stack = _Stack(resources)
    for resource in resources:
        for policy in _policies_in(resource):
            subject = stack.subject(resource, _TARGETS.get(resource.type), policy.kind)
            _add(policy, resource.name, subject)
        for grant in grants_of(resource):
            _grant(grant, stack.subject(resource, grant.target, "identity" if grant.to_role else "resource"))
    return stack.subjects


class _Stack:
    def __init__(self, resources: Sequence[Resource]) -> None:
        self.subjects: dict[tuple[str, str], Subject] = {}
        self._resources = resources

    def subject(self, holder: Resource, target_input: str | None, kind: PolicyType) -> Subject:
        """The subject of a policy: what it is attached to, or what holds it."""
        named = str(holder.inputs.get(target_input, "")) if target_input else ""
        target = self._find(_TARGET_TYPES[target_input], named) if target_input else holder
        label = _label(target) if target else f"{target_input} {named or f'of {holder.name}'}"
        return self.subjects.setdefault((kind, label), Subject(label, kind, target))

    def _find(self, type_: str, named: str) -> Resource | None:
        of_type = (resource for resource in self._resources if named and resource.type == type_)
        return next(
            (each for each in of_type if named in (each.id, each.outputs.get("arn"), physical_name(each))), None
        )


def physical_name(resource: Resource) -> str:
    """The name that AWS knows it by, or what the name begins with; "" if it has none of its own."""
    names = (str(resource.inputs[key]) for key in ("name", "bucket", "emailIdentity") if resource.inputs.get(key))
    prefixes = (f"{resource.inputs[key]}…" for key in ("bucketPrefix", "namePrefix") if resource.inputs.get(key))
    return next(chain(names, prefixes), "")


def _label(resource: Resource) -> str:
    return f"{_noun(resource)} {physical_name(resource) or resource.name}"


def _noun(resource: Resource) -> str:
    return resource.type.rpartition(":")[2].lower()


@dataclass(frozen=True)
class _Held:
    kind: PolicyType
    document: Any


def _policies_in(resource: Resource) -> Iterator[_Held]:
    if not resource.custom:
        return  # a component shows its statements as inputs, beside the policy that it makes of them
    known, kind = DOCUMENTS.get(resource.type, ("", "identity"))
    for key, value in resource.inputs.items():
        if key == known:
            yield _Held(kind, _parsed(value))
        elif isinstance(document := _parsed(value), Mapping) and "Statement" in document:
            yield _Held(_guessed(document), document)
    for inline in resource.inputs.get("inlinePolicies") or []:
        yield _Held("identity", _parsed(inline.get("policy")))


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


def _add(policy: _Held, holder: str, subject: Subject) -> None:
    if policy.document is None:
        return
    try:
        subject.clauses += clauses_in(policy.document, policy.kind)
    except (InvalidPolicy, AttributeError):
        # In both, so that any change of what cannot be read counts as more and as less.
        unreadable = f"a policy that cannot be read: {json.dumps(policy.document, sort_keys=True)}"
        subject.grants[unreadable] = subject.guards[unreadable] = holder


def _grant(grant: Grant, subject: Subject) -> None:
    (subject.guards if grant.closes else subject.grants)[grant.text] = grant.name
