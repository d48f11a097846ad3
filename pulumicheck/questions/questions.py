"""Who can do something, and what someone can do, by the policies of a stack.

A question has no context, so conditions are told and not evaluated. What the stack does not declare is not known:
administrators of the account, for one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pulumicheck.errors import CheckError
from pulumicheck.iam.caller import caller_named
from pulumicheck.iam.errors import InvalidPolicy
from pulumicheck.iam.patterns import Patterns
from pulumicheck.iam.phrases import elements, met, must, named
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.statement import Statement
from pulumicheck.plan.plan import Plan
from pulumicheck.plan.statements import PlannedStatement, target_of

_PREFIXES = {"iam": ("iam", "sts")}  # of actions, where they are not the service in the ARN
# What stands between a resource's ARN and what is in it, by service; "" where nothing is: behind a role's slash is
# another role, whose path begins with the same word.
_SEPARATORS = {
    "dynamodb": "/",
    "ecr": "",
    "iam": "",
    "lambda": ":",
    "logs": ":",
    "s3": "/",
    "secretsmanager": "",
    "ses": "",
    "sns": "",
    "sqs": "",
}


@dataclass(frozen=True)
class Grant:
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
        }


def who_can(action: str, resource: str, plan: Plan) -> list[Grant]:
    """The statements by which someone may do an action to a resource.

    Args:
        action: one action, such as `dynamodb:GetItem`.
        resource: one ARN, or `*` for an action that has no resource.
        plan: the stack.
    """
    allows, denies = _entries(plan)
    grants: list[Grant] = []
    for entry in [entry for entry in allows if entry.covers(action, resource)]:
        for principal in entry.principals:
            against = [deny for deny in denies if deny.names(principal) and deny.covers(action, resource)]
            if not any(deny.is_certain_for(resource) for deny in against):
                grants.append(_grant(principal, entry, against))
    return grants


def who_can_touch(resource: str, plan: Plan) -> list[Grant]:
    """The statements by which someone may do anything to a resource or to something in it.

    Args:
        resource: one ARN. In a bucket are its objects, in a table its indexes and streams, in a log group its streams.
        plan: the stack.
    """
    allows, denies = _entries(plan)
    arn = resource.removesuffix(":*")  # as AWS writes a log group's
    grants: list[Grant] = []
    for entry in [entry for entry in allows if entry.touches(arn)]:
        for principal in entry.principals:
            against = [deny for deny in denies if deny.names(principal) and deny.overlaps(entry)]
            if not any(deny.shuts(arn, entry) for deny in against):
                grants.append(_grant(principal, entry, against))
    return grants


def what_can(principal: str, plan: Plan) -> list[Grant]:
    """The statements that allow something to a principal.

    Args:
        principal: an ARN or a service such as `lambda.amazonaws.com`.
        plan: the stack.
    """
    allows, denies = _entries(plan)
    return [
        _grant(principal, entry, [deny for deny in denies if deny.names(principal) and deny.overlaps(entry)])
        for entry in allows
        if entry.names(principal)
    ]


@dataclass(frozen=True)
class _Entry:
    planned: PlannedStatement
    statement: Statement
    attached_to: str
    """ARN of what a resource or trust policy is attached to."""

    @property
    def principals(self) -> tuple[str, ...]:
        principals = self.statement.principals
        if principals is None:
            return (self.planned.principal,)
        return (named(principals),) if principals.negated else principals.texts

    @property
    def targets(self) -> tuple[str, ...]:
        return _texts(self.statement.resources) if self.statement.resources else (self.attached_to,)

    def names(self, principal: str) -> bool:
        caller = caller_named(principal)
        if self.statement.principals is None:
            return self.planned.principal in {principal, caller.arn}
        return bool(self.statement.principals.naming(caller))

    def covers(self, action: str, resource: str) -> bool:
        return self.statement.actions.could_match(action.lower()) and self.is_about(resource)

    def is_about(self, resource: str) -> bool:
        """Whether it is about a resource: a statement without Resource is about what its policy is attached to."""
        resources = self.statement.resources
        return resources.could_match(resource) if resources else resource == self.attached_to

    def is_certain_for(self, resource: str) -> bool:
        """Whether what it covers of a resource depends neither on a condition nor on a variable."""
        resources = self.statement.resources
        return not self.statement.conditions and (resources is None or resources.match(resource, {}))

    def touches(self, resource: str) -> bool:
        """Whether it covers some action on a resource or on something in it."""
        if not any(self.statement.actions.could_begin_with(prefix) for prefix in _prefixes(resource)):
            return False
        return bool(self.parts_of(resource))

    def parts_of(self, resource: str) -> list[str]:
        """What of a resource it is about: itself, or a pattern of what is in it."""
        resources = self.statement.resources
        within = [f"{each}*" for each in _inside(resource) if resources and resources.could_begin_with(each)]
        return [resource, *within] if self.is_about(resource) else within

    def actions_on(self, resource: str) -> list[str]:
        """The actions of the resource's service among those that it is about, as patterns."""
        prefixes = _prefixes(resource)
        actions = self.statement.actions
        if actions.negated or "*" in actions.texts:
            return [f"{prefix}*" for prefix in prefixes]
        return [text.lower() for text in actions.texts if _may_be_of(text.lower(), prefixes)]

    def shuts(self, resource: str, other: "_Entry") -> bool:
        """Whether a Deny forbids for certain all that another statement allows on a resource and what is in it."""
        return all(map(self.is_certain_for, other.parts_of(resource))) and all(
            self.statement.actions.match(action, {}) for action in other.actions_on(resource)
        )

    def overlaps(self, other: "_Entry") -> bool:
        """Whether one is about an action that the other names, and about a resource that the other names."""
        sides = ((self, other), (other, self))
        return any(
            one.statement.actions.could_match(action.lower())
            for one, named in sides
            for action in _texts(named.statement.actions)
        ) and any(one.is_about(resource) for one, named in sides for resource in named.targets)


