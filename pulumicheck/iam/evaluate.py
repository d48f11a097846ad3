"""Decides requests as AWS does, for the policy types that this project meets.

Sources: Policy evaluation logic; Policy evaluation for requests within a single account; Cross-account policy
evaluation logic; Permissions boundaries for IAM entities. The policies of AWS Organizations are not modelled.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from pulumicheck.iam.exceptions import (
    is_about_a_key,
    is_about_a_trust_policy,
    is_never_allowed,
    needs_no_permission,
)
from pulumicheck.iam.phrases import nearest_miss
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.principals import Naming
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import LIMITS, OF_IDENTITIES, PolicyType, Statement

Outcome = Literal["allowed", "explicitDeny", "implicitDeny"]

_LIMITS: dict[PolicyType, str] = {
    "boundary": "the permissions boundary does not",
    "session": "no policy of the session does",
}


@dataclass(frozen=True)
class StatementRef:
    """Which statement of which policy.

    Attributes:
        policy: the policy's name; if it has none, its index among the policies of the evaluation.
        type: what the policy is attached to.
        sid: the statement's Sid; "" if it has none.
        statement: the statement's index in its policy, from 0.
    """

    policy: str | int
    type: PolicyType
    sid: str
    statement: int

    def __str__(self) -> str:
        policy = self.policy if isinstance(self.policy, str) else f"policies[{self.policy}]"
        return f"{policy}/{self.sid or f'Statement[{self.statement}]'}"


@dataclass(frozen=True)
class Decision:
    """The answer to a request.

    Attributes:
        decision: allowed, denied by a statement, or denied as nothing allows it.
        decided_by: the statement that denies or allows; None for an implicit deny, and for an account's root user.
            Where an identity policy and the resource's have to allow, it is the identity policy's.
        why: half a sentence for people; for an implicit deny, what is missing.
        limit: for an implicit deny, which of the limits keeps what other policies allow; None if nothing allows it.
    """

    decision: Outcome
    decided_by: StatementRef | None
    why: str
    limit: PolicyType | None = None

    @property
    def allowed(self) -> bool:
        """Whether the request may go on."""
        return self.decision == "allowed"


@dataclass
class _Grants:
    """The first statement of each kind that allows a request."""

    by_identity: StatementRef | None = None
    to_caller: StatementRef | None = None
    """Of a resource's policy that names the caller itself."""
    to_role: StatementRef | None = None
    """Of a resource's policy that names the role, or user, behind the caller's session."""
    to_account: StatementRef | None = None
    """Of a resource's policy that names the caller's account."""
    within: set[PolicyType] = field(default_factory=set[PolicyType])
    """The limits that allow it."""
    deciding: str = ""
    """What the resource's policy is called, where nothing is allowed that it does not allow or leave to the account."""

    def add(self, ref: StatementRef, naming: Naming) -> None:
        if ref.type in LIMITS:
            self.within.add(ref.type)
        elif ref.type == "identity":
            self.by_identity = self.by_identity or ref
        elif naming is Naming.ITSELF:
            self.to_caller = self.to_caller or ref
        elif naming is Naming.IDENTITY:
            self.to_role = self.to_role or ref
        else:
            self.to_account = self.to_account or ref

    @property
    def by_resource(self) -> StatementRef | None:
        return self.to_caller or self.to_role or self.to_account


