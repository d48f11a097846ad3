"""The bookings of a simulated world, by number."""

from collections.abc import Sequence
from dataclasses import dataclass

from minitickets.simulate.chance import Chance
from minitickets.simulate.faults import Faults
from minitickets.simulate.kernel import SECOND

_COPY_WITHIN = 30 * SECOND  # the outbox's second try
_REJECTED = "rejected."

_POISON = (
    "",
    "[]",
    "not JSON",
    '{"type":"booking.confirmed"}',
    '{"type":"booking.cancelled","bookingId":"b1"}',
)


@dataclass(frozen=True)
class Published:
    """One message that the outbox publishes, to both queues; the time is in microseconds of the run."""

    booking: int
    copy: int
    body: str
    time: int


@dataclass(frozen=True)
class Publication:
    """All that the outbox publishes, and which bookings are none."""

    messages: Sequence[Published]
    poison: frozenset[int]
    quantities: Sequence[int]


def publish(bookings: int, faults: Faults, chance: Chance) -> Publication:
    """The messages of so many bookings, spread evenly over the time that the faults say."""
    messages: list[Published] = []
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
        messages.append(Published(booking, 0, body, time))
        if chance.falls(faults.copies):
            messages.append(Published(booking, 1, body, time + chance.between(0, _COPY_WITHIN)))
    return Publication(messages, frozenset(poison), quantities)


def body_of(booking: int, quantity: int, *, rejected: bool = False) -> str:
    """The message of a booking."""
    prefix = _REJECTED if rejected else ""
    return (
        f'{{"type":"booking.confirmed","bookingId":"b{booking}","correlationId":"c{booking}",'
        f'"userId":"usr_{booking % 1000}",'
        f'"recipient":{{"email":"{prefix}b{booking}@example.com","name":"Ada Lovelace"}},'
        f'"event":{{"id":"evt_{booking % 7}","title":"Night of Engines","venue":"Hall 2",'
        f'"startsAt":"2026-12-24T19:30:00+05:30"}},"quantity":{quantity}}}'
    )


def is_rejected(address: str) -> bool:
    """Whether SES rejects emails to that address."""
    return address.startswith(_REJECTED)


def of_address(address: str) -> int:
    """The booking whose recipient has that address."""
    return int(address.removeprefix(_REJECTED).partition("@")[0][1:])


def of_id(booking_id: str) -> int:
    """The booking with that id."""
    return int(booking_id[1:])


def of_key(key: str) -> int:
    """The booking of a job key, or of a message id in its place."""
    return of_id(key.rpartition(":")[2].partition("-")[0])
