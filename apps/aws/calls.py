"""A call to a service of AWS as the functions make it: what they ask a transport for, and how a call can fail.

Operations, parameters and answers bear AWS's own names (`GetItem`, `TableName`). What a failure is depends on what may
have become of the request, not on what a library calls it, so that what it means is decided once for all transports:

    IllFormed     never sent: the service would never take it
    NotSent       cannot have arrived
    Refused       arrived, and the service answered with an error
    Unanswered    may have arrived, and may have been carried out
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol


class Timeouts(NamedTuple):
    """How long one try of a call waits, in seconds."""

    connect: float
    """For a connection, over all addresses of the name together, and TLS."""
    read: float
    """For the whole answer, from when there is a connection."""

    @property
    def call(self) -> float:
        """The longest that one try takes, but for looking up a name."""
        return self.connect + self.read


class CallFailed(Exception):  # noqa: N818 # says what happened, as its children do
    """A call failed.

    The text is the operation and a code of AWS's or a class's name, never a value from outside, so that it may go to
    the log.

    Args:
        operation: AWS's name of it.
        reason: what the matter is, in one word.
    """

    def __init__(self, operation: str, reason: str) -> None:
        super().__init__(f"{operation}: {reason}")
        self.operation = operation
        self.reason = reason


class Refused(CallFailed):
    """The service answered with an error.

    Args:
        operation: AWS's name of it.
        code: the error's, such as `ThrottlingException`, or "" when there is none.
        text: the service's own words, which may quote the request and are no text for the log.
        status: HTTP's, 0 when it is not known.
    """

    def __init__(self, operation: str, code: str, text: str = "", status: int = 0) -> None:
        super().__init__(operation, code)
        self.code = code
        self.text = text
        self.status = status


class NotSent(CallFailed):
    """The request cannot have arrived: no name, no connection, no TLS, no credentials."""


class IllFormed(NotSent):
    """The request was not sent, since the service would never take it: a parameter is missing or of a wrong form."""


class Unanswered(CallFailed):
    """The request may have arrived: its answer is late, cut or malformed, or it went wrong as nothing did before."""


class Client(Protocol):
    """Calls one service. It may be used by several threads at once."""

    def call(self, operation: str, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """Makes a call and gives its answer.

        Args:
            operation: AWS's name of it, such as `GetItem`.
            request: its parameters, by AWS's names.

        Raises:
            CallFailed: as the subclass says.
        """
        ...


class Transport(Protocol):
    """A transport: makes clients of one account and region."""

    def client(self, service: str, timeouts: Timeouts, *, tries: int = 1, connections: int = 1) -> Client:
        """A client of a service.

        Args:
            service: as botocore calls it, such as `sesv2`.
            timeouts: those of each try.
            tries: of a call; a further one, after a pause of up to a second, only where it may help.
            connections: that are kept open: as many as threads call at once.
        """
        ...
