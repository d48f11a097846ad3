from dataclasses import replace
from threading import Barrier
from typing import TYPE_CHECKING, Any

import pytest

from bookings import Booking, PoisonMessage
from side_by_side import RunAll, in_order, on_threads
from sqs import MessageFailed
from tickets.bootstrap import THREADS
from tickets.deadline import OutOfTime
from tickets.issue import ConflictingBooking, TicketGone, TicketIssuer
from tickets.qr import draw_qr
from tickets.signing_key import KeyNotInRing, KeyRing, KeyRingError, create_key_ring, rotate_key_ring
from tickets.ticket import Ticket
from tickets.tokens import sign_ticket, verify_ticket

if TYPE_CHECKING:
    from conftest import World

FRESH_CALLS = ["claim", "read_secret", *["reserve", "put_png", "complete"] * 2]


def _with(booking: Booking, **changes: Any) -> Booking:
    return booking.model_copy(update=changes)


def _at_another_event(booking: Booking, **changes: Any) -> Booking:
    return _with(booking, event=booking.event.model_copy(update=changes))


def _png(ring: KeyRing, key_id: str, ticket_id: str) -> bytes:
    return draw_qr(sign_ticket(ring, key_id, ticket_id, "evt_9"))


def test_a_booking_becomes_issued_tickets_with_their_qr_codes(world: "World", booking: Booking) -> None:
    assert world.issue(booking) == [1, 2]
    assert world.items == {
        ("usr_42", f"bkg_01JD8Z-{number}"): replace(
            Ticket.reserve(booking, number, "k1"), status="issued", issued_at="2026-12-01T10:00:00Z"
        )
        for number in (1, 2)
    }
    assert world.objects == {
        f"tickets/bkg_01JD8Z/{number}.png": _png(world.ring, "k1", f"bkg_01JD8Z-{number}") for number in (1, 2)
    }


def test_an_earlier_key_that_is_active_again_signs(world: "World", booking: Booking) -> None:
    world.ring = replace(rotate_key_ring(world.ring), active="k1")

    world.issue(booking)

    assert {ticket.key_id for ticket in world.items.values()} == {"k1"}


def test_each_ticket_is_reserved_then_drawn_then_completed(world: "World", booking: Booking) -> None:
    world.issue(booking)
    assert world.calls == FRESH_CALLS


@pytest.mark.parametrize("quantity", [1, 2, 3, 4])
def test_as_many_tickets_are_issued_as_were_booked(world: "World", booking: Booking, quantity: int) -> None:
    assert world.issue(_with(booking, quantity=quantity)) == list(range(1, quantity + 1))
    assert len(world.items) == len(world.objects) == quantity


def test_a_replay_writes_nothing_and_changes_nothing(world: "World", booking: Booking) -> None:
    world.issue(booking)
    stored = world.stored
    world.calls.clear()
    world.time = "2027-01-01T00:00:00Z"
    assert world.issue(booking) == []
    assert world.stored == stored
    assert world.calls == ["claim", "read_secret", "reserve", "find", "reserve", "find"]


@pytest.mark.parametrize("when", ["crash_before", "crash_after"])
@pytest.mark.parametrize("call", range(len(FRESH_CALLS)), ids=lambda call: f"{call}-{FRESH_CALLS[call]}")
def test_after_a_crash_anywhere_a_replay_ends_in_the_same_state(
    world: "World", booking: Booking, when: str, call: int
) -> None:
    world.issue(booking)
    stored = world.stored
    world.items.clear()
    world.objects.clear()
    world.calls.clear()
    setattr(world, when, call)
    with pytest.raises(Exception, match=r"^the function died$"):
        world.issue(booking)
    world.recover()
    world.issue(booking)
    assert world.stored == stored


@pytest.mark.parametrize("call", range(2, len(FRESH_CALLS)), ids=lambda call: f"{call}-{FRESH_CALLS[call]}")
def test_a_rotation_after_a_crash_leaves_item_and_qr_code_in_agreement(
    world: "World", booking: Booking, call: int
) -> None:
    world.crash_after = call
    with pytest.raises(Exception, match=r"^the function died$"):
        world.issue(booking)
    world.recover()
    world.ring = rotate_key_ring(world.ring)
    world.issue(booking)
    for ticket in world.items.values():
        assert ticket.status == "issued"
        assert world.objects[ticket.asset_key] == _png(world.ring, ticket.key_id, ticket.ticket_id)
    assert world.items["usr_42", "bkg_01JD8Z-1"].key_id == "k1"


