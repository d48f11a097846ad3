"""What became of the bookings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from minitickets.demo.judge.observed import Complaint
from minitickets.ops.publish import Published


@dataclass(frozen=True)
class GivenUp:
    """A message that was given up."""

    function: str
    """The function that should have handled it: `worker` or `tickets`."""
    queue: str
    message_id: str
    line: int
    """The line of the bookings file that it came from; the first of equal ones."""
    job_key: str | None
    """None where the message is no booking."""
    reason: str
    """What the function's log says of it."""


@dataclass(frozen=True, kw_only=True)
class DemoReport:
    """One run of the demo, as it ended."""

    published: Published
    emails_per_booking: Mapping[str, int]
    """By job key, for every booking that was published."""
    emails: int
    duplicates_skipped: int
    tickets: frozenset[str]
    """The ids of the tickets that were issued."""
    dead_letters: Sequence[GivenUp]
    returned_after: Sequence[float]
    """For each failure of a booking: seconds until its message came back."""
    complaints: Sequence[Complaint]
    """What the judge found not to be as it must."""
    seconds: float
    skipped_seconds: float
    out: Path

    @property
    def bookings(self) -> int:
        """How many different bookings were published."""
        return len(self.emails_per_booking)

    @property
    def messages(self) -> int:
        """How many messages were sent, both queues together."""
        return 2 * len(self.published.messages)

    @property
    def lost(self) -> list[str]:
        """The job keys of bookings that got no email and are not in the worker's dead-letter queue."""
        dead = {letter.job_key for letter in self.dead_letters if letter.function == "worker"}
        return [key for key, emails in self.emails_per_booking.items() if emails == 0 and key not in dead]

    @property
    def duplicated(self) -> list[str]:
        """The job keys of bookings that got more than one email."""
        return [key for key, emails in self.emails_per_booking.items() if emails > 1]

    def to_json(self) -> dict[str, Any]:
        """The report for programs."""
        histogram = Counter(self.emails_per_booking.values())
        return {
            "bookings": self.bookings,
            "messages": self.messages,
            "emails": self.emails,
            "emailsPerBooking": {str(emails): histogram[emails] for emails in sorted(histogram)},
            "duplicatesSkipped": self.duplicates_skipped,
            "tickets": len(self.tickets),
            "deadLetters": len(self.dead_letters),
            "deadLetterReasons": [
                f"line {letter.line}: {letter.queue}: {letter.reason}" for letter in self.dead_letters
            ],
            "returnedAfterSeconds": list(self.returned_after),
            "complaints": [str(complaint) for complaint in self.complaints],
            "badLines": [str(line) for line in self.published.bad_lines],
            "seconds": round(self.seconds, 1),
            "skippedSeconds": round(self.skipped_seconds, 1),
            "out": str(self.out),
        }
