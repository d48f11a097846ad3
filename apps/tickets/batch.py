"""Handles a batch of the tickets queue.

A failed message, poison too, comes back when the queue's visibility timeout ends, and SQS moves it to the dead-letter
queue after maxReceiveCount: the role may not change a message's visibility.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from botocore.exceptions import ClientError

from bookings import Booking, PoisonMessage, parse_booking
from logs import log
from tickets.deadline import Deadline
from tickets.errors import TicketsError
from tickets.issue import TicketIssuer

_COUNT_DIGITS = 9  # int() refuses a text of thousands of digits

Answer = dict[str, list[dict[str, str]]]


def handle_batch(records: Iterable[Any], issuer: TicketIssuer, deadline: Deadline) -> Answer:
    """Issues the tickets of each record's booking and answers with the ids of the messages that failed."""
    # A record without its id would be no message of SQS; the empty id then fails the whole batch, and nothing is lost.
    failed = [_text(record, "messageId") for record in records if not _succeeds(record, issuer, deadline)]
    return {"batchItemFailures": [{"itemIdentifier": message_id} for message_id in dict.fromkeys(failed)]}


def _succeeds(record: Any, issuer: TicketIssuer, deadline: Deadline) -> bool:
    tell = partial(log, message_id=_text(record, "messageId"), receive_count=_receive_count(record))
    try:
        booking = parse_booking(_text(record, "body"))
        tell = partial(tell, correlation_id=booking.correlation_id, job_key=booking.job_key)
        _issue(booking, issuer, deadline, tell)
    except PoisonMessage as poison:
        tell("ERROR", "poison_message", error=poison, reason=str(poison))
        return False
    except Exception as error:  # noqa: BLE001 one message's trouble, whatever it is, must not fail its neighbours
        tell("WARNING", "job_failed", error=error, reason=_reason(error))
        return False
    return True


def _issue(booking: Booking, issuer: TicketIssuer, deadline: Deadline, tell: "partial[None]") -> None:
    numbers: list[int] = []

    def issued(number: int) -> None:
        numbers.append(number)
        tell("INFO", "ticket_issued", reason=f"ticket {number} of {booking.quantity}")

    issuer.issue(booking, deadline, issued)
    if not numbers:
        tell("INFO", "job_skipped", reason="all tickets of the booking were issued before")


def _text(fields: Any, name: str) -> str:
    """The text of that name, or "" where there is none: one odd record must not fail the batch."""
    value = fields.get(name) if isinstance(fields, Mapping) else None
    return value if isinstance(value, str) else ""


def _receive_count(record: Any) -> int | None:
    attributes = record.get("attributes") if isinstance(record, Mapping) else None
    count = _text(attributes, "ApproximateReceiveCount")
    return int(count) if count.isdecimal() and len(count) <= _COUNT_DIGITS else None


def _reason(error: Exception) -> str | None:
    """What may be told of an error: our own sentences, and the code of an answer of AWS."""
    if isinstance(error, TicketsError):
        return str(error)
    if isinstance(error, ClientError):
        return f"{error.operation_name}: {error.response.get('Error', {}).get('Code')}"
    return None
