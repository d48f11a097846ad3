from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from aws.reference import BotocoreClient
from bookings import Booking
from tickets.reader import TicketReader
from tickets.store import DynamoTickets
from tickets.ticket import Ticket

if TYPE_CHECKING:
    from types_boto3_dynamodb import DynamoDBClient


@pytest.fixture
def operations(dynamodb: "DynamoDBClient") -> list[str]:
    """What the client was asked for."""
    asked: list[str] = []

    def note(model: Any, **_: Any) -> None:
        asked.append(model.name)

    dynamodb.meta.events.register("before-call.dynamodb", note)
    return asked


def _ticket(booking: Booking, user_id: str, booking_id: str, event_id: str = "evt_9", day: int = 24) -> Ticket:
    event = booking.event.model_copy(update={"id": event_id, "starts_at": f"2026-12-{day}T00:30:00+05:30"})
    changed = booking.model_copy(update={"user_id": user_id, "booking_id": booking_id, "event": event})
    return Ticket.reserve(changed, 1, "k1")


@pytest.fixture
def stored(dynamodb: "DynamoDBClient", booking: Booking) -> dict[str, Ticket]:
    tickets = {
        "ada": _ticket(booking, "ada", "a"),
        "ada again": _ticket(booking, "ada", "b", event_id="evt_10"),
        "ada next day": _ticket(booking, "ada", "c", day=25),
        "bob": _ticket(booking, "bob", "d"),
    }
    for ticket in tickets.values():
        assert DynamoTickets(BotocoreClient(dynamodb), "tickets").reserve(ticket)
    return tickets


def test_my_tickets_are_mine_and_no_one_elses(
    dynamodb: "DynamoDBClient", stored: dict[str, Ticket], operations: list[str]
) -> None:
    mine = TicketReader(BotocoreClient(dynamodb), "tickets").my_tickets("ada")
    assert mine == [stored["ada"], stored["ada again"], stored["ada next day"]]
    assert operations == ["Query"]


def test_a_user_without_tickets_has_none(dynamodb: "DynamoDBClient") -> None:
    assert TicketReader(BotocoreClient(dynamodb), "tickets").my_tickets("nobody") == []


def test_an_evening_has_its_tickets_by_event(
    dynamodb: "DynamoDBClient", stored: dict[str, Ticket], operations: list[str]
) -> None:
    evening = TicketReader(BotocoreClient(dynamodb), "tickets").tickets_on(date(2026, 12, 24))
    assert evening == [stored["ada again"], stored["ada"], stored["bob"]]
    assert operations == ["Query"]


def test_an_event_is_not_taken_for_one_whose_id_begins_the_same(
    dynamodb: "DynamoDBClient", booking: Booking, stored: dict[str, Ticket]
) -> None:
    DynamoTickets(BotocoreClient(dynamodb), "tickets").reserve(_ticket(booking, "bob", "e", event_id="evt_90"))
    evening = TicketReader(BotocoreClient(dynamodb), "tickets").tickets_on(date(2026, 12, 24), event_id="evt_9")
    assert evening == [stored["ada"], stored["bob"]]


def test_a_user_with_more_than_a_page_gets_all_of_it(dynamodb: "DynamoDBClient", booking: Booking) -> None:
    long = booking.model_copy(update={"event": booking.event.model_copy(update={"title": "x" * 300_000})})
    for number in range(5):
        ticket = Ticket.reserve(long.model_copy(update={"booking_id": f"b{number}"}), 1, "k1")
        DynamoTickets(BotocoreClient(dynamodb), "tickets").reserve(ticket)
    tickets = TicketReader(BotocoreClient(dynamodb), "tickets").my_tickets("usr_42")
    assert [ticket.booking_id for ticket in tickets] == ["b0", "b1", "b2", "b3", "b4"]
