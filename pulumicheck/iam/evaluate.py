"""Decides requests as AWS does, for the policy types that this project meets.

Sources: Policy evaluation logic; Policy evaluation for requests within a single account; Cross-account policy
evaluation logic. Permissions boundaries, session policies and the policies of AWS Organizations are not modelled.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pulumicheck.iam.phrases import nearest_miss
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.principals import Naming
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import PolicyType, Statement

Outcome = Literal["allowed", "explicitDeny", "implicitDeny"]

_ROLE = re.compile(r"arn:[^:]*:iam::\d{12}:role/.+", re.DOTALL)


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
    """

    decision: Outcome
    decided_by: StatementRef | None
    why: str

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
    to_account: StatementRef | None = None
    """Of a resource's policy that names the caller's account."""

    def add(self, ref: StatementRef, naming: Naming) -> None:
        if ref.type == "identity":
            self.by_identity = self.by_identity or ref
        elif naming is Naming.ITSELF:
            self.to_caller = self.to_caller or ref
        else:
            self.to_account = self.to_account or ref


def evaluate(request: Request, policies: Sequence[Policy]) -> Decision:
    """Decides a request.

    A deny in any policy wins. Within an account one allow is enough: of an identity policy, or of the resource's policy
    where it names the principal itself; one that names the account only leaves it to the identity policies. Across
    accounts both have to allow. A role is assumed only if its trust policy allows it, too (the trust policy may leave
    that to the account's identity policies). Services, identity providers and anonymous callers have no identity
    policies. An account's root user may do everything in its account that no resource policy denies.

    Args:
        request: what someone wants to do.
        policies: all identity policies of the principal, the resource's policy, and for `sts:AssumeRole` the role's
            trust policy.
    """
    grants = _Grants()
    asked = _asked(request, policies)
    for policy, statement in asked:
        naming = statement.applies(request)
        if not naming:
            continue
        ref = _ref(policies, policy, statement)
        if statement.effect == "Deny":
            return Decision("explicitDeny", ref, f"{ref} denies it")
        grants.add(ref, naming)
    if _root_suffices(request):
        return Decision("allowed", None, "the root user may do everything in its own account")
    ref = _granted(request, grants)
    if ref is not None:
        return Decision("allowed", ref, f"{ref} allows it")
    allows = [(str(_ref(policies, policy, each)), each) for policy, each in asked if each.effect == "Allow"]
    return Decision("implicitDeny", None, _lacking(request, grants) or nearest_miss(request, allows))


def _asked(request: Request, policies: Sequence[Policy]) -> list[tuple[int, Statement]]:
    """The statements that count for the caller, each with its policy's index."""
    return [
        (index, statement)
        for index, policy in enumerate(policies)
        if request.caller.has_policies or policy.kind != "identity"
        for statement in policy.statements
    ]


def _ref(policies: Sequence[Policy], index: int, statement: Statement) -> StatementRef:
    policy = policies[index]
    return StatementRef(policy.name or index, policy.kind, statement.sid, statement.index)


def _granted(request: Request, grants: _Grants) -> StatementRef | None:
    if not request.caller.has_policies:
        return grants.to_caller
    if request.caller.account != request.account:
        return grants.by_identity if grants.to_caller or grants.to_account else None
    if _is_for_trust_policy(request):
        return grants.to_caller or (grants.by_identity if grants.to_account else None)
    return grants.by_identity or grants.to_caller


def _root_suffices(request: Request) -> bool:
    caller = request.caller
    return caller.is_root and caller.account == request.account and not _is_for_trust_policy(request)


def _is_for_trust_policy(request: Request) -> bool:
    """Whether the request is to assume a role: the trust policy has to allow it (Policy evaluation logic)."""
    return request.lower_action.startswith("sts:") and _ROLE.fullmatch(request.resource) is not None


def _lacking(request: Request, grants: _Grants) -> str | None:
    """What keeps the statements that do allow a request from being enough; None if there are none."""
    by_resource = grants.to_caller or grants.to_account
    if by_resource:
        return f"{by_resource} allows it, and leaves it to the identity policies of {request.principal}: none allows it"
    if grants.by_identity:
        lacking = "trust policy" if _is_for_trust_policy(request) else "resource policy in the other account"
        return f"{grants.by_identity} allows it, but no {lacking} does"
    return None
