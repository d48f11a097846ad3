"""The jobs that a batch's messages ask for."""

from collections.abc import Iterable
from dataclasses import dataclass

from bookings import Booking, PoisonMessage, parse_booking
from sqs import Message


@dataclass(frozen=True)
class Job:
    """One email to send, and every message of the batch that asks for it; all of them share its fate."""

    booking: Booking
    messages: tuple[Message, ...]

    @property
    def key(self) -> str:
        """The business key, `booking.confirmed:<bookingId>`."""
        return self.booking.job_key


def jobs_in(messages: Iterable[Message]) -> tuple[list[Job], list[tuple[Message, PoisonMessage]]]:
    """Groups messages by job key, the first one's booking speaking for all; poison comes apart, with its reason."""
    jobs: dict[str, Job] = {}
    poison: list[tuple[Message, PoisonMessage]] = []
    for message in messages:
        try:
            booking = parse_booking(message.body)
        except PoisonMessage as reason:
            poison.append((message, reason))
            continue
        known = jobs.get(booking.job_key, Job(booking, ()))
        jobs[booking.job_key] = Job(known.booking, (*known.messages, message))
    return list(jobs.values()), poison
