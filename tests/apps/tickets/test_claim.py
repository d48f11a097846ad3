"""Two messages that name one booking: whatever crashes when, the QR codes are the first one's."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from aws.calls import Refused
from aws.reference import BotocoreClient
from bookings import Booking, PoisonMessage
from tickets.claim import Claim, claim_key, claimed_booking, is_claim
from tickets.issue import ConflictingBooking, TicketGone
from tickets.qr import draw_qr
from tickets.reader import TicketReader
from tickets.store import DynamoTickets
from tickets.ticket import Ticket
from tickets.tokens import sign_ticket

if TYPE_CHECKING:
    from conftest import World
    from types_boto3_dynamodb import DynamoDBClient

CALLS = ["claim", "read_secret", *["reserve", "put_png", "complete"] * 2]
DIED = pytest.raises(Exception, match=r"^the function died$")


def _another(booking: Booking, *, user: str = "usr_42", event: str = "evt_9") -> Booking:
    return booking.model_copy(
        update={"user_id": user, "event": booking.event.model_copy(update={"id": event}), "quantity": 4}
    )


OTHERS = pytest.mark.parametrize(
    ("user", "event", "sentence"),
    [
        pytest.param("usr_43", "evt_9", "bookingId: was used before by another user", id="another user"),
        pytest.param("usr_42", "evt_10", "bookingId: was used before for another event", id="another event"),
        pytest.param("usr_43", "evt_10", "bookingId: was used before by another user", id="both"),
    ],
)


def _qr_codes_name_their_events(world: "World") -> None:
    for ticket in world.items.values():
        if ticket.status == "issued":
            token = sign_ticket(world.ring, ticket.key_id, ticket.ticket_id, ticket.event_id)
            assert world.objects[ticket.asset_key] == draw_qr(token)


@OTHERS
def test_who_comes_second_is_poison_and_changes_nothing(
    world: "World", booking: Booking, user: str, event: str, sentence: str
) -> None:
    world.issue(booking)
    stored = world.stored
    with pytest.raises(ConflictingBooking) as caught:
        world.issue(_another(booking, user=user, event=event))
    assert isinstance(caught.value, PoisonMessage)
    assert str(caught.value) == sentence
    assert world.stored == stored
    assert world.issue(booking) == []


def test_the_log_says_that_it_is_poison_and_why(
    world: "World", booking: Booking, record: Callable[..., dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    world.issue(booking)
    assert world.handle(record("second", userId="usr_43")) == {"batchItemFailures": [{"itemIdentifier": "second"}]}
    line = json.loads(capsys.readouterr().out)
    told = (line["level"], line["message"], line["error"], line["reason"])
    assert told == ("ERROR", "poison_message", "ConflictingBooking", "bookingId: was used before by another user")


@pytest.mark.parametrize("when", ["crash_before", "crash_after"])
@pytest.mark.parametrize("call", range(len(CALLS)), ids=lambda call: f"{call}-{CALLS[call]}")
@OTHERS
def test_a_crash_of_the_first_anywhere_leaves_one_of_the_two_all_its_tickets(
    world: "World", booking: Booking, when: str, call: int, user: str, event: str, sentence: str
) -> None:
    setattr(world, when, call)
    with DIED:
        world.issue(booking)
    world.recover()
    second = _another(booking, user=user, event=event)
    outcomes = [_outcome(world, second), _outcome(world, booking)]
    claimed = when == "crash_after" or call > 0
    winner = booking if claimed else second
    assert outcomes == ([sentence, "issued"] if claimed else ["issued", sentence])
    assert {(ticket.user_id, ticket.event_id) for ticket in world.items.values()} == {(winner.user_id, winner.event.id)}
    assert {ticket.status for ticket in world.items.values()} == {"issued"}
    assert len(world.items) == winner.quantity
    _qr_codes_name_their_events(world)


@pytest.mark.parametrize("call", range(len(CALLS)), ids=lambda call: f"{call}-{CALLS[call]}")
@OTHERS
def test_a_second_that_comes_between_any_two_calls_of_the_first_spoils_nothing(
    world: "World", booking: Booking, call: int, user: str, event: str, sentence: str
) -> None:
    second, outcomes = _another(booking, user=user, event=event), list[str]()
    world.before_call = call, lambda: outcomes.append(_outcome(world, second))
    outcomes.append(_outcome(world, booking))
    assert outcomes == (["issued", sentence] if call == 0 else [sentence, "issued"])
    assert {ticket.status for ticket in world.items.values()} == {"issued"}
    _qr_codes_name_their_events(world)


def _outcome(world: "World", booking: Booking) -> str:
    try:
        world.issue(booking)
    except ConflictingBooking as conflict:
        return str(conflict)
    return "issued"


def test_a_claim_that_vanishes_is_a_failure_and_no_poison(world: "World", booking: Booking) -> None:
    world.issue(booking)
    world.claims.clear()
    world.claim = lambda claim: False  # type: ignore[method-assign] # noqa: ARG005
    with pytest.raises(TicketGone):
        world.issue(booking)


def test_a_ticket_that_is_older_than_claims_are_keeps_its_event(world: "World", booking: Booking) -> None:
    world.issue(booking)
    world.claims.clear()
    stored = world.stored
    with pytest.raises(ConflictingBooking, match="for another event"):
        world.issue(_another(booking, event="evt_10"))
    assert world.stored == stored


@pytest.fixture
def tickets(dynamodb: "DynamoDBClient") -> DynamoTickets:
    return DynamoTickets(BotocoreClient(dynamodb), "tickets")


@pytest.fixture
def claim(booking: Booking) -> Claim:
    return Claim.of(booking)


def test_the_first_claim_counts_and_may_be_made_again(tickets: DynamoTickets, claim: Claim, booking: Booking) -> None:
    assert tickets.claim(claim)
    assert tickets.claim(claim)
    assert not tickets.claim(Claim.of(_another(booking, user="usr_43")))
    assert not tickets.claim(Claim.of(_another(booking, event="evt_10")))
    assert tickets.claimed(claim.booking_id) == claim


def test_a_booking_that_nobody_claimed_has_no_claim(tickets: DynamoTickets) -> None:
    assert tickets.claimed("bkg_01JD8Z") is None


def test_a_claim_is_read_as_the_last_write_left_it(dynamodb: "DynamoDBClient", tickets: DynamoTickets) -> None:
    asked: list[dict[str, Any]] = []

    def note(params: dict[str, Any], **_: Any) -> None:
        asked.append(params)

    dynamodb.meta.events.register("provide-client-params.dynamodb.GetItem", note)
    tickets.claimed("bkg_01JD8Z")
    assert [params["ConsistentRead"] for params in asked] == [True]


def test_another_refusal_is_not_taken_for_another_s_claim(dynamodb: "DynamoDBClient", claim: Claim) -> None:
    with pytest.raises(Refused, match="ResourceNotFoundException"):
        DynamoTickets(BotocoreClient(dynamodb), "elsewhere").claim(claim)


def test_no_reader_meets_a_claim(dynamodb: "DynamoDBClient", tickets: DynamoTickets, booking: Booking) -> None:
    tickets.claim(Claim.of(booking))
    tickets.reserve(Ticket.reserve(booking, 1, "k1"))
    reader = TicketReader(BotocoreClient(dynamodb), "tickets")
    alone = [Ticket.reserve(booking, 1, "k1")]
    assert reader.my_tickets(booking.user_id) == alone
    assert reader.tickets_on(booking.event.local_date) == alone


def test_a_claim_and_a_ticket_are_told_apart(claim: Claim, booking: Booking) -> None:
    assert claimed_booking(claim.to_item()) == booking.booking_id
    assert claimed_booking(claim_key("b")) == "b"
    assert claimed_booking(Ticket.reserve(booking, 1, "k1").to_item()) is None
    assert not is_claim(booking.user_id)