def test_an_environment_that_missed_a_rotation_completes_with_the_new_key(world: "World", booking: Booking) -> None:
    behind = world.issuer()
    behind.issue(_with(booking, booking_id="earlier"), world.deadline(), lambda _: None)
    world.ring = rotate_key_ring(world.ring)
    world.reserve(Ticket.reserve(booking, 1, "k2"))
    behind.issue(booking, world.deadline(), lambda _: None)
    first, second = (world.items["usr_42", f"bkg_01JD8Z-{number}"] for number in (1, 2))
    assert (first.status, first.key_id) == ("issued", "k2")
    assert world.objects[first.asset_key] == _png(world.ring, "k2", first.ticket_id)
    assert second.status == "issued"


def test_a_key_taken_out_of_the_ring_fails_the_tickets_reserved_with_it(world: "World", booking: Booking) -> None:
    world.reserve(Ticket.reserve(booking, 1, "k0"))
    with pytest.raises(KeyNotInRing):
        world.issue(booking)
    assert world.items["usr_42", "bkg_01JD8Z-1"].status == "reserved"
    assert list(world.objects) == ["tickets/bkg_01JD8Z/2.png"]


def test_a_secret_without_a_ring_issues_nothing(world: "World", booking: Booking) -> None:
    world.secret = "{}"
    with pytest.raises(KeyRingError):
        world.issue(booking)
    assert world.items == {}


def test_two_environments_at_once_write_the_same_bytes_and_one_completes(world: "World", booking: Booking) -> None:
    booking = _with(booking, quantity=1)
    completed: list[str] = []

    class SecondComesBetween:
        def __init__(self) -> None:
            self.png = b""

        def put_png(self, key: str, png: bytes) -> None:
            world.put_png(key, png)
            world.issuer().issue(booking, world.deadline(), lambda _: completed.append("second"))
            assert world.objects[key] == png

    first = replace(world.issuer(), assets=SecondComesBetween())
    first.issue(booking, world.deadline(), lambda _: completed.append("first"))
    assert completed == ["second"]
    assert world.items["usr_42", "bkg_01JD8Z-1"].status == "issued"


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"title": "Evening of Engines"}, id="title"),
        pytest.param({"venue": "Hall 3"}, id="venue"),
        pytest.param({"starts_at": "2026-12-25T19:30:00+05:30"}, id="start"),
    ],
)
def test_of_two_descriptions_of_an_event_the_first_stands(
    world: "World", booking: Booking, changes: dict[str, str]
) -> None:
    world.issue(booking)
    stored = world.stored
    assert world.issue(_at_another_event(booking, **changes)) == []
    assert world.stored == stored


def test_a_booking_that_comes_back_for_another_event_is_poison_and_changes_nothing(
    world: "World", booking: Booking
) -> None:
    world.issue(booking)
    stored = world.stored
    with pytest.raises(ConflictingBooking) as caught:
        world.issue(_with(_at_another_event(booking, id="evt_10"), quantity=4))
    assert isinstance(caught.value, PoisonMessage)
    assert "evt" not in str(caught.value)
    assert world.stored == stored


def test_a_greater_quantity_issues_only_the_missing_tickets(world: "World", booking: Booking) -> None:
    world.issue(booking)
    assert world.issue(_with(booking, quantity=4)) == [3, 4]


def test_a_smaller_quantity_takes_no_ticket_back(world: "World", booking: Booking) -> None:
    world.issue(booking)
    assert world.issue(_with(booking, quantity=1)) == []
    assert len(world.items) == 2


def test_a_ticket_that_vanishes_is_a_failure_and_not_a_success(world: "World", booking: Booking) -> None:
    issuer = world.issuer()

    class Vanishing:
        claim = world.claim
        claimed = world.claimed
        reserve = staticmethod(lambda _ticket: False)
        find = staticmethod(lambda _user_id, _ticket_id: None)
        complete = world.complete

    with pytest.raises(TicketGone):
        replace(issuer, tickets=Vanishing()).issue(booking, world.deadline(), lambda _: None)


