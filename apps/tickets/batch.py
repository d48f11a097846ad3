"""Handles a batch of the tickets queue.

A failed message, poison too, comes back when the queue's visibility timeout ends, and SQS moves it to the dead-letter
queue after maxReceiveCount: the role may not change a message's visibility.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from bookings import Booking, PoisonMessage, parse_booking
from sqs import BatchResponse, Message, log_about, response_of
from tickets.deadline import Deadline
from tickets.issue import TicketIssuer


def handle_batch(records: Iterable[Any], issuer: TicketIssuer, deadline: Deadline) -> BatchResponse:
    """Issues the tickets of each record's booking and answers with the messages that failed."""
    messages = map(Message.from_record, records)
    return response_of(message for message in messages if not _succeeds(message, issuer, deadline))


def _succeeds(message: Message, issuer: TicketIssuer, deadline: Deadline) -> bool:
    tell = partial(log_about, message=message)
    try:
        booking = parse_booking(message.body)
        tell = partial(tell, booking=booking)
        _issue(booking, issuer, deadline, tell)
    except Exception as failure:  # noqa: BLE001 one message's trouble, whatever it is, must not fail its neighbours
        for error in failure.exceptions if isinstance(failure, ExceptionGroup) else [failure]:
            _tell_failure(error, tell)
        return False
    return True


def _tell_failure(error: Exception, tell: "partial[None]") -> None:
    if isinstance(error, PoisonMessage):
        tell("ERROR", "poison_message", error=error)
    else:
        tell("WARNING", "job_failed", error=error)


def _issue(booking: Booking, issuer: TicketIssuer, deadline: Deadline, tell: "partial[None]") -> None:
    numbers: list[int] = []

    def issued(number: int) -> None:
        numbers.append(number)
        tell("INFO", "ticket_issued", reason=f"ticket {number} of {booking.quantity}")

    issuer.issue(booking, deadline, issued)
    if not numbers:
        tell("INFO", "job_skipped", reason="all tickets of the booking were issued before")
