import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bookings import parse_booking
from embeddedaws.send_email import AcceptedEmail
from minitickets.books.bookings import body_of
from minitickets.books.violations import Violations
from minitickets.ops.dead_letters import DeadLetter
from minitickets.soak.audit import (
    check_dead_letters,
    check_emails,
    check_logs,
    check_receives,
    check_records,
    emails_of,
    message_of,
)
from minitickets.soak.bookkeeper import Bookkeeper
from minitickets.soak.publication import quantity_of
from minitickets.soak.tickets import KeptTickets, check_tickets
from tickets.claim import Claim
from tickets.qr import draw_qr
from tickets.signing_key import KeyRing
from tickets.ticket import Ticket
from tickets.tokens import sign_ticket
from worker.confirmation import confirmation_of

SENDER = "no-reply@tickets.example"
BOOKINGS = range(4, 7)  # booking 5 is for two tickets
RING = KeyRing("k1", {"k1": b"1" * 32})
KEY = "booking.confirmed:b5"


def _email(booking: int) -> AcceptedEmail:
    read = parse_booking(body_of(booking, quantity_of(booking)))
    made = confirmation_of(read)
    now = datetime.now(UTC)
    return AcceptedEmail(f"e{booking}", now, SENDER, read.recipient.email, made.subject, made.text, made.html)


def _record(booking: int) -> dict[str, Any]:
    return {
        "jobKey": {"S": f"booking.confirmed:b{booking}"},
        "expiresAt": {"N": str(1766743200 + 30 * 24 * 3600)},
        "processedAt": {"S": "2025-12-26T10:00:00+00:00"},
        "emailId": {"S": f"e{booking}"},
    }


@pytest.fixture
def books(violations: Violations) -> Bookkeeper:
    books = Bookkeeper(BOOKINGS, violations, leases=False)
    for booking in BOOKINGS:
        books.ledger.fates[booking].emails = 1
    return books


def _broken(violations: Violations) -> list[tuple[str, int]]:
    return [(each.invariant, each.booking) for each in violations.first]


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        (lambda _: None, []),
        (lambda emails: emails.pop(), [("lost", 6), ("unknown error", 6)]),
        (lambda emails: emails.append(emails[0]), [("unknown error", 4)]),
        (lambda emails: emails.append(replace(emails[0], recipient="eve@example.com")), [("content", -1)]),
        (lambda emails: emails.append(replace(emails[0], recipient="b9@example.com")), [("content", -1)]),
        (lambda emails: emails.__setitem__(0, replace(emails[0], text=emails[1].text)), [("content", 4)]),
        (lambda emails: emails.__setitem__(0, replace(emails[0], sender="a@b.example")), [("content", 4)]),
    ],
    ids=["right", "missing", "twice", "to a stranger", "to a later run", "another's text", "another sender"],
)
def test_each_booking_has_the_emails_of_the_books_and_each_is_right(
    books: Bookkeeper, violations: Violations, change: Callable[[list[AcceptedEmail]], Any], broken: list[Any]
) -> None:
    emails = [_email(booking) for booking in BOOKINGS]
    change(emails)

    check_emails(emails_of(emails), BOOKINGS, books, SENDER, violations)

    assert list(dict.fromkeys(_broken(violations))) == broken


@pytest.mark.parametrize(
    ("change", "unrecorded", "broken"),
    [
        (lambda _: None, set(), []),
        (lambda records: records.pop(), set(), [("record", 6)]),
        (lambda records: records.pop(), {6}, []),
        (lambda records: records[0].update(emailId={"S": "e5"}), {4}, [("content", 4)]),
        (lambda records: records[0].update(leaseOwner={"S": "x"}), set(), [("content", 4)]),
        (lambda records: records[0].update(leaseOwner={"S": "x"}), {4}, []),
    ],
    ids=["right", "missing", "prevented", "another's", "a lease", "a lease whose record was prevented"],
)
def test_each_email_has_its_record(
    violations: Violations, change: Callable[[list[Any]], Any], unrecorded: set[int], broken: list[Any]
) -> None:
    records = [_record(booking) for booking in BOOKINGS]
    change(records)

    check_records(records, emails_of([_email(booking) for booking in BOOKINGS]), BOOKINGS, unrecorded, violations)

    assert _broken(violations) == broken


