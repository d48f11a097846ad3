"""What attaches managed policies to roles, users and groups, and users to groups: types, and the inputs that say it."""

from collections.abc import Iterator, Mapping, Sequence

from pulumicheck.plan.recording import Resource
from pulumicheck.plan.references import Named, named_in
from pulumicheck.types.iam import GROUP, POLICY, ROLE, USER

_KINDS = {"role": ROLE, "user": USER, "group": GROUP}
HOLDERS = {row.token for row in _KINDS.values()}
INLINE = {f"aws:iam/{kind}Policy:{row.noun}Policy": (kind, row.token) for kind, row in _KINDS.items()}
"""Of each type that holds one inline policy: the input that names whose it is, and the type of that."""

# The inputs that name who gets the policies, with the type of each, and the input that names the policies.
_ATTACHMENTS: dict[str, tuple[Mapping[str, str], str]] = {
    "aws:iam/policyAttachment:PolicyAttachment": ({f"{kind}s": row.token for kind, row in _KINDS.items()}, "policyArn")
}
for _kind, _row in _KINDS.items():
    _one = f"aws:iam/{_kind}PolicyAttachment:{_row.noun}PolicyAttachment"
    _all = f"aws:iam/{_kind}PolicyAttachmentsExclusive:{_row.noun}PolicyAttachmentsExclusive"
    _ATTACHMENTS[_one] = ({_kind: _row.token}, "policyArn")
    _ATTACHMENTS[_all] = ({f"{_kind}Name": _row.token}, "policyArns")
_OF_HOLDERS: dict[str, tuple[Mapping[str, str], str]] = {ROLE.token: ({}, "managedPolicyArns")}
_MEMBERSHIPS = {
    "aws:iam/userGroupMembership:UserGroupMembership": ("user", "groups"),
    "aws:iam/groupMembership:GroupMembership": ("users", "group"),
}
GIVING = frozenset((*_ATTACHMENTS, *_MEMBERSHIPS))
"""The types that give policies to someone, and hold none themselves."""


def attached_by(resource: Resource, resources: Sequence[Resource]) -> Iterator[tuple[Named, str, Named]]:
    """Whom a resource gives managed policies, with their type, each with each policy."""
    holders, key = (_ATTACHMENTS | _OF_HOLDERS).get(resource.type, ({}, ""))
    named = [(who, token) for by, token in holders.items() for who in named_in(resource, by, token, resources)]
    for who, token in [(resource, resource.type)] if resource.type in _OF_HOLDERS else named:
        for policy in named_in(resource, key, POLICY.token, resources):
            yield who, token, policy


def members_in(resource: Resource, resources: Sequence[Resource]) -> Iterator[tuple[Named, Named]]:
    """The users that a resource makes members, each with each group."""
    users, groups = _MEMBERSHIPS.get(resource.type, ("", ""))
    for user in named_in(resource, users, USER.token, resources):
        for group in named_in(resource, groups, GROUP.token, resources):
            yield user, group
