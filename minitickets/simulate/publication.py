"""What the outbox of a simulated world publishes, and when."""

from dataclasses import dataclass

from minitickets.books.bookings import POISON_KINDS, Change, body_of, poison_of
from minitickets.books.chance import Chance
from minitickets.books.faults import Faults
from minitickets.simulate.kernel import SECOND

_COPY_WITHIN = 30 * SECOND  # the outbox's second try

_TOGETHER = SECOND // 50  # within which two versions are published, so that one batch often has both
_REVISIONS: tuple[tuple[Change, ...], ...] = (
    ("rejected",),
    ("rejected", "words"),
    ("address",),
    ("words",),
    ("quantity",),
    ("event",),
    ("user",),
)

_REJECTED: tuple[Change, ...] = ("rejected",)
_COPIES: tuple[tuple[Change, ...], ...] = ((), ("copy",))


@dataclass(frozen=True)
class OutboxMessage:
    """One message that the outbox publishes, to both queues; the time is in microseconds of the run."""

    booking: int
    copy: int
    body: str
    time: int


def quantity_of(booking: int) -> int:
    """How many tickets the booking is for: 1 to 4."""
    return 1 + booking % 4


def publish(bookings: int, faults: Faults, chance: Chance) -> tuple[list[OutboxMessage], set[int]]:
    """The messages of so many bookings, spread evenly over the faults' time, and the numbers of those that are none."""
    messages, poison = list[OutboxMessage](), set[int]()
    span = round(faults.publish_seconds * SECOND)
    for booking in range(bookings):
        time = span * booking // bookings
        if chance.falls(faults.poison):
            body = again = poison_of(booking, len(poison) % POISON_KINDS)
            poison.add(booking)
        else:
            changes = _REJECTED * chance.falls(faults.rejected)
            body, again = (body_of(booking, quantity_of(booking), *changes, *copy) for copy in _COPIES)
            if chance.falls(faults.revised):
                later = time + chance.between(0, _TOGETHER)
                messages.append(OutboxMessage(booking, 2, _revised(booking, chance), later))
        messages.append(OutboxMessage(booking, 0, body, time))
        if chance.falls(faults.copies):
            messages.append(OutboxMessage(booking, 1, again, time + chance.between(0, _COPY_WITHIN)))
    return messages, poison


def _revised(booking: int, chance: Chance) -> str:
    """Another version of a booking."""
    changes = chance.one_of(_REVISIONS)
    quantity = quantity_of(booking) % 4 + 1 if "quantity" in changes else quantity_of(booking)
    return body_of(booking, quantity, *changes)