@pytest.mark.parametrize(
    ("lines", "broken"),
    [
        ([{"message": "email_sent", "jobKey": KEY}], []),
        ([], []),
        ([{"message": "email_sent", "jobKey": KEY}] * 2, [("log", 5)]),
        ([{"message": "hello", "x": "to b5@example.com"}], [("log", 5)]),
    ],
    ids=["told", "lost on the way", "more than there are", "an address"],
)
def test_the_log_tells_no_email_that_is_not_there_and_no_address(
    violations: Violations, lines: list[Any], broken: list[Any]
) -> None:
    check_logs(lines, emails_of([_email(5)]), BOOKINGS, violations)

    assert _broken(violations) == broken


def test_a_dead_letter_needs_a_reason(violations: Violations) -> None:
    letters = [DeadLetter(id_, body_of(number, 1), 5, 0) for number, id_ in enumerate(["logged", "killed", "silent"])]

    check_dead_letters(letters, [{"messageId": "logged"}, {"message": "no id"}], frozenset({"killed"}), violations)

    assert _broken(violations) == [("dead letter", 2)]


class Kept:
    """All tickets of the bookings, to be changed."""

    def __init__(self) -> None:
        self.tickets: dict[str, Any] = {}
        self.claims: dict[int, Any] = {}
        self.pictures: dict[str, bytes] = {}
        self.versions: dict[str, set[str]] = {}
        for number in BOOKINGS:
            booking = parse_booking(json.dumps(message_of(number)))
            self.claims[number] = Claim.of(booking).to_item()
            for ticket in (Ticket.reserve(booking, each, "k1") for each in range(1, booking.quantity + 1)):
                issued = {"status": {"S": "issued"}, "issuedAt": {"S": "2025-12-26T10:00:00Z"}}
                self.tickets[ticket.ticket_id] = {**ticket.to_item(), **issued}
                self.pictures[ticket.asset_key] = draw_qr(sign_ticket(RING, "k1", ticket.ticket_id, ticket.event_id))
                self.versions[ticket.asset_key] = {"x"}


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        (lambda _: None, []),
        (lambda kept: kept.tickets.pop("b5-2"), [("ticket lost", 5)]),
        (lambda kept: kept.tickets.update({"b5-3": kept.tickets["b5-2"]}), [("too many tickets", 5)]),
        (lambda kept: kept.tickets["b5-1"].update(status={"S": "reserved"}), [("content", 5)]),
        (lambda kept: kept.tickets["b5-1"].update(keyId={"S": "k2"}), [("ticket key", 5)]),
        (lambda kept: kept.claims.pop(4), [("content", 4)]),
        (lambda kept: kept.claims[4].update(ownerId={"S": "x"}), [("content", 4)]),
        (lambda kept: kept.pictures.pop("tickets/b5/2.png"), [("ticket without QR code", 5)]),
        (
            lambda kept: kept.pictures.update({"tickets/b5/2.png": kept.pictures["tickets/b5/1.png"]}),
            [("content", 5)],
        ),
        (lambda kept: kept.versions["tickets/b5/2.png"].add("y"), [("ticket bytes", 5)]),
        (lambda kept: kept.versions.update({"tickets/b5/3.png": {"x"}}), [("too many tickets", 5)]),
        (lambda kept: kept.versions.update({"tickets/b9/3.png": {"x", "y"}}), []),
    ],
    ids=[
        "right",
        "missing",
        "too many",
        "reserved",
        "another key",
        "no claim",
        "another's claim",
        "no QR code",
        "another's QR code",
        "written again",
        "a QR code too many",
        "of another run",
    ],
)
def test_each_booking_has_its_tickets_and_each_is_right(
    violations: Violations, change: Callable[[Kept], Any], broken: list[Any]
) -> None:
    kept = Kept()
    change(kept)
    stored = KeptTickets(kept.tickets, kept.claims, kept.pictures, kept.versions)

    check_tickets(stored, RING.keys, BOOKINGS, violations)

    assert list(dict.fromkeys(_broken(violations))) == broken


@pytest.mark.parametrize(("receives", "broken"), [(5, 0), (6, 1)])
def test_a_message_is_not_received_more_often_than_its_queue_allows(
    violations: Violations, receives: int, broken: int
) -> None:
    check_receives(receives, 5, violations)

    assert violations.counts["receive count"] == broken
