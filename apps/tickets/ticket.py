"""One admission, as the tickets table keeps it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Literal, Self

from bookings import Booking
from camel_case import to_camel

Status = Literal["reserved", "issued"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """A ticket item; each field is an attribute of the same name in camelCase."""

    user_id: str
    ticket_id: str
    booking_id: str
    event_id: str
    event_title: str
    venue: str
    starts_at: str
    event_date: str
    event_date_key: str
    status: Status
    asset_key: str
    key_id: str
    issued_at: str | None = None

    @classmethod
    def reserve(cls, booking: Booking, number: int, key_id: str) -> Self:
        """Ticket `number` (1 to 4) of a booking, to be signed with that key. Only the key may differ between replays.

        The seat's ids come from the booking, never from chance, so that a replay finds what an earlier try began.
        """
        ticket_id = f"{booking.booking_id}-{number}"
        event = booking.event
        return cls(
            user_id=booking.user_id,
            ticket_id=ticket_id,
            booking_id=booking.booking_id,
            event_id=event.id,
            event_title=event.title,
            venue=event.venue,
            starts_at=event.starts_at,
            event_date=event.local_date.isoformat(),
            event_date_key=f"{event.id}#{ticket_id}",
            status="reserved",
            asset_key=f"tickets/{booking.booking_id}/{number}.png",
            key_id=key_id,
        )

    @classmethod
    def from_item(cls, item: Mapping[str, Any]) -> Self:
        """The ticket in an item of DynamoDB's own form, `{"userId": {"S": ...}, ...}`."""
        return cls(**{name: item[attribute]["S"] for name, attribute in _attributes() if attribute in item})

    def to_item(self) -> dict[str, dict[str, str]]:
        """The item; `issuedAt` is in it only once the ticket is issued."""
        values = ((attribute, getattr(self, name)) for name, attribute in _attributes())
        return {attribute: {"S": value} for attribute, value in values if value is not None}


@cache
def _attributes() -> list[tuple[str, str]]:
    return [(field.name, to_camel(field.name)) for field in fields(Ticket)]
