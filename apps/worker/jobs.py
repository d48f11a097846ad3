"""The jobs that a batch's messages ask for."""

from collections.abc import Iterable
from typing import NamedTuple

from bookings import Booking, PoisonMessage, parse_booking
from sqs import Message
from worker.address import check_address


class Order(NamedTuple):
    """A message, and the booking in it."""

    message: Message
    booking: Booking


Version = list[Order]
"""The messages that ask for the very same email."""


class Job:
    """One email to send, and every message of the batch that asks for it.

    Attributes:
        key: the business key, `booking.confirmed:<bookingId>`.
        versions: what the email may be, since two messages of one booking can differ, as after a correction of the
            address; in the order of their first messages.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self.versions: list[Version] = []

    @property
    def orders(self) -> Version:
        """All its messages, version by version."""
        return [order for version in self.versions for order in version]

    def add(self, order: Order) -> None:
        """Takes in a message that asks for this job."""
        alike = (version for version in self.versions if _same_email(version[0].booking, order.booking))
        if version := next(alike, None):
            version.append(order)
        else:
            self.versions.append([order])


def jobs_in(messages: Iterable[Message]) -> tuple[list[Job], list[tuple[Message, PoisonMessage]]]:
    """Groups messages by job key; poison comes apart, with its reason."""
    jobs: dict[str, Job] = {}
    poison: list[tuple[Message, PoisonMessage]] = []
    for message in messages:
        try:
            booking = check_address(parse_booking(message.body))
        except PoisonMessage as reason:
            poison.append((message, reason))
        else:
            jobs.setdefault(booking.job_key, Job(booking.job_key)).add(Order(message, booking))
    return list(jobs.values()), poison


def _same_email(one: Booking, other: Booking) -> bool:
    """Whether two bookings say the same but for the id that logs follow them by."""
    return one == other.model_copy(update={"correlation_id": one.correlation_id})
