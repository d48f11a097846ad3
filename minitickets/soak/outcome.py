"""How a run under faults ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from minitickets.books.violations import Invariant, Violation


@dataclass(frozen=True, kw_only=True)
class SoakOutcome:
    """One run.

    Args:
        seed: repeats the faults.
        faults: how many fell, by service and kind.
        windows: how often one more email was allowed, by reason.
        timeouts: invocations that ran into their function's timeout.
        slow_machine: windows that no fault opened: this machine was slower than a client's patience, by the log.
        dead_lettered: messages of both functions, before an operator moved them back.
        skipped: seconds of waiting that were not waited.
    """

    seed: int
    bookings: int
    messages: int
    deliveries: int
    invocations: int
    emails_per_booking: Mapping[int, int]
    tickets: int
    lost: int
    dead_lettered: int
    faults: Mapping[str, int]
    windows: Mapping[str, int]
    timeouts: int
    slow_machine: int
    violations: Sequence[Violation]
    violation_counts: Mapping[Invariant, int]
    seconds: float
    skipped: float
    peak_megabytes: int
    peak_threads: int

    @property
    def emails(self) -> int:
        """Emails that SES accepted for these bookings."""
        return sum(emails * bookings for emails, bookings in self.emails_per_booking.items())

    def to_json(self) -> dict[str, Any]:
        """The run for programs; names that `simulate --json` has, too, mean the same there."""
        return {
            "seed": self.seed,
            "bookings": self.bookings,
            "messages": self.messages,
            "deliveries": self.deliveries,
            "invocations": self.invocations,
            "emails": self.emails,
            "emailsPerBooking": {str(n): count for n, count in sorted(self.emails_per_booking.items())},
            "tickets": self.tickets,
            "lost": self.lost,
            "deadLettered": self.dead_lettered,
            "faults": dict(sorted(self.faults.items())),
            "windows": dict(sorted(self.windows.items())),
            "timeouts": self.timeouts,
            "slowMachine": self.slow_machine,
            "seconds": round(self.seconds, 1),
            "skippedSeconds": round(self.skipped, 1),
            "peakMegabytes": self.peak_megabytes,
            "peakThreads": self.peak_threads,
            "violations": [violation.to_json() for violation in self.violations],
            "violationCounts": dict(sorted(self.violation_counts.items())),
        }
