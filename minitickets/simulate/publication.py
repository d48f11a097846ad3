"""What the outbox of a simulated world publishes, and when."""

from collections.abc import Sequence
from dataclasses import dataclass

from minitickets.books.bookings import body_of
from minitickets.books.chance import Chance
from minitickets.books.faults import Faults
from minitickets.simulate.kernel import SECOND

_COPY_WITHIN = 30 * SECOND  # the outbox's second try

_POISON = ("", "[]", "not JSON", '{"type":"booking.confirmed"}', '{"type":"booking.cancelled","bookingId":"b1"}')


@dataclass(frozen=True)
class OutboxMessage:
    """One message that the outbox publishes, to both queues; the time is in microseconds of the run."""

    booking: int
    copy: int
    body: str
    time: int


@dataclass(frozen=True)
class Publication:
    """All that the outbox publishes, and which bookings are none."""

    messages: Sequence[OutboxMessage]
    poison: frozenset[int]
    quantities: Sequence[int]


def publish(bookings: int, faults: Faults, chance: Chance) -> Publication:
    """The messages of so many bookings, spread evenly over the time that the faults say."""
    messages: list[OutboxMessage] = []
    poison: list[int] = []
    quantities: list[int] = []
    span = round(faults.publish_seconds * SECOND)
    for booking in range(bookings):
        quantities.append(1 + booking % 4)
        if chance.falls(faults.poison):
            poison.append(booking)
            body = chance.one_of(_POISON)
        else:
            body = body_of(booking, quantities[booking], rejected=chance.falls(faults.rejected))
        time = span * booking // bookings
        messages.append(OutboxMessage(booking, 0, body, time))
        if chance.falls(faults.copies):
            messages.append(OutboxMessage(booking, 1, body, time + chance.between(0, _COPY_WITHIN)))
    return Publication(messages, frozenset(poison), quantities)
