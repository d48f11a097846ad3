import json
from collections.abc import Callable

import pytest

from minitickets.demo.judge.observed import Complaint
from minitickets.demo.report import DemoReport, GivenUp

A, B, C = (f"booking.confirmed:{booking_id}" for booking_id in "abc")
GIVEN_UP_EMAIL = GivenUp("worker", "minitickets-dev-jobs-dlq", "m-1", 1, A, "ServiceUnavailable")
GIVEN_UP_TICKETS = GivenUp("tickets", "minitickets-dev-tickets-dlq", "m-2", 2, A, "KeyRingError")
POISON = GivenUp("worker", "minitickets-dev-jobs-dlq", "m-3", 3, None, "quantity: too many")


def test_the_json_is_what_other_programs_rely_on(report: Callable[..., DemoReport]) -> None:
    wrong = Complaint("a got no email", "logs/worker.log")
    told = report(dead_letters=[POISON], returned_after=[10.0, 40.1], complaints=[wrong]).to_json()

    assert json.loads(json.dumps(told)) == {
        "bookings": 3,
        "messages": 8,
        "emails": 3,
        "emailsPerBooking": {"1": 3},
        "duplicatesSkipped": 1,
        "tickets": 6,
        "deadLetters": 1,
        "deadLetterReasons": ["line 3: minitickets-dev-jobs-dlq: quantity: too many"],
        "returnedAfterSeconds": [10.0, 40.1],
        "complaints": ["a got no email: see logs/worker.log"],
        "badLines": ["line 5 is not sent: it is not JSON."],
        "seconds": 12.3,
        "skippedSeconds": 160.0,
        "out": "demo-out",
    }


def test_emails_per_booking_is_a_histogram_in_order(report: Callable[..., DemoReport]) -> None:
    assert list(report(emails_per_booking={A: 2, B: 0, C: 1}).to_json()["emailsPerBooking"].items()) == [
        ("0", 1),
        ("1", 1),
        ("2", 1),
    ]


@pytest.mark.parametrize(
    ("emails", "dead_letters", "lost"),
    [
        pytest.param(1, [], [], id="it got its email"),
        pytest.param(0, [], [A], id="no email and no dead letter"),
        pytest.param(0, [GIVEN_UP_EMAIL], [], id="its email was given up and can be redriven"),
        pytest.param(0, [GIVEN_UP_TICKETS], [A], id="only its tickets were given up"),
        pytest.param(0, [POISON], [A], id="something else was given up"),
    ],
)
def test_a_booking_is_lost_if_it_got_no_email_and_its_job_is_no_dead_letter(
    report: Callable[..., DemoReport], emails: int, dead_letters: list[GivenUp], lost: list[str]
) -> None:
    assert report(emails_per_booking={A: emails, B: 1}, dead_letters=dead_letters).lost == lost


def test_a_booking_with_two_emails_is_duplicated(report: Callable[..., DemoReport]) -> None:
    assert report().duplicated == []
    assert report(emails_per_booking={A: 2, B: 1, C: 3}).duplicated == [A, C]
