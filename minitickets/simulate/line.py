"""What a client knows of its way to a service: how it is set up, what carries its calls, how they are refused."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from botocore.exceptions import ClientError

from minitickets.books.faults import Service

T = TypeVar("T")

TOO_MANY = 429


@dataclass(frozen=True)
class Line:
    """How a client is set up: the service, the longest that a try takes in seconds, and the tries of a call."""

    service: Service
    timeout: float
    attempts: int = 1


class CallWire(Protocol):
    """Carries calls."""

    def call(self, line: Line, operation: str, touches: str, apply: Callable[[], T]) -> T:
        """Has `apply` carried out by the service, or not; `touches` names the item that the call is about."""
        ...


def refusal(code: str, operation: str, status: int, text: str = "") -> ClientError:
    """What botocore raises for that answer."""
    error = {"Error": {"Code": code, "Message": text}, "ResponseMetadata": {"HTTPStatusCode": status}}
    return ClientError(error, operation)  # pyright: ignore[reportArgumentType] - the other metadata is not looked at


def is_throttle(error: ClientError) -> bool:
    """Whether the service refused a call for being one too many."""
    return error.response.get("ResponseMetadata", {}).get("HTTPStatusCode") == TOO_MANY
