from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from pulumicheck.iam.conditions import Condition
from pulumicheck.iam.element import ANYTHING, Element
from pulumicheck.iam.glob import Glob
from pulumicheck.iam.principals import ANYONE, Naming, Principals
from pulumicheck.iam.request import Request

PolicyType = Literal["identity", "resource", "trust", "boundary", "session"]
LIMITS: tuple[PolicyType, ...] = ("boundary", "session")
"""What gives nothing and limits what identity policies give: a role's or user's permissions boundary, and the policies
that AssumeRole was given for one session (IAM user guide, "Policies and permissions")."""
OF_IDENTITIES: tuple[PolicyType, ...] = ("identity", *LIMITS)
"""Policies about whom they are attached to; they have no Principal."""
Effect = Literal["Allow", "Deny"]


@dataclass(frozen=True)
class Statement:
    """One statement of a policy, read once: requests are decided by it, and it is compared with others.

    Attributes:
        index: its place in the policy, from 0.
        sid: its Sid; "" if it has none.
        effect: what it does when it applies.
        actions: Action or NotAction.
        resources: Resource or NotResource; None in a policy that is about what it is attached to.
        principals: Principal or NotPrincipal; None in a policy that is about whom it is attached to.
        conditions: all of which must hold.
        variables: whether the policy's version knows variables.
        document: the statement as AWS reads it.
    """

    index: int
    sid: str
    effect: Effect
    actions: Element
    resources: Element | None
    principals: Principals | None
    conditions: tuple[Condition, ...]
    variables: bool
    document: Mapping[str, Any]

    @property
    def label(self) -> str:
        """Its Sid, or its place."""
        return self.sid or f"Statement[{self.index}]"

    @cached_property
    def meaning(self) -> tuple[object, ...]:
        """The same for statements that are the same but for names and order, even if nothing can be proven of them."""
        principals, resources = self.principals or ANYONE, self.resources or ANYTHING
        return (
            (principals.negated, frozenset(principals.named)),
            (self.actions.negated, frozenset(glob.tokens for glob in self.actions.globs)),
            (resources.negated, frozenset(glob.tokens for glob in resources.globs)),
            (self.variables, frozenset((each.name, each.fact, frozenset(each.values)) for each in self.conditions)),
        )

    def names_action(self, request: Request) -> bool:
        """Whether the request's action is one of the statement's."""
        return self.actions.match(request.lower_action, {})

    def names_resource(self, request: Request) -> bool:
        """Whether the request's resource is one of the statement's."""
        return self.resources is None or self.resources.match(request.resource, request.facts)

    def naming(self, request: Request) -> Naming:
        """How the statement names the request's principal."""
        return Naming.ITSELF if self.principals is None else self.principals.naming(request.caller)

    def unmet(self, request: Request) -> list[Condition]:
        """The conditions that the request does not meet."""
        return [condition for condition in self.conditions if not condition.holds(request.facts)]

    def applies(self, request: Request, *, is_bounded: bool = False) -> Naming:
        """How the statement names the request's principal if all else of it applies; NOT if it does not apply.

        Args:
            request: what someone wants to do.
            is_bounded: whether they have a permissions boundary. Then a Deny with NotPrincipal leaves them out in no
                case, whomever it names (Permissions boundaries for IAM entities).
        """
        if not self.names_action(request) or not self.names_resource(request) or self.unmet(request):
            return Naming.NOT
        if is_bounded and self.effect == "Deny" and self.principals is not None and self.principals.negated:
            return Naming.ITSELF
        return self.naming(request)

    def about(self, old: str, new: str) -> "Statement":
        """The same with another ARN, for what a resource's policy says of its own resource after a renaming."""
        if self.resources is None:
            return self
        texts = (new + text[len(old) :] if f"{text}/".startswith(f"{old}/") else text for text in self.resources.texts)
        globs = tuple(Glob.parse(text, variables=self.variables) for text in texts)
        return replace(self, resources=Element(globs, self.resources.negated))
