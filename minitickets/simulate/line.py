"""What a client knows of its way to a service: how it is set up, what carries its calls, how they are refused."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, Self, TypeVar

from aws.calls import CallFailed, Refused, Timeouts, Unanswered
from minitickets.books.faults import Service

T = TypeVar("T")

TOO_MANY = 429
CONDITION = "ConditionalCheckFailedException"
NO_SENSE = "ValidationException"

_RETRY_PAUSE = 1.0  # seconds: the longest before a further try

Step = Literal[
    "check", "lease", "give back", "send", "record", "hide", "key", "claim", "reserve", "find", "draw", "issue"
]
"""What a call is for, in the work of a function."""


@dataclass(frozen=True)
class Line:
    """How a client is set up: the service, the longest that a try takes in seconds, and the tries of a call."""

    service: Service
    timeout: float
    attempts: int = 1

    @classmethod
    def of(cls, service: Service, timeouts: Timeouts, tries: int) -> Self:
        """As a client is asked for."""
        return cls(service, timeouts.call, tries)

    @property
    def longest(self) -> float:
        """The longest that a call takes, in seconds."""
        return self.attempts * self.timeout + (self.attempts - 1) * _RETRY_PAUSE


class ServiceCall(NamedTuple):
    """One call of a function.

    Args:
        booking: what it is about, -1 where it concerns a whole batch or nothing that was published.
        item: the key of the item that it touches, "" if it touches none.
        request: as the client was given it.
    """

    step: Step
    operation: str
    booking: int
    item: str
    request: Mapping[str, Any]


class CallWire(Protocol):
    """Carries calls."""

    def call(self, line: Line, call: ServiceCall, apply: Callable[[], T]) -> T:
        """Has `apply` carried out by the service, or not."""
        ...


def is_throttle(error: CallFailed) -> bool:
    """Whether the service refused a call for being one too many."""
    return isinstance(error, Refused) and error.status == TOO_MANY


def timed_out(operation: str) -> Unanswered:
    """What is raised where no answer came in time."""
    return Unanswered(operation, "ReadTimeoutError")


def cut(operation: str) -> Unanswered:
    """What is raised where the connection was closed before an answer came."""
    return Unanswered(operation, "ConnectionClosedError")


def is_the_worlds(error: CallFailed) -> bool:
    """Whether the world failed a call: it was no condition that did not hold, and no request that makes no sense."""
    return not (isinstance(error, Refused) and error.code in {CONDITION, NO_SENSE})
