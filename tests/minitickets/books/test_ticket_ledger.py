from collections.abc import Callable

import pytest

from minitickets.books.bookings import body_of, expected_of
from minitickets.books.contract.tickets import token_of
from minitickets.books.fates import TicketsFate
from minitickets.books.ticket_ledger import Keys, TicketLedger
from minitickets.books.violations import Violations

RING = {"k1": bytes(32), "k2": bytes([1]) * 32}
NOW = 1_767_225_600.0
ASSET = "tickets/b0/1.png"

Item = dict[str, dict[str, str]]


def item(key_id: str = "k1", **changes: str) -> Item:
    message = expected_of(body_of(0, 1)).message
    assert message is not None
    event = message["event"]
    values = {
        "userId": message["userId"],
        "ticketId": "b0-1",
        "bookingId": "b0",
        "eventId": event["id"],
        "eventTitle": event["title"],
        "venue": event["venue"],
        "startsAt": event["startsAt"],
        "eventDate": event["startsAt"][:10],
        "eventDateKey": f"{event['id']}#b0-1",
        "status": "reserved",
        "assetKey": ASSET,
        "keyId": key_id,
    }
    return {name: {"S": value} for name, value in {**values, **changes}.items()}


def issued(**changes: str) -> Item:
    return item(**{"status": "issued", "issuedAt": "2026-01-01T00:00:00Z", **changes})


def token(key_id: str = "k1", number: int = 1) -> bytes:
    return token_of({"bookingId": "b0", "event": {"id": "evt_0"}}, number, key_id=key_id, ring=RING)


def issue(ledger: TicketLedger, *drawn: bytes, content_type: str = "image/png", **changes: str) -> None:
    ledger.reserved(None, item())
    for png in drawn:
        ledger.drawn(ASSET, png, content_type)
    ledger.issued(item(), issued(**changes))


@pytest.fixture
def ledger(violations: Violations) -> TicketLedger:
    message = expected_of(body_of(0, 1)).message
    assert message is not None
    keys = Keys(RING, frozenset({"k1"}))
    ledger = TicketLedger(violations, lambda: keys, lambda _: [message], lambda: NOW)
    ledger.fates.append(TicketsFate(wanted=1))
    claim = {"userId": "booking#b0", "ticketId": "owner", "ownerId": message["userId"], "eventId": "evt_0"}
    ledger.claimed(None, {name: {"S": value} for name, value in claim.items()})
    ledger.published(0)
    return ledger


def test_a_ticket_may_be_drawn_twice_with_the_same_bytes(ledger: TicketLedger, violations: Violations) -> None:
    issue(ledger, token(), token())
    ledger.deleted(0)

    assert not violations.counts


@pytest.mark.parametrize(
    ("happens", "breach"),
    [
        pytest.param(lambda ledger: issue(ledger, token(), b"other"), "ticket bytes", id="other bytes"),
        pytest.param(issue, "ticket without QR code", id="issued without its QR code"),
        pytest.param(lambda ledger: issue(ledger, token("k2")), "ticket key", id="a token of another key"),
        pytest.param(lambda ledger: issue(ledger, token(number=2)), "ticket key", id="another ticket's token"),
        pytest.param(
            lambda ledger: issue(ledger, b"MT1.k1.b0-1.evt_0." + b"A" * 22), "ticket key", id="a forged token"
        ),
        pytest.param(lambda ledger: ledger.reserved(None, item("k2")), "ticket key", id="a key that is not active"),
        pytest.param(lambda ledger: ledger.reserved(item(), item()), "order", id="reserved over an item"),
        pytest.param(
            lambda ledger: ledger.drawn(ASSET, token(), "image/png"), "order", id="drawn before it is reserved"
        ),
        pytest.param(lambda ledger: issue(ledger, token(), content_type=""), "content", id="no content type"),
        pytest.param(lambda ledger: issue(ledger, token(), venue="Hall 3"), "content", id="another venue"),
        pytest.param(
            lambda ledger: issue(ledger, token(), issuedAt="2025-01-01T00:00:00Z"), "content", id="issued last year"
        ),
        pytest.param(lambda ledger: ledger.issued(issued(), issued()), "too many tickets", id="issued twice"),
        pytest.param(
            lambda ledger: ledger.reserved(None, item(ticketId="b0-2", eventDateKey="evt_0#b0-2")),
            "content",
            id="one more than was booked",
        ),
        pytest.param(lambda ledger: ledger.deleted(0), "ticket lost", id="deleted without its tickets"),
        pytest.param(lambda ledger: ledger.dead_lettered(0, None), "dead letter", id="dead-lettered without a reason"),
    ],
)
def test_what_must_not_happen_is_a_breach(
    ledger: TicketLedger, violations: Violations, happens: Callable[[TicketLedger], object], breach: str
) -> None:
    happens(ledger)

    assert breach in violations.counts
