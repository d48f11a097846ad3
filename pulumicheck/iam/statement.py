from dataclasses import dataclass
from typing import Literal

from pulumicheck.iam.conditions import Condition
from pulumicheck.iam.patterns import Patterns
from pulumicheck.iam.principals import Naming, Principals
from pulumicheck.iam.request import Request

Effect = Literal["Allow", "Deny"]


@dataclass(frozen=True)
class Statement:
    """One statement of a policy, compiled.

    Attributes:
        index: its place in the policy, from 0.
        sid: its Sid; "" if it has none.
        effect: what it does when it applies.
        actions: Action or NotAction.
        resources: Resource or NotResource; None in a policy that is about what it is attached to.
        principals: Principal or NotPrincipal; None in an identity policy, which is about whom it is attached to.
        conditions: all of which must hold.
    """

    index: int
    sid: str
    effect: Effect
    actions: Patterns
    resources: Patterns | None
    principals: Principals | None
    conditions: tuple[Condition, ...]

    @property
    def label(self) -> str:
        """Its Sid, or its place."""
        return self.sid or f"Statement[{self.index}]"

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

    def applies(self, request: Request) -> Naming:
        """How the statement names the request's principal if all else of it applies; NOT if it does not apply."""
        if not self.names_action(request) or not self.names_resource(request):
            return Naming.NOT
        return Naming.NOT if self.unmet(request) else self.naming(request)
