"""A statement of a stack, read once, as questions see it: whom it is for, and what it is about."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from pulumicheck.iam.caller import caller_named
from pulumicheck.iam.element import Element, may_share, takes_in
from pulumicheck.iam.glob import Glob
from pulumicheck.iam.phrases import met, must, values_of
from pulumicheck.iam.statement import PolicyType, Statement
from pulumicheck.plan.statements import PlannedStatement

_PREFIXES = {"iam": ("iam", "sts")}  # of actions, where they are not the service in the ARN
# What stands between a resource's ARN and what is in it, by service; "" where nothing is: behind a role's slash is
# another role, whose path begins with the same word.
_SEPARATORS = {
    "dynamodb": "/",
    "lambda": ":",
    "logs": ":",
    "s3": "/",
    **dict.fromkeys(("ecr", "iam", "secretsmanager", "ses", "sns", "sqs"), ""),
}

_REMEMBERED = 4_096  # resources of one stack; all statements are asked about one after the other


@dataclass(frozen=True, eq=False)
class AskedStatement:
    """One statement that is asked about; each is one of its own.

    Attributes:
        planned: where it stands in the stack, and why.
        statement: what it says.
        attached_to: ARN of what a resource or trust policy is attached to.
    """

    planned: PlannedStatement
    statement: Statement
    attached_to: str

    @cached_property
    def principals(self) -> tuple[str, ...]:
        """Whom it names, each on its own."""
        principals = self.statement.principals
        if principals is None:
            return (self.planned.principal,)
        return (values_of(principals),) if principals.negated else principals.texts

    @property
    def kind(self) -> PolicyType:
        """Of what kind its policy is."""
        return self.planned.policy_type

    @cached_property
    def targets(self) -> Element:
        """What it is about: a statement without Resource is about what its policy is attached to."""
        return self.statement.resources or _one(self.attached_to)

    def names(self, principal: str) -> bool:
        """Whether it is for a principal."""
        caller = caller_named(principal)
        if self.statement.principals is None:
            return self.planned.principal in {principal, caller.arn}
        return bool(self.statement.principals.naming(caller))

    def covers(self, action: str, resource: str) -> bool:
        """Whether it is about an action on a resource."""
        return self.statement.actions.could_match(action.lower()) and self.targets.could_match(resource)

    def is_certain_for(self, resource: str) -> bool:
        """Whether what it covers of a resource depends neither on a condition nor on a variable."""
        return not self.statement.conditions and self.targets.match(resource, {})

    def takes_in(self, other: "AskedStatement") -> bool:
        """Whether it is for certain about all that another statement is about, and depends on nothing."""
        return (
            not self.statement.conditions
            and takes_in(self.targets, other.targets, other.targets)
            and takes_in(self.statement.actions, other.statement.actions, other.statement.actions)
        )

    def touches(self, resource: str) -> bool:
        """Whether it covers some action on a resource or on something in it."""
        return may_share(self.targets, _whole(resource)) and may_share(self.statement.actions, _actions_on(resource))

    def shuts(self, resource: str, other: "AskedStatement") -> bool:
        """Whether it is for certain about all that another statement is about of a resource and what is in it."""
        return (
            not self.statement.conditions
            and takes_in(self.targets, other.targets, _whole(resource))
            and takes_in(self.statement.actions, other.statement.actions, _actions_on(resource))
        )

    def overlaps(self, other: "AskedStatement") -> bool:
        """Whether some action on some resource may be what both are about."""
        return may_share(self.statement.actions, other.statement.actions) and may_share(self.targets, other.targets)

    @cached_property
    def services(self) -> frozenset[str]:
        """The services, as actions call them, that its actions are of; "" stands for any."""
        actions = self.statement.actions
        return frozenset({""}) if actions.negated else frozenset(map(service_of, actions.heads))

    @cached_property
    def actions_in_words(self) -> str:
        """Its actions."""
        return values_of(self.statement.actions)

    @cached_property
    def conditions_in_words(self) -> tuple[str, ...]:
        """What must hold, one phrase each."""
        return tuple(map(must, self.statement.conditions))

    @cached_property
    def resources_in_words(self) -> str:
        """Its resources, or what it is attached to."""
        return values_of(self.statement.resources) if self.statement.resources else self.attached_to

    @cached_property
    def in_words(self) -> str:
        """All that a Deny says, as one phrase."""
        when = " and ".join(met(condition) for condition in self.statement.conditions)
        place = f"if {when}" if when else f"on {self.resources_in_words}"
        return f"{self.actions_in_words} {place} ({self.statement.label})"


def _one(text: str) -> Element:
    return Element((Glob.parse(text, variables=False, wildcards=False),))


@lru_cache(_REMEMBERED)
def _whole(resource: str) -> Element:
    """A resource and what is in it, such as a table's indexes."""
    inside = (f"{resource}{separator}*" for separator in _SEPARATORS.get(_service(resource), ":/"))
    return Element((*_one(resource).globs, *(Glob.parse(text, variables=False) for text in inside)))


def _actions_on(resource: str) -> Element:
    """All actions of the resource's service."""
    return _actions_of(services_of(resource))


@lru_cache
def _actions_of(services: tuple[str, ...]) -> Element:
    return Element(tuple(Glob.parse(f"{each}:*", variables=False, ignore_case=True) for each in services))


def services_of(resource: str) -> tuple[str, ...]:
    """The services, as actions call them, that act on a resource."""
    service = _service(resource)
    return _PREFIXES.get(service, (service,))


def service_of(action: str) -> str:
    """The service of an action, or of the beginning of some; "" where it may be any."""
    service, colon, _ = action.lower().partition(":")
    return service if colon else ""


def _service(resource: str) -> str:
    return f"{resource}::".split(":")[2]
