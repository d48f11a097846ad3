"""The policies that count for whoever holds a session of a role, as they are now in moto."""

from collections.abc import Iterator
from functools import lru_cache

from moto.iam.models import IAMBackend, Role

from embeddedaws.call import Principal
from embeddedaws.moto.managed_policies import default_document, managed_policy
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.reading import InvalidPolicy
from pulumicheck.iam.statement import PolicyType


def policies_of(principal: Principal, role: Role, backend: IAMBackend) -> Iterator[Policy]:
    """The role's inline and attached policies, its permissions boundary, and the policies of the session.

    Raises:
        InvalidPolicy: one is ill formed, or a limit is no longer there.
    """
    for name, document in role.policies.items():
        yield parse(document, "identity", f"{role.name}/{name}")
    for policy in role.managed_policies.values():
        yield parse(default_document(policy), "identity", policy.name)
    if role.permissions_boundary_arn:
        yield _limit(backend, role.permissions_boundary_arn, "boundary")
    if principal.session_policy is not None:
        yield parse(principal.session_policy, "session", "the session policy")
    for arn in principal.session_policy_arns:
        yield _limit(backend, arn, "session")


@lru_cache(maxsize=256)
def parse(document: str, kind: PolicyType, name: str) -> Policy:
    """Reads a policy, and says which one where it is ill formed.

    Raises:
        InvalidPolicy: it is.
    """
    try:
        return Policy.parse(document, kind, name)
    except InvalidPolicy as error:
        raise InvalidPolicy(f"{name}: {error.place or 'it'}", error.problem) from error


def _limit(backend: IAMBackend, arn: str, kind: PolicyType) -> Policy:
    policy = managed_policy(backend, arn)
    if policy is None:  # a limit that is gone does not leave everything open
        raise InvalidPolicy(arn, "does not exist")
    return parse(default_document(policy), kind, policy.name)
