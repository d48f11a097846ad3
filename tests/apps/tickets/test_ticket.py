from dataclasses import replace

import pytest

from bookings import Booking
from tickets.ticket import Ticket

ITEM = {
    "userId": {"S": "usr_42"},
    "ticketId": {"S": "bkg_01JD8Z-2"},
    "bookingId": {"S": "bkg_01JD8Z"},
    "eventId": {"S": "evt_9"},
    "eventTitle": {"S": "Night of Engines"},
    "venue": {"S": "Hall 2"},
    "startsAt": {"S": "2026-12-24T19:30:00+05:30"},
    "eventDate": {"S": "2026-12-24"},
    "eventDateKey": {"S": "evt_9#bkg_01JD8Z-2"},
    "status": {"S": "reserved"},
    "assetKey": {"S": "tickets/bkg_01JD8Z/2.png"},
    "keyId": {"S": "k1"},
}


def test_a_reserved_ticket_has_exactly_these_attributes(booking: Booking) -> None:
    assert Ticket.reserve(booking, 2, "k1").to_item() == ITEM


def test_an_issued_ticket_says_when(booking: Booking) -> None:
    issued = replace(Ticket.reserve(booking, 2, "k1"), status="issued", issued_at="2026-12-01T10:00:00Z")
    assert issued.to_item() == {**ITEM, "status": {"S": "issued"}, "issuedAt": {"S": "2026-12-01T10:00:00Z"}}
    assert Ticket.from_item(issued.to_item()) == issued


def test_an_attribute_added_later_does_not_break_reading(booking: Booking) -> None:
    assert Ticket.from_item({**ITEM, "seat": {"S": "A1"}}) == Ticket.reserve(booking, 2, "k1")


@pytest.mark.parametrize(
    ("starts_at", "event_date"),
    [
        pytest.param("2026-12-25T00:30:00+05:30", "2026-12-25", id="still the day before in UTC"),
        pytest.param("2026-12-24T23:30:00-08:00", "2026-12-24", id="already the day after in UTC"),
        pytest.param("2026-12-24T23:30:00Z", "2026-12-24", id="UTC"),
    ],
)
def test_the_event_date_is_the_venues_own(booking: Booking, starts_at: str, event_date: str) -> None:
    event = booking.event.model_copy(update={"starts_at": starts_at})
    assert Ticket.reserve(booking.model_copy(update={"event": event}), 1, "k1").event_date == event_date
