"""Who has which policies: the one reading of roles, users and groups, of what they hold, and of what is attached."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pulumicheck.plan.attaching import attached_by, members_in
from pulumicheck.plan.documents import Document, document_in, listed
from pulumicheck.plan.recording import Directory, Resource
from pulumicheck.plan.references import Named, named_in
from pulumicheck.types.attaching import INLINE
from pulumicheck.types.aws_managed import document_of
from pulumicheck.types.iam import POLICY, ROLE, USER

NOT_KNOWN_HERE = Document(None, why_unknown="whose statements are not known here")


@dataclass(frozen=True)
class Holding:
    """One policy that one role, user or group has.

    Attributes:
        holder: who; a text names one that is not of the stack.
        token: the type of the holder.
        kind: whether it lets do something or limits that, as a permissions boundary does.
        document: what it says.
        declared_by: the resource that holds the document or, if it is not the stack's, that names it.
        name: what people call it: an ARN, or what the program calls an inline policy.
        how: how the holder has it, for people.
        group: the group by which a user has it; "" if by none.
    """

    holder: Named
    token: str
    kind: Literal["identity", "boundary"]
    document: Document
    declared_by: Resource
    name: str
    how: str
    group: Named = ""

    @property
    def principal(self) -> str:
        """The holder's ARN, or what names it."""
        return arn_of(self.holder)

    @property
    def through(self) -> str:
        """By what the holder has it, if it is none of its own: the group, or the managed policy."""
        return arn_of(self.group) if self.group else self.name if self.how else ""

    @property
    def why_unknown(self) -> str:
        """Why nobody can tell here what it says, as a sentence of its own; "" if that is known."""
        why = self.document.why_unknown
        return why and " ".join(filter(None, [self.name, self.how and f"{self.how},", why]))


def holdings_of(resources: Sequence[Resource]) -> list[Holding]:
    """All policies that roles, users and groups have by what a stack declares, each once."""
    made = [resource for resource in resources if resource.custom]
    directory = Directory(made)
    direct = [holding for resource in made for holding in _declared_by(resource, directory)]
    for resource in made:
        for user, group in members_in(resource, directory):
            direct += list(_as_member(user, group, resource, direct))
    once = {
        (key_of(each.holder), each.token, each.kind, each.name, _source(each), key_of(each.group)): each
        for each in direct
    }
    return list(once.values())


def key_of(named: Named) -> str:
    """What tells one that is named from all others."""
    return named if isinstance(named, str) else named.urn


def arn_of(named: Named) -> str:
    """Its ARN, or what names it."""
    return named if isinstance(named, str) else str(named.outputs.get("arn") or named.id or named.name)


def _source(holding: Holding) -> str:
    return "" if holding.document is NOT_KNOWN_HERE else holding.declared_by.urn


def _declared_by(resource: Resource, resources: Directory) -> Iterator[Holding]:
    if resource.type in INLINE and resource.inputs.get("policy") is not None:
        key, token = INLINE[resource.type]
        for holder in named_in(resource, key, token, resources):
            document = document_in(resource.inputs.get("policy"))
            yield Holding(holder, token, "identity", document, resource, resource.name, "")
    if resource.type == ROLE.token:
        yield from _inline_of(resource)
    for holder, token, policy in attached_by(resource, resources):
        yield _managed(Holding(holder, token, "identity", NOT_KNOWN_HERE, resource, "", "is attached"), policy)
    if resource.inputs.get("permissionsBoundary"):
        for policy in named_in(resource, "permissionsBoundary", POLICY.token, resources):
            how = "is the permissions boundary"
            yield _managed(Holding(resource, resource.type, "boundary", NOT_KNOWN_HERE, resource, "", how), policy)


def _inline_of(role: Resource) -> Iterator[Holding]:
    policies = document_in(role.inputs.get("inlinePolicies") or [])
    if policies.value is None:
        yield Holding(role, role.type, "identity", policies, role, "inlinePolicies", "")
        return
    for each in listed(policies.value):
        said = each if isinstance(each, Mapping) else {"policy": each}
        document = replace(document_in(said.get("policy")), is_secret=policies.is_secret)
        if said.get("policy"):
            yield Holding(role, role.type, "identity", document, role, str(said.get("name") or "inlinePolicies"), "")


def _managed(holding: Holding, policy: Named) -> Holding:
    """What is held, once it is known which managed policy it is."""
    if isinstance(policy, Resource):
        said = policy.inputs.get("policy")
        document = NOT_KNOWN_HERE if said is None else document_in(said)
        return replace(holding, document=document, declared_by=policy, name=arn_of(policy))
    document = document_of(policy)
    return replace(holding, document=Document(document) if document else NOT_KNOWN_HERE, name=policy)


def _as_member(user: Named, group: Named, by: Resource, direct: Sequence[Holding]) -> Iterator[Holding]:
    """What a user has by a group; of a group that is not the stack's, nobody knows."""
    if isinstance(group, str):
        yield Holding(user, USER.token, "identity", NOT_KNOWN_HERE, by, f"group {group}", "has the user as a member")
        return
    for holding in direct:
        if key_of(holding.holder) == group.urn and not holding.group:
            yield replace(holding, holder=user, token=USER.token, group=group)
