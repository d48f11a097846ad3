"""What is to go wrong with the real processes, as data, and at which call of which booking it does.

A fault falls by the storm's seed, the booking, the operation and the number of the try, and by nothing that threads
decide: the second SendEmail of one booking meets the same fault in each run with the same seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from minitickets.simulate.chance import Chance

Service = Literal["ses", "dynamodb", "sqs"]
Kind = Literal[
    "throttle",  # refused: too many requests
    "serverError",  # refused: 500 or 503
    "lostRequest",  # the connection is cut before the call is carried out
    "lostAnswer",  # the connection is cut after the call was carried out
    "slow",  # carried out at once, and answered `seconds` later
    "crashBefore",  # kill -9 of the caller's process, and the call is not carried out
    "crashAfter",  # carried out, then kill -9 of the caller's process
    "overlap",  # ses: the message's visibility timeout ends under way, and another worker looks before SES accepts
    "duplicate",  # sqs: a message is delivered again although it was deleted
]

_KINDS_OF: dict[Service, frozenset[str]] = {
    "dynamodb": frozenset(
        {"throttle", "serverError", "lostRequest", "lostAnswer", "slow", "crashBefore", "crashAfter"}
    ),
    "sqs": frozenset({"duplicate"}),
}
_KINDS_OF["ses"] = _KINDS_OF["dynamodb"] | {"overlap"}

CUTS: frozenset[Kind] = frozenset({"lostRequest", "lostAnswer", "crashBefore", "crashAfter"})
"""What leaves the caller without an answer."""

CARRIED_OUT: frozenset[Kind] = frozenset({"lostAnswer", "slow", "crashAfter", "overlap"})
"""What does not keep the service from doing what it was asked for."""


@dataclass(frozen=True)
class Event:
    """One call that may be disturbed; `attempt` is the number of the same call for the same booking, from 1."""

    service: Service
    operation: str
    booking: int
    attempt: int


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One kind of trouble.

    Args:
        service: whose calls it hits.
        kind: what happens to them.
        operation: the only operation that it hits; "" is any.
        probability: how many of the calls.
        since: the share of the bookings from which on it hits them, in the order in which they were published.
        until: the share up to which it does.
        attempts: it hits so many tries of each booking at most, so that every storm ends.
        seconds: of real time, with `slow`.

    Raises:
        ValueError: the service has no such trouble, or only `slow` would need the seconds.
    """

    service: Service
    kind: Kind
    operation: str = ""
    probability: float = 1.0
    since: float = 0.0
    until: float = 1.0
    attempts: int = 4
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.kind not in _KINDS_OF[self.service]:
            raise ValueError(f"{self.service} has no {self.kind}, only {', '.join(sorted(_KINDS_OF[self.service]))}")
        if (self.kind == "slow") != (self.seconds > 0):
            raise ValueError("seconds goes with slow, and slow with seconds")

    def concerns(self, event: Event, share: float) -> bool:
        """Whether it may hit that call; `share` tells how early its booking was published, from 0 to 1."""
        operation_fits = self.operation in {"", event.operation}
        return (
            self.service == event.service
            and operation_fits
            and event.attempt <= self.attempts
            and self.since <= share < self.until
        )


@dataclass(frozen=True, kw_only=True)
class Storm:
    """All that goes wrong in one run.

    Args:
        seed: makes chance repeat itself.
        faults: the first that falls hits the call.
        copies: how many of the bookings the outbox publishes twice, under two message ids.
        kills: how many busy processes are killed at random moments.
        kill_every: seconds of real time between two such kills, more or less.
    """

    seed: int = 1
    faults: Sequence[Fault] = ()
    copies: float = 0.0
    kills: int = 0
    kill_every: float = 1.0

    def strikes(self, event: Event, share: float) -> Fault | None:
        """What happens to that call, if anything."""
        for number, fault in enumerate(self.faults):
            if fault.concerns(event, share) and self._chance(f"{number}", event).falls(fault.probability):
                return fault
        return None

    def copied(self, booking: int) -> bool:
        """Whether the outbox publishes that booking twice."""
        return Chance(f"{self.seed}/copy/{booking}").falls(self.copies)

    def _chance(self, what: str, event: Event) -> Chance:
        return Chance(f"{self.seed}/{what}/{event.service}/{event.operation}/{event.booking}/{event.attempt}")


CALM = Storm()
"""Nothing goes wrong."""
