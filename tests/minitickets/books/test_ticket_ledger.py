import pytest

from minitickets.books.fates import TicketsFate
from minitickets.books.ticket_ledger import TicketLedger
from minitickets.books.violations import Violations
from tickets.signing_key import KeyRing
from tickets.tokens import sign_ticket

RING = KeyRing("k1", {"k1": bytes(32), "k2": bytes([1]) * 32})
ASSET = "tickets/b0/1.png"


def item(key_id: str = "k1") -> dict[str, dict[str, str]]:
    values = {"ticketId": "b0-1", "bookingId": "b0", "keyId": key_id, "assetKey": ASSET}
    return {name: {"S": value} for name, value in values.items()}


def token(key_id: str = "k1", ticket_id: str = "b0-1") -> bytes:
    return sign_ticket(RING, key_id, ticket_id, "evt").encode()


@pytest.fixture
def violations() -> Violations:
    return Violations(lambda: 0)


@pytest.fixture
def ledger(violations: Violations) -> TicketLedger:
    ledger = TicketLedger(violations, lambda: RING)
    ledger.fates.append(TicketsFate(wanted=1))
    ledger.published(0)
    return ledger


def test_a_ticket_may_be_drawn_twice_with_the_same_bytes(ledger: TicketLedger, violations: Violations) -> None:
    ledger.reserved(item())
    ledger.drawn(ASSET, token())
    ledger.drawn(ASSET, token())
    ledger.issued(item())
    ledger.deleted(0)

    assert not violations.counts


def test_other_bytes_are_a_breach(ledger: TicketLedger, violations: Violations) -> None:
    ledger.drawn(ASSET, token())
    ledger.drawn(ASSET, token("k2"))

    assert list(violations.counts) == ["ticket bytes"]


def test_another_key_for_a_reserved_ticket_is_a_breach(ledger: TicketLedger, violations: Violations) -> None:
    ledger.reserved(item())
    ledger.reserved(item("k2"))

    assert list(violations.counts) == ["ticket key"]


def test_a_ticket_issued_without_its_qr_code_is_a_breach(ledger: TicketLedger, violations: Violations) -> None:
    ledger.reserved(item())
    ledger.issued(item())

    assert list(violations.counts) == ["ticket without QR code"]


@pytest.mark.parametrize(
    "png",
    [
        pytest.param(token("k2"), id="another key"),
        pytest.param(token(ticket_id="b0-2"), id="another ticket"),
        pytest.param(b"MT1.k1.b0-1.evt.AAAAAAAAAAAAAAAAAAAAAA", id="forged"),
    ],
)
def test_a_token_that_is_not_the_tickets_is_a_breach(ledger: TicketLedger, violations: Violations, png: bytes) -> None:
    ledger.reserved(item())
    ledger.drawn(ASSET, png)
    ledger.issued(item())

    assert list(violations.counts) == ["ticket key"]


def test_a_deleted_message_without_its_tickets_is_a_loss(ledger: TicketLedger, violations: Violations) -> None:
    ledger.deleted(0)

    assert list(violations.counts) == ["ticket lost"]


def test_a_dead_letter_needs_a_reason(ledger: TicketLedger, violations: Violations) -> None:
    ledger.dead_lettered(0, None)

    assert list(violations.counts) == ["dead letter"]
