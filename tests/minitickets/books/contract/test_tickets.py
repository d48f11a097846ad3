from typing import Any

import pytest

from bookings import parse_booking
from minitickets.books.contract.message import asset_key, ticket_ids
from minitickets.books.contract.tickets import ticket_complaints, token_complaints, token_of
from minitickets.stack.bookings import as_body
from tickets.signing_key import KeyRing
from tickets.ticket import Ticket
from tickets.tokens import sign_ticket

RING = {"k1": b"1" * 32, "k2": b"2" * 32}
WRITTEN = (1766743190.0, 1766743210.0)

Message = dict[str, Any]


def item_of(message: Message, number: int = 2) -> Message:
    reserved = Ticket.reserve(parse_booking(as_body(message)), number, "k1").to_item()
    return {**reserved, "status": {"S": "issued"}, "issuedAt": {"S": "2025-12-26T10:00:00Z"}}


def test_what_the_function_writes_is_right(message: Message) -> None:
    message["event"] |= {"title": "Tab\tand\u2028line", "startsAt": "2026-12-04T23:30:00.1234567Z"}

    assert ticket_complaints(message, 2, item_of(message), written=WRITTEN) == []


def test_a_reserved_ticket_has_no_issue(message: Message) -> None:
    item = item_of(message) | {"status": {"S": "reserved"}}

    assert ticket_complaints(message, 2, item, issued=False) == ["it is not issued, and has an issuedAt"]
    assert ticket_complaints(message, 2, {**item, "issuedAt": {}}) != []
    del item["issuedAt"]
    assert ticket_complaints(message, 2, item, issued=False) == []


@pytest.mark.parametrize(
    "name",
    [
        "userId",
        "ticketId",
        "bookingId",
        "eventId",
        "eventTitle",
        "venue",
        "startsAt",
        "eventDate",
        "eventDateKey",
        "status",
        "assetKey",
        "issuedAt",
    ],
)
@pytest.mark.parametrize("value", [{"S": "another"}, {"N": "1"}, None], ids=["another", "no text", "missing"])
def test_each_attribute_counts(message: Message, name: str, value: dict[str, str] | None) -> None:
    item = item_of(message)
    del item[name]
    if value is not None:
        item[name] = value

    (complaint,) = ticket_complaints(message, 2, item, written=WRITTEN)
    assert f"its {name} is" in complaint


def test_it_needs_a_key_id(message: Message) -> None:
    assert ticket_complaints(message, 2, item_of(message) | {"keyId": {"S": ""}}) == ["it has no keyId"]


def test_the_one_token_is_what_the_function_signs(message: Message) -> None:
    token = sign_ticket(KeyRing("k1", RING), "k1", "bkg_7-2", "evt_1").encode()

    assert token_of(message, 2, key_id="k1", ring=RING) == token
    assert token_complaints(message, 2, token, key_id="k1", ring=RING) == []


@pytest.mark.parametrize(
    ("key_id", "ticket_id", "event_id", "parts"),
    [
        ("k2", "bkg_7-2", "evt_1", ["key", "signature"]),
        ("k1", "bkg_7-1", "evt_1", ["ticket", "signature"]),
        ("k1", "bkg_8-2", "evt_1", ["ticket", "signature"]),
        ("k1", "bkg_7-2", "evt_2", ["event", "signature"]),
    ],
)
def test_another_token_is_told_by_its_parts(
    message: Message, key_id: str, ticket_id: str, event_id: str, parts: list[str]
) -> None:
    token = sign_ticket(KeyRing("k1", RING), key_id, ticket_id, event_id).encode()

    complaints = token_complaints(message, 2, token, key_id="k1", ring=RING)

    assert complaints == [f"the {part} in its token is another" for part in parts]


def test_a_forged_and_a_shapeless_token_and_a_key_that_is_gone_are_told(message: Message) -> None:
    token = token_of(message, 2, key_id="k1", ring=RING)
    forged = token_of(message, 2, key_id="k1", ring={"k1": b"3" * 32})

    assert token_complaints(message, 2, forged, key_id="k1", ring=RING) == ["the signature in its token is another"]
    assert token_complaints(message, 2, token + b"\r", key_id="k1", ring=RING) != []
    assert token_complaints(message, 2, b"hello", key_id="k1", ring=RING) == ["its QR code holds no token"]
    assert token_complaints(message, 2, token, key_id="k3", ring=RING) == ["its key is not in the ring"]


def test_ids_and_keys(message: Message) -> None:
    assert ticket_ids(message) == ["bkg_7-1", "bkg_7-2"]
    assert asset_key(message, 2) == "tickets/bkg_7/2.png"