def evaluate(request: Request, policies: Sequence[Policy]) -> Decision:
    """Decides a request.

    A deny in any policy wins. Within an account one allow is enough: of an identity policy, or of the resource's policy
    where it names the principal itself; one that names the account only leaves it to the identity policies. Across
    accounts both have to allow. A role is assumed only if its trust policy allows it, too (the trust policy may leave
    that to the account's identity policies). Services, identity providers and anonymous callers have no identity
    policies. An account's root user may do everything in its account that no resource policy denies.

    A permissions boundary and session policies give nothing. Each kind that there is has to allow the request, too,
    unless the resource's policy, within the account, names the caller itself: a user, or this very session of a role
    (or everyone). One that names the session's role gives it no more than its limits let through. A deny that leaves
    out some by NotPrincipal leaves out nobody who has a boundary.

    A key's policy is like a trust policy, and an account's root user needs it as well; a key with no policy here has
    the default one, which leaves all to its account. Some requests need no permission, and some are refused always
    (`pulumicheck.iam.exceptions`).

    Args:
        request: what someone wants to do.
        policies: all identity policies of the principal, its permissions boundary, the policies of its session, the
            resource's policy, and for `sts:AssumeRole` the role's trust policy.
    """
    if (why := needs_no_permission(request)) is not None:
        return Decision("allowed", None, why)
    if (why := is_never_allowed(request)) is not None:
        return Decision("implicitDeny", None, why)
    grants = _Grants(deciding=_deciding(request, policies))
    asked = _asked(request, policies)
    limits: list[PolicyType] = [limit for limit in LIMITS if any(policies[index].kind == limit for index, _ in asked)]
    for policy, statement in asked:
        naming = statement.applies(request, is_bounded="boundary" in limits)
        if not naming:
            continue
        ref = _ref(policies, policy, statement)
        if statement.effect == "Deny":
            return Decision("explicitDeny", ref, f"{ref} denies it")
        grants.add(ref, naming)
    if not grants.deciding and request.caller.is_root and request.caller.account == request.account:
        return Decision("allowed", None, "the root user may do everything in its own account")
    exceeded: PolicyType | None = next((limit for limit in limits if limit not in grants.within), None)
    ref = _granted(request, grants, are_within=exceeded is None)
    if ref is not None:
        return Decision("allowed", ref, f"{ref} allows it")
    return _not_granted(request, policies, grants, exceeded)


def _not_granted(
    request: Request, policies: Sequence[Policy], grants: _Grants, exceeded: PolicyType | None
) -> Decision:
    ref = _granted(request, grants, are_within=True)
    if exceeded is not None and ref is not None:
        miss = nearest_miss(request, _allows(request, policies, exceeded))
        return Decision("implicitDeny", None, f"{ref} allows it, but {_LIMITS[exceeded]}: {miss}", exceeded)
    allows = _allows(request, policies, "identity", "resource", "trust")
    return Decision("implicitDeny", None, _lacking(request, grants) or nearest_miss(request, allows))


def _allows(request: Request, policies: Sequence[Policy], *kinds: PolicyType) -> list[tuple[str, Statement]]:
    return [
        (str(_ref(policies, index, statement)), statement)
        for index, statement in _asked(request, policies)
        if statement.effect == "Allow" and policies[index].kind in kinds
    ]


def _asked(request: Request, policies: Sequence[Policy]) -> list[tuple[int, Statement]]:
    """The statements that count for the caller, each with its policy's index."""
    return [
        (index, statement)
        for index, policy in enumerate(policies)
        if request.caller.has_policies or policy.kind not in OF_IDENTITIES
        for statement in policy.statements
    ]


def _ref(policies: Sequence[Policy], index: int, statement: Statement) -> StatementRef:
    policy = policies[index]
    return StatementRef(policy.name or index, policy.kind, statement.sid, statement.index)


def _granted(request: Request, grants: _Grants, *, are_within: bool) -> StatementRef | None:
    """The statement that suffices; `are_within` says whether the limits allow it, too."""
    if not request.caller.has_policies:
        return grants.to_caller
    by_identity = grants.by_identity if are_within else None
    to_role = grants.to_role if are_within else None
    if request.caller.account != request.account:
        return by_identity if grants.by_resource else None
    if grants.deciding:
        return grants.to_caller or to_role or (by_identity if grants.to_account else None)
    return by_identity or to_role or grants.to_caller


def _deciding(request: Request, policies: Sequence[Policy]) -> str:
    """What the policy is called that has to allow the request or leave it to the account; "" where none has to."""
    if is_about_a_trust_policy(request):
        return "trust policy"
    has_policy = is_about_a_key(request) and any(policy.kind == "resource" for policy in policies)
    return "key policy" if has_policy else ""


def _lacking(request: Request, grants: _Grants) -> str | None:
    """What keeps the statements that do allow a request from being enough; None if there are none."""
    if grants.by_resource:
        left_to = f"the identity policies of {request.principal}"
        return f"{grants.by_resource} allows it, and leaves it to {left_to}: none allows it"
    if grants.by_identity:
        lacking = grants.deciding or "resource policy in the other account"
        return f"{grants.by_identity} allows it, but no {lacking} does"
    return None
