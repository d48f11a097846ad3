"""Which fault hits which call of which booking, on real processes.

A fault falls by the seed, the booking, the operation and the number of the try, and by nothing that threads decide: the
second SendEmail of one booking meets the same fault in each run with the same seed.
"""

from dataclasses import dataclass
from math import ceil

from minitickets.books.chance import Chance
from minitickets.books.faults import REAL, Fault, Faults, Service


@dataclass(frozen=True)
class NumberedCall:
    """One call that may be disturbed; `attempt` is the number of the same call for the same booking, from 1."""

    service: Service
    operation: str
    booking: int
    attempt: int


class Storm:
    """The faults of one run.

    Args:
        faults: the first that falls hits the call.
        bookings: the bookings' numbers in the order of their publication.
        seed: makes chance repeat itself.
        kill_every: seconds of real time between two kills, more or less; a process that is started anew takes a second
            to be of use.

    Raises:
        ValueError: a fault that real processes cannot have.
    """

    def __init__(self, faults: Faults, bookings: range, seed: int = 1, *, kill_every: float = 5.0) -> None:
        for fault in faults.disruptions:
            fault.check_kind(REAL)
        self.bookings = bookings
        self.seed = seed
        self.kill_every = kill_every
        self._faults = faults

    @property
    def kills(self) -> int:
        """How many busy processes are killed at random moments."""
        share = sum(fault.probability for fault in self._faults.disruptions if fault.kind == "crash")
        return ceil(round(share * len(self.bookings), 6))

    def strikes(self, call: NumberedCall) -> Fault | None:
        """What happens to that call, if anything."""
        for number, fault in enumerate(self._faults.disruptions):
            if self._concerns(fault, call) and self._chance(f"{number}", call).falls(fault.probability):
                return fault
        return None

    def copied(self, booking: int) -> bool:
        """Whether the outbox publishes that booking twice."""
        return Chance(f"{self.seed}/copy/{booking}").falls(self._faults.copies)

    def end(self) -> None:
        """Nothing goes wrong any more."""
        self._faults = Faults()

    def _concerns(self, fault: Fault, call: NumberedCall) -> bool:
        published = self.bookings.index(call.booking) / len(self.bookings) * self._faults.publish_seconds
        return (
            fault.service == call.service
            and fault.operation in {"", call.operation}
            and call.attempt <= fault.attempts
            and fault.since <= published < self._faults.end_of(fault)
        )

    def _chance(self, what: str, call: NumberedCall) -> Chance:
        return Chance(f"{self.seed}/{what}/{call.service}/{call.operation}/{call.booking}/{call.attempt}")
