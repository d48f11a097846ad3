"""What a client knows of its way to a service: how it is set up, what carries its calls, how they are refused."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, Self, TypeVar

from botocore.config import Config
from botocore.exceptions import ClientError, ConnectionClosedError, ReadTimeoutError

from minitickets.books.faults import Service

T = TypeVar("T")

TOO_MANY = 429
CONDITION = "ConditionalCheckFailedException"
NO_SENSE = "ValidationException"

_RETRY_PAUSE = 1.0  # seconds: the longest before a second try in botocore's standard mode
_DEFAULT_TIMEOUT = 120.0  # seconds: what botocore waits to connect and to read, if it is not told otherwise
_DEFAULT_ATTEMPTS = 5  # of its legacy mode

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
    def of(cls, service: Service, config: Config | None) -> Self:
        """As botocore reads a client's config."""
        settings: Any = config or Config()
        retries: Mapping[str, Any] = settings.retries or {}
        more = retries.get("max_attempts")  # without the first
        attempts = retries.get("total_max_attempts") or (_DEFAULT_ATTEMPTS if more is None else more + 1)
        return cls(service, settings.connect_timeout + settings.read_timeout if config else _DEFAULT_TIMEOUT, attempts)

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


def refusal(code: str, operation: str, status: int, text: str = "") -> ClientError:
    """What botocore raises for that answer."""
    error = {"Error": {"Code": code, "Message": text}, "ResponseMetadata": {"HTTPStatusCode": status}}
    return ClientError(error, operation)  # pyright: ignore[reportArgumentType] - the other metadata is not looked at


def is_throttle(error: ClientError) -> bool:
    """Whether the service refused a call for being one too many."""
    return error.response.get("ResponseMetadata", {}).get("HTTPStatusCode") == TOO_MANY


UNANSWERED = (ReadTimeoutError, ConnectionClosedError)
"""What botocore raises where no answer came: late, or at once."""


def is_the_worlds(error: ClientError | ReadTimeoutError | ConnectionClosedError) -> bool:
    """Whether the world failed a call: it was no condition that did not hold, and no request that makes no sense."""
    if isinstance(error, UNANSWERED):
        return True
    return error.response.get("Error", {}).get("Code") not in {CONDITION, NO_SENSE}
