from typing import Any

import pytest

from minitickets.books.bookings import body_of
from minitickets.books.fates import Window
from minitickets.books.violations import Violations
from minitickets.ops.dead_letters import DeadLetter
from minitickets.soak.audit import (
    IssuedTickets,
    check_dead_letters,
    check_emails,
    check_receives,
    check_tickets,
    explain,
)
from minitickets.soak.bookkeeper import Bookkeeper

SENT = {"message": "sent_not_recorded", "jobKey": "booking.confirmed:b0"}
UNCLEAR = {"message": "job_failed", "error": "Unclear", "jobKey": "booking.confirmed:b0"}


@pytest.fixture
def books(violations: Violations) -> Bookkeeper:
    return Bookkeeper(range(2), violations, leases=False)


@pytest.mark.parametrize(
    ("window", "line", "slow"),
    [
        pytest.param("not recorded", SENT, 1, id="the record's answer came too late"),
        pytest.param("not recorded", UNCLEAR, 1, id="the answer of SES came too late"),
        pytest.param("not recorded", {**SENT, "jobKey": "booking.confirmed:b1"}, 0, id="another booking's did"),
        pytest.param("not recorded", {**UNCLEAR, "error": "Throttled"}, 0, id="it failed otherwise"),
        pytest.param("two workers", UNCLEAR, 0, id="two workers have no such excuse"),
    ],
)
def test_a_slow_machine_excuses_only_what_the_worker_has_logged(
    books: Bookkeeper, violations: Violations, window: Window, line: dict[str, Any], slow: int
) -> None:
    books.unexplained.append((0, window))

    assert explain(books, [line], violations) == slow
    assert violations.counts["too many emails"] == 1 - slow


def test_a_booking_without_an_email_is_lost_and_the_books_must_agree(books: Bookkeeper, violations: Violations) -> None:
    books.ledger.fates[1].emails = 2
    emails = {1: 1}

    check_emails(emails, range(2), books, violations)

    assert [(v.invariant, v.booking) for v in violations.first] == [("lost", 0), ("unknown error", 1)]


def test_a_dead_letter_needs_a_reason(violations: Violations) -> None:
    letters = [DeadLetter(id_, body_of(number, 1), 5, 0) for number, id_ in enumerate(["logged", "killed", "silent"])]

    check_dead_letters(letters, [{"messageId": "logged"}, {"message": "no id"}], frozenset({"killed"}), violations)

    assert [(v.invariant, v.booking) for v in violations.first] == [("dead letter", 2)]


def test_each_booking_has_all_its_tickets_each_with_one_qr_code_for_ever(violations: Violations) -> None:
    issued = {"b0-1": "tickets/b0/1.png", "b5-1": "tickets/b5/1.png", "b5-2": "tickets/b5/2.png"}
    versions = {"tickets/b0/1.png": {"x"}, "tickets/b5/1.png": {"x", "y"}}

    assert check_tickets(IssuedTickets(issued, versions), [0, 2, 5], violations) == 3

    assert [(v.invariant, v.booking) for v in violations.first] == [
        ("ticket without QR code", 5),
        ("ticket lost", 2),
        ("ticket bytes", 5),
    ]


@pytest.mark.parametrize(("receives", "broken"), [(5, 0), (6, 1)])
def test_a_message_is_not_received_more_often_than_its_queue_allows(
    violations: Violations, receives: int, broken: int
) -> None:
    check_receives(receives, 5, violations)

    assert violations.counts["receive count"] == broken
