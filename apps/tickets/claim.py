"""Whose booking it is: one item of the tickets table says so, written before the booking's first ticket.

    userId     "booking#<bookingId>", which no user can be called: an id has no "#"
    ticketId   "owner"
    ownerId    the user whose booking it is
    eventId    the event that it is for

A booking's QR codes lie under its id alone, and the function cannot see another user's partition (it may not Query).
The claim keeps a second user, or a second event, from ever coming as far as the first one's QR code. It has no
`eventDate`, so that the index does not list it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from bookings import Booking

_PARTITION = "booking#"
_SORT_KEY = "owner"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A user's claim to a booking for an event."""

    booking_id: str
    owner_id: str
    event_id: str

    @classmethod
    def of(cls, booking: Booking) -> Self:
        """The claim that a message makes."""
        return cls(booking_id=booking.booking_id, owner_id=booking.user_id, event_id=booking.event.id)

    @classmethod
    def from_item(cls, item: Mapping[str, Any]) -> Self:
        """The claim in an item of DynamoDB's own form."""
        booking_id = item["userId"]["S"].removeprefix(_PARTITION)
        return cls(booking_id=booking_id, owner_id=item["ownerId"]["S"], event_id=item["eventId"]["S"])

    def to_item(self) -> dict[str, dict[str, str]]:
        """The item in DynamoDB's own form."""
        return {**claim_key(self.booking_id), "ownerId": {"S": self.owner_id}, "eventId": {"S": self.event_id}}


def claim_key(booking_id: str) -> dict[str, dict[str, str]]:
    """The key of a booking's claim."""
    return {"userId": {"S": f"{_PARTITION}{booking_id}"}, "ticketId": {"S": _SORT_KEY}}


def is_claim(user_id: str) -> bool:
    """Whether a partition of the tickets table is a booking's claim, and no user's tickets."""
    return user_id.startswith(_PARTITION)


def claimed_booking(key: Mapping[str, Any]) -> str | None:
    """The id of the booking that an item's key claims; None if the item is a ticket."""
    user_id = key["userId"]["S"]
    return user_id.removeprefix(_PARTITION) if is_claim(user_id) else None
