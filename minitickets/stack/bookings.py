"""Bookings that nobody made, for those who want to see some go through."""

import json
import secrets
from collections.abc import Iterator
from typing import Any

Booking = dict[str, Any]
"""A message for both queues, in the shape that `bookings` documents."""

_NAMES = ("Ada Lovelace", "Zoë Brønsted", "Grace Hopper", "अनन्या कुलकर्णी", "Katherine Johnson", "林 海", "Noor Haddad")
_EVENTS = (
    ("evt_engines", "Night of Engines", "Hall 2", "2027-12-24T19:30:00+05:30"),
    ("evt_tango", "Milonga de verano", "Salón Canning, Buenos Aires", "2027-01-23T23:30:00-03:00"),
    ("evt_jazz", "Late Jazz & Later Blues", "Blue Room, New York", "2027-12-31T22:45:00-05:00"),
)
_USERS = 20


def sample_booking(of: str, label: str, *, email: str | None = None, number: int = 0, quantity: int = 1) -> Booking:
    """One booking.

    Args:
        of: whose it is, for its ids; its user is `usr_<of>`.
        label: tells it from the others of the same.
        email: the recipient's address; without, it is one that nobody else has.
        number: which of a few names and events it has.
        quantity: its tickets.
    """
    id_, title, venue, starts_at = _EVENTS[number % len(_EVENTS)]
    return {
        "type": "booking.confirmed",
        "bookingId": f"bkg_{of}_{label}",
        "correlationId": f"c-{of}-{label}",
        "userId": f"usr_{of}",
        "recipient": {"email": email or f"guest{label}@example.com", "name": _NAMES[number % len(_NAMES)]},
        "event": {"id": id_, "title": title, "venue": venue, "startsAt": starts_at},
        "quantity": quantity,
    }


def make_bookings(count: int) -> Iterator[Booking]:
    """So many bookings, each with ids of its own; a few users share them, so that each has several tickets."""
    run = secrets.token_hex(4)
    for number in range(1, count + 1):
        booking = sample_booking(run, str(number), number=number, quantity=number % 4 + 1)
        yield {**booking, "userId": f"usr_{number % _USERS + 1:02}"}


def make_poison() -> Booking:
    """A booking that no retry makes good: it is for more tickets than a booking may have."""
    (booking,) = make_bookings(1)
    return {**booking, "quantity": 99}


def as_body(booking: Booking) -> str:
    """The message for the queues."""
    return json.dumps(booking, ensure_ascii=False)
