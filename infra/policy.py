"""IAM policies, made of statements that say why they exist.

The same statements become the policy JSON that AWS reads and the inputs that `pulumi preview` shows, so the two cannot
disagree. No other module writes policy JSON.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pulumi

PolicyType = Literal["identity", "resource", "trust"]
UsedBy = Literal["our code", "event source mapping", "Lambda service", "api", "anyone"]
Condition = Mapping[str, Mapping[str, pulumi.Input[str]]]


@dataclass(frozen=True, kw_only=True)
class Statement:
    """One statement of a policy.

    Attributes:
        sid: its name, a short sentence in PascalCase.
        actions: IAM actions, `service:Action`.
        resources: ARNs. Empty in trust and repository policies, which AWS refuses with a Resource element.
        why: why exactly this and no more.
        used_by: who relies on it.
        effect: what the statement does when it matches.
        condition: operator to condition key to value.
        principal: `*` or a service's name, in resource and trust policies; None in identity policies.
    """

    sid: str
    actions: tuple[str, ...]
    resources: tuple[pulumi.Input[str], ...] = ()
    why: str
    used_by: tuple[UsedBy, ...]
    effect: Literal["Allow", "Deny"] = "Allow"
    condition: Condition | None = None
    principal: str | None = None

    def element(self) -> dict[str, Any]:
        """The statement as an element of policy JSON."""
        principal = self.principal if self.principal in {None, "*"} else {"Service": self.principal}
        element = {
            "Sid": self.sid,
            "Effect": self.effect,
            "Principal": principal,
            "Action": list(self.actions),
            "Resource": list(self.resources),
            "Condition": self.condition,
        }
        return {key: value for key, value in element.items() if value}

    def reason(self, policy_type: PolicyType, attached_to: pulumi.Input[str]) -> dict[str, Any]:
        """The statement as an input of the component that makes the policy."""
        return {
            "policyType": policy_type,
            "principal": self.principal or attached_to,
            "sid": self.sid,
            "effect": self.effect,
            "actions": list(self.actions),
            "resources": list(self.resources or (attached_to,)),
            "condition": self.condition,
            "why": self.why,
            "usedBy": list(self.used_by),
        }


def policy_document(*statements: Statement) -> pulumi.Output[str]:
    """The policy JSON of these statements."""
    return pulumi.Output.json_dumps(
        {"Version": "2012-10-17", "Statement": [statement.element() for statement in statements]}
    )


def reasons(
    policy_type: PolicyType, attached_to: pulumi.Input[str], statements: Iterable[Statement]
) -> list[dict[str, Any]]:
    """The value of a component's `statements` input.

    Args:
        policy_type: what kind of policy the component makes.
        attached_to: whom an identity policy is for, or what a resource or trust policy protects. A component waits
            for its inputs before its children start, so this is never an output of a child of that component.
        statements: the policy's statements.
    """
    return [statement.reason(policy_type, attached_to) for statement in statements]


def deny_insecure_transport(every_action: str, *resources: pulumi.Input[str]) -> Statement:
    """Refuses every request without TLS, whoever makes it.

    Args:
        every_action: all actions of the service, such as `sqs:*`.
        resources: ARNs of what is protected.
    """
    return Statement(
        sid="DenyInsecureTransport",
        effect="Deny",
        principal="*",
        actions=(every_action,),
        resources=resources,
        condition={"Bool": {"aws:SecureTransport": "false"}},
        why="What travels here names people and their bookings: no request without TLS, not even from our own roles.",
        used_by=("anyone",),
    )
