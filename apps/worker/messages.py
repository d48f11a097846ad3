"""What the mapping hands over: records, read with care, and the jobs that they ask for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from bookings import Booking, PoisonMessage, parse_booking


@dataclass(frozen=True)
class Message:
    """One received SQS message; what the record lacks is empty, and the receive count is then 1."""

    message_id: str
    receipt_handle: str
    receive_count: int
    body: str

    @classmethod
    def from_record(cls, record: Any) -> Self:
        """Reads a record of the event; never raises, since one odd record must not fail the batch."""
        fields = _mapping(record)
        count = _string(_mapping(fields.get("attributes")), "ApproximateReceiveCount")
        return cls(
            message_id=_string(fields, "messageId"),
            receipt_handle=_string(fields, "receiptHandle"),
            receive_count=int(count) if count.isdecimal() and len(count) < 10 else 1,  # noqa: PLR2004 # int() is bounded
            body=_string(fields, "body"),
        )


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


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _string(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""
