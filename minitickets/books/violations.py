"""What must never be, and was."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from minitickets.books.bookings import id_of

Invariant = Literal[
    "lost",  # an accepted booking ends with an email, or as a dead letter
    "too many emails",  # not more than one, and one for each window that the world opened
    "lease",  # with leases on, nobody sends without holding the job's lease
    "order",  # check, then send, then record; claim, reserve, draw, issue
    "record",  # what was sent is recorded, as often as it takes, and no record is overwritten
    "content",  # an email, a record, a ticket and a QR code say what the booking says
    "call",  # no call is made that the services cannot make sense of
    "poison",  # what is no booking gets no email and no tickets, and is never answered as done
    "cause",  # a message fails only for what the world did, or for what it is
    "hiding",  # a failed message is hidden for as long as its receive count demands, and no other is
    "log",  # the log says of each message what became of it, and nothing that is personal
    "dead letter",  # each has a reason in the log
    "receive count",  # no message is received more often than the queue allows
    "deadline",  # no call begins that might not end, with all that follows it, before the function's timeout
    "prediction",  # in the small world, each schedule leads to as many emails as was foretold
    "answer",  # each invocation that is not killed answers in the agreed shape, about its own messages
    "unknown error",  # the functions log no error but those that the models raise
    "drain",  # when nothing goes wrong any more, the queues get empty
    "coverage",  # a preset's paths are all taken
    "ticket bytes",  # a QR code that is written again is the same
    "ticket key",  # a ticket is signed with the key that it was reserved with, and that was active then
    "ticket lost",  # an accepted booking ends with all its tickets, or as a dead letter
    "ticket without QR code",  # what is issued has its QR code
    "too many tickets",  # not more than were booked, and none twice
]

_KEPT = 100


@dataclass(frozen=True, order=True)
class Violation:
    """One breach; `seconds` of the run, `booking` is -1 where it concerns none."""

    seconds: float
    invariant: Invariant
    booking: int
    what: str

    def to_json(self) -> dict[str, Any]:
        """The breach for programs."""
        booking = None if self.booking < 0 else id_of(self.booking)
        return {"invariant": self.invariant, "seconds": self.seconds, "bookingId": booking, "what": self.what}


class Violations:
    """All breaches of one run: each is counted, and the first hundred are kept.

    Args:
        now: seconds of the run.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.first: list[Violation] = []
        self.counts: Counter[Invariant] = Counter()
        self._now = now
        self.noticed: Callable[[], None] = lambda: None
        """Called at each breach."""

    def add(self, invariant: Invariant, booking: int, what: str) -> None:
        """Notes a breach."""
        self.counts[invariant] += 1
        if len(self.first) < _KEPT:
            self.first.append(Violation(self._now(), invariant, booking, what))
        self.noticed()
