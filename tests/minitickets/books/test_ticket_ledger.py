from collections.abc import Callable

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


def issue(ledger: TicketLedger, *drawn: bytes) -> None:
    ledger.reserved(item())
    for png in drawn:
        ledger.drawn(ASSET, png)
    ledger.issued(item())


@pytest.fixture
def ledger(violations: Violations) -> TicketLedger:
    ledger = TicketLedger(violations, lambda: RING)
    ledger.fates.append(TicketsFate(wanted=1))
    ledger.published(0)
    return ledger


def test_a_ticket_may_be_drawn_twice_with_the_same_bytes(ledger: TicketLedger, violations: Violations) -> None:
    issue(ledger, token(), token())
    ledger.deleted(0)

    assert not violations.counts


@pytest.mark.parametrize(
    ("happens", "breach"),
    [
        pytest.param(lambda ledger: issue(ledger, token(), token("k2")), "ticket bytes", id="other bytes"),
        pytest.param(issue, "ticket without QR code", id="issued without its QR code"),
        pytest.param(lambda ledger: issue(ledger, token("k2")), "ticket key", id="a token of another key"),
        pytest.param(lambda ledger: issue(ledger, token(ticket_id="b0-2")), "ticket key", id="another ticket's token"),
        pytest.param(lambda ledger: issue(ledger, b"MT1.k1.b0-1.evt." + b"A" * 22), "ticket key", id="a forged token"),
        pytest.param(
            lambda ledger: (ledger.reserved(item()), ledger.reserved(item("k2"))), "ticket key", id="two signing keys"
        ),
        pytest.param(lambda ledger: ledger.deleted(0), "ticket lost", id="deleted without its tickets"),
        pytest.param(lambda ledger: ledger.dead_lettered(0, None), "dead letter", id="dead-lettered without a reason"),
    ],
)
def test_what_must_not_happen_is_a_breach(
    ledger: TicketLedger, violations: Violations, happens: Callable[[TicketLedger], object], breach: str
) -> None:
    happens(ledger)

    assert list(violations.counts) == [breach]
