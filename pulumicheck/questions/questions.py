"""Who can do something, and what someone can do, by the policies of a stack.

A question has no context, so conditions are told and not evaluated. What the stack does not declare is not known:
administrators of the account, for one.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pulumicheck.errors import CheckError
from pulumicheck.iam.caller import caller_named
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.reading import InvalidPolicy
from pulumicheck.plan.plan import Plan
from pulumicheck.plan.recording import Directory, Resource
from pulumicheck.plan.statements import PlannedStatement, UnknownPolicy, target_of
from pulumicheck.questions.asked_statement import AskedStatement, service_of, services_of
from pulumicheck.questions.by_service import ByService
from pulumicheck.questions.ceilings import Ceilings


@dataclass(frozen=True)
class Permit:
    """An Allow statement that answers a question.

    Attributes:
        principal: who is allowed.
        statement: what allows it.
        actions: what it allows, in words.
        resources: to what, in words.
        conditions: what must hold, one phrase each.
        never: the Deny statements that may forbid it all the same, one phrase each.
    """

    principal: str
    statement: PlannedStatement
    actions: str
    resources: str
    conditions: tuple[str, ...]
    never: tuple[str, ...]

    def under(self, limits: Sequence[str]) -> "Permit":
        """The same where more must hold."""
        return replace(self, conditions=(*self.conditions, *limits)) if limits else self

    def to_json(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "principal": self.principal,
            "policyType": self.statement.policy_type,
            "sid": self.statement.sid,
            "statement": self.statement.document,
            "underCondition": list(self.conditions),
            "never": list(self.never),
            "why": self.statement.why,
            "usedBy": list(self.statement.used_by),
            "through": self.statement.through,
        }


class Questions:
    """Questions to one stack, whose statements are read once.

    Args:
        plan: the stack.

    Raises:
        CheckError: AWS would refuse one of its policies.
    """

    def __init__(self, plan: Plan) -> None:
        asked = [_asked(planned, plan.recording.directory) for planned in plan.statements]
        self._allows = [each for each in asked if each.statement.effect == "Allow" and each.kind != "boundary"]
        self._by_service = ByService(self._allows)
        self._denies = ByService(each for each in asked if each.statement.effect == "Deny")
        self._ceilings = Ceilings(asked, plan.unknown_policies)
        self._unknown = plan.unknown_policies
        self._attached = {each.planned.through for each in asked}
        # Asked once for each resource and each principal: what an answer is made of is put together once.
        self._overlapping = cache(self._find_overlapping)
        self._allowed = cache(self._find_allowed)
        self._allows_of = cache(self._find_allows_of)
        self._naming = [(place, each) for place, each in enumerate(self._allows) if each.statement.principals]
        self._held: dict[str, list[tuple[int, AskedStatement]]] = defaultdict(list)
        for place, each in enumerate(self._allows):
            if each.statement.principals is None:
                self._held[each.planned.principal].append((place, each))

    def who_can(self, action: str, resource: str) -> list[Permit]:
        """The statements by which someone may do an action to a resource.

        Args:
            action: one action, such as `dynamodb:GetItem`.
            resource: one ARN, or `*` for an action that has no resource.
        """
        services = {service_of(action)}
        denies = [deny for deny in self._denies.of(services) if deny.covers(action, resource)]
        return [
            _permit(principal, allow, against).under(limits)
            for allow in self._by_service.of(services)
            if allow.covers(action, resource)
            for principal, against in self._each(allow, denies)
            if not any(deny.is_certain_for(resource) for deny in against)
            if (limits := self._ceilings.of_request(principal, allow, action, resource)) is not None
        ]

    def who_can_touch(self, resource: str) -> list[Permit]:
        """The statements by which someone may do anything to a resource or to something in it.

        Args:
            resource: one ARN. In a bucket are its objects, in a table its indexes and streams, in a log group its
                streams.
        """
        arn = resource.removesuffix(":*")  # as AWS writes a log group's
        return [
            permit.under(limits)
            for allow in self._by_service.of(services_of(arn))
            if allow.touches(arn)
            for permit, against in self._allowed(allow)
            if not any(deny.shuts(arn, allow) for deny in against)
            if (limits := self._ceilings.of_all(permit.principal, allow, arn)) is not None
        ]

    def what_can(self, principal: str) -> list[Permit]:
        """The statements that allow something to a principal.

        Args:
            principal: an ARN or a service such as `lambda.amazonaws.com`.
        """
        return list(self._allows_of(principal))

    def unknown_about(self, resource: str) -> list[UnknownPolicy]:
        """The policies that may let someone touch a resource, for all that can be told."""
        return [each for each in self._unknown if each.policy_type == "identity" or each.principal == resource]

    def unknown_of(self, principal: str) -> list[UnknownPolicy]:
        """The policies of a principal whose statements cannot be told."""
        names = {principal, caller_named(principal).arn}
        return [each for each in self._unknown if each.principal in names]

    def _find_overlapping(self, allow: AskedStatement) -> list[AskedStatement]:
        return [deny for deny in self._denies.of(allow.services) if deny.overlaps(allow)]

    def _find_allows_of(self, principal: str) -> list[Permit]:
        held = [each for name in {principal, caller_named(principal).arn or ""} for each in self._held.get(name, ())]
        naming = [each for each in self._naming if each[1].names(principal)]
        return [
            _permit(principal, allow, [deny for deny in self._overlapping(allow) if deny.names(principal)]).under(
                limits
            )
            for _, allow in sorted([*held, *naming], key=lambda found: found[0])
            if (limits := self._ceilings.of_all(principal, allow)) is not None
        ]

    def _find_allowed(self, allow: AskedStatement) -> list[tuple[Permit, list[AskedStatement]]]:
        """What it allows each principal, with the denies that may forbid it."""
        each = self._each(allow, self._overlapping(allow))
        return [(_permit(principal, allow, against), against) for principal, against in each]

    def _each(
        self, allow: AskedStatement, denies: Sequence[AskedStatement]
    ) -> Iterator[tuple[str, list[AskedStatement]]]:
        """Each principal that a statement allows something, and those of some denies that are for it.

        A managed policy stands for whoever it is attached to elsewhere, unless the stack itself attaches it.
        """
        for principal in allow.principals if allow.planned.principal not in self._attached else ():
            yield principal, [deny for deny in denies if deny.names(principal)]


def _permit(principal: str, allow: AskedStatement, denies: Sequence[AskedStatement]) -> Permit:
    return Permit(
        principal=principal,
        statement=allow.planned,
        actions=allow.actions_in_words,
        resources=allow.resources_in_words,
        conditions=allow.conditions_in_words,
        never=tuple(dict.fromkeys(deny.in_words for deny in denies)),
    )


def _asked(planned: PlannedStatement, resources: Directory) -> AskedStatement:
    document = {"Version": "2012-10-17", "Statement": planned.document}
    try:
        (statement,) = Policy.parse(document, planned.policy_type).statements
    except InvalidPolicy as error:
        name = planned.attached_to.rpartition("::")[2]
        raise CheckError(f"AWS would refuse the policy of {name}: {error}") from error
    return AskedStatement(planned, statement, _attached_to(resources.at(planned.attached_to), resources))


def _attached_to(holder: Resource, resources: Directory) -> str:
    """The ARN of the resource that holds a policy, or that a resource of its own attaches the policy to."""
    held = target_of(holder, resources) or holder
    return str(held.outputs.get("arn", "")) if held.row.is_acted_on else ""