def _texts(element: Patterns) -> tuple[str, ...]:
    """What an element names; one of the Not… elements names nothing, and is about almost everything."""
    return ("*",) if element.negated else element.texts


def _inside(resource: str) -> list[str]:
    """How the ARNs of what is in a resource begin, such as a table's indexes."""
    return [f"{resource}{separator}" for separator in _SEPARATORS.get(_service(resource), ":/")]


def _prefixes(resource: str) -> list[str]:
    """How the actions on a resource begin."""
    service = _service(resource)
    return [f"{each}:" for each in _PREFIXES.get(service, (service,))]


def _may_be_of(action: str, prefixes: Sequence[str]) -> bool:
    """Whether an action's pattern, in lower case, is of one of some services, as far as it says."""
    service, separator, _ = action.partition(":")
    return not {"*", "?"}.isdisjoint(service) or f"{service}{separator}" in prefixes


def _service(resource: str) -> str:
    return f"{resource}::".split(":")[2]


def _entries(plan: Plan) -> tuple[list[_Entry], list[_Entry]]:
    entries = [_entry(planned, plan) for planned in plan.statements]
    allows = [entry for entry in entries if entry.statement.effect == "Allow"]
    return allows, [entry for entry in entries if entry.statement.effect == "Deny"]


def _entry(planned: PlannedStatement, plan: Plan) -> _Entry:
    document = {"Version": "2012-10-17", "Statement": planned.document}
    try:
        (statement,) = Policy.parse(document, planned.policy_type).statements
    except InvalidPolicy as error:
        name = planned.attached_to.rpartition("::")[2]
        raise CheckError(f"AWS would refuse the policy of {name}: {error}") from error
    return _Entry(planned, statement, _attached_to(planned.attached_to, plan))


def _attached_to(urn: str, plan: Plan) -> str:
    """The ARN of the resource that holds a policy, or that a resource of its own attaches the policy to."""
    holder = next(resource for resource in plan.resources if resource.urn == urn)
    held = target_of(holder, plan.resources) or holder
    return str(held.outputs["arn"]) if held.row.is_acted_on else ""


def _grant(principal: str, entry: _Entry, denies: Sequence[_Entry]) -> Grant:
    return Grant(
        principal=principal,
        statement=entry.planned,
        actions=elements(entry.statement.actions),
        resources=elements(entry.statement.resources) if entry.statement.resources else entry.attached_to,
        conditions=tuple(must(condition) for condition in entry.statement.conditions),
        never=tuple(dict.fromkeys(_never(deny) for deny in denies)),
    )


def _never(deny: _Entry) -> str:
    statement = deny.statement
    resources = elements(statement.resources) if statement.resources else deny.attached_to
    when = " and ".join(met(condition) for condition in statement.conditions)
    return f"{elements(statement.actions)} {f'if {when}' if when else f'on {resources}'} ({statement.label})"