@pytest.mark.parametrize(
    ("seconds_per_call", "last_call"),
    [
        pytest.param(30.0, "claim", id="after the first call"),
        pytest.param(10.0, "reserve", id="after the reservation"),
        pytest.param(7.0, "put_png", id="after the drawing"),
    ],
)
def test_no_call_starts_that_might_not_end_in_time(
    world: "World", booking: Booking, seconds_per_call: float, last_call: str
) -> None:
    world.seconds_per_call = seconds_per_call
    with pytest.raises(OutOfTime):
        world.issue(booking)
    assert world.calls[-1] == last_call
    assert world.seconds_left < 7.0


def test_a_long_look_for_a_new_key_leaves_the_drawing_to_the_next_receive(world: "World", booking: Booking) -> None:
    behind = world.issuer()
    behind.key_rings.current()
    world.ring = rotate_key_ring(world.ring)
    world.reserve(Ticket.reserve(booking, 1, "k2"))
    world.calls.clear()
    world.seconds_per_call = 6.0
    with pytest.raises(OutOfTime):
        behind.issue(booking, world.deadline(), lambda _: None)
    assert world.calls == ["claim", "reserve", "find", "read_secret"]


def test_what_was_out_of_time_goes_on_at_the_next_receive(world: "World", booking: Booking) -> None:
    world.seconds_per_call = 5.0
    with pytest.raises(OutOfTime):
        world.issue(booking)
    done = [number for number in (1, 2) if ("usr_42", f"bkg_01JD8Z-{number}") in world.items]
    world.seconds_left, world.seconds_per_call = 30.0, 0.0
    world.issue(booking)
    assert done == [1]
    assert [ticket.status for ticket in world.items.values()] == ["issued", "issued"]


class Trouble(MessageFailed):
    """Something of a ticket's own."""


def _with_trouble(world: "World", at: dict[str, str]) -> TicketIssuer:
    """An issuer on a world in which the QR codes at these places cannot be stored, and why."""

    class Assets:
        def put_png(self, key: str, png: bytes) -> None:
            if key in at:
                raise Trouble(at[key])
            world.put_png(key, png)

    return replace(world.issuer(), assets=Assets())


@pytest.mark.parametrize("run_all", [in_order, on_threads(4)], ids=["in order", "on threads"])
def test_a_ticket_that_fails_leaves_its_neighbours_alone(world: "World", booking: Booking, run_all: RunAll) -> None:
    issuer = replace(_with_trouble(world, {"tickets/bkg_01JD8Z/2.png": "full"}), run_all=run_all)
    numbers: list[int] = []
    with pytest.raises(Trouble, match="full"):
        issuer.issue(_with(booking, quantity=4), world.deadline(), numbers.append)
    assert sorted(numbers) == [1, 3, 4]
    assert [ticket.ticket_id for ticket in world.items.values() if ticket.status == "reserved"] == ["bkg_01JD8Z-2"]


def test_no_ticket_s_failure_hides_another_one_s_and_each_reason_is_told_once(world: "World", booking: Booking) -> None:
    reasons = {1: "full", 3: "closed", 4: "full"}
    issuer = _with_trouble(world, {f"tickets/bkg_01JD8Z/{number}.png": why for number, why in reasons.items()})
    with pytest.raises(ExceptionGroup) as caught:
        issuer.issue(_with(booking, quantity=4), world.deadline(), lambda _: None)
    assert [str(error) for error in caught.value.exceptions] == ["full", "closed"]


def test_the_tickets_of_a_booking_are_issued_side_by_side(world: "World", booking: Booking) -> None:
    together = Barrier(4, timeout=10)

    class Assets:
        def put_png(self, key: str, png: bytes) -> None:
            together.wait()
            world.put_png(key, png)

    issuer = replace(world.issuer(), assets=Assets(), run_all=on_threads(THREADS))
    numbers: list[int] = []
    issuer.issue(_with(booking, quantity=4), world.deadline(), numbers.append)
    assert sorted(numbers) == [1, 2, 3, 4]
    assert len(world.objects) == 4


def test_each_qr_code_verifies(world: "World", booking: Booking) -> None:
    world.ring = create_key_ring()
    world.issue(booking)
    for ticket in world.items.values():
        assert world.objects[ticket.asset_key].startswith(b"\x89PNG")
        token = sign_ticket(world.ring, ticket.key_id, ticket.ticket_id, ticket.event_id)
        assert draw_qr(token) == world.objects[ticket.asset_key]
        assert verify_ticket(token, world.ring).ticket_id == ticket.ticket_id
