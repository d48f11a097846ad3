from dataclasses import dataclass

from pulumicheck.iam.statement_reader import PolicyType


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
