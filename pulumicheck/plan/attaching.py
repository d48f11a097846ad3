"""What attaches managed policies to roles, users and groups, and users to groups."""

from collections.abc import Iterator

from pulumicheck.plan.recording import Directory, Resource
from pulumicheck.plan.references import Named, named_in
from pulumicheck.types.attaching import ATTACHMENTS, MEMBERSHIPS, OF_HOLDERS
from pulumicheck.types.iam import GROUP, POLICY, USER


def attached_by(resource: Resource, resources: Directory) -> Iterator[tuple[Named, str, Named]]:
    """Whom a resource gives managed policies, with their type, each with each policy."""
    holders, key = ATTACHMENTS.get(resource.type, ({}, OF_HOLDERS.get(resource.type, "")))
    named = [(who, token) for by, token in holders.items() for who in named_in(resource, by, token, resources)]
    for who, token in [(resource, resource.type)] if resource.type in OF_HOLDERS else named:
        for policy in named_in(resource, key, POLICY.token, resources):
            yield who, token, policy


def members_in(resource: Resource, resources: Directory) -> Iterator[tuple[Named, Named]]:
    """The users that a resource makes members, each with each group."""
    users, groups = MEMBERSHIPS.get(resource.type, ("", ""))
    for user in named_in(resource, users, USER.token, resources):
        for group in named_in(resource, groups, GROUP.token, resources):
            yield user, group
