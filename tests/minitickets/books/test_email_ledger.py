from collections.abc import Callable

import pytest

from minitickets.books.email_ledger import EmailLedger
from minitickets.books.fates import Attempts, EmailFate
from minitickets.books.violations import Violations


class Books:
    def __init__(self, *, leases: bool = False, poison: bool = False) -> None:
        self.violations = Violations(lambda: 0)
        self.ledger = EmailLedger(self.violations, leases=leases)
        self.ledger.fates.append(EmailFate(poison=poison))
        self.ledger.published(0)

    @property
    def broken(self) -> list[str]:
        return [violation.invariant for violation in self.violations.first]

    @property
    def windows(self) -> dict[str, int]:
        return {name: count for name, count in self.ledger.windows.items() if count}

    def send(self, *, record: bool = True) -> Attempts:
        attempts = Attempts()
        self.ledger.checked(attempts, 0)
        self.ledger.accepted(attempts, 0)
        if record:
            self.ledger.recorded(attempts, 0)
            self.ledger.ended(attempts, killed=False)
        return attempts


def test_one_email_needs_no_window_and_a_second_one_is_one_too_many() -> None:
    made = Books()
    made.send()
    assert (made.broken, made.windows) == ([], {})

    made.send()
    assert made.broken == ["too many emails"]
    assert "by another invocation" in made.violations.first[0].what


@pytest.mark.parametrize(
    ("window", "ends"),
    [
        pytest.param("crash", lambda books, sent: books.ledger.ended(sent, killed=True), id="crash before the record"),
        pytest.param("unclear", lambda books, sent: books.ledger.unanswered(sent, 0), id="unclear answer"),
        pytest.param(
            "not recorded",
            lambda books, sent: (books.ledger.record_failed(sent, 0), books.ledger.ended(sent, killed=False)),
            id="the world failed the record",
        ),
    ],
)
def test_a_window_allows_one_more_email(window: str, ends: Callable[[Books, Attempts], None]) -> None:
    made = Books()
    ends(made, made.send(record=False))
    made.send()
    assert (made.broken, made.windows) == ([], {window: 1})

    made.send()
    assert made.broken == ["too many emails"]


def test_a_record_that_nobody_tried_is_no_window_but_a_breach() -> None:
    made = Books()
    made.ledger.ended(made.send(record=False), killed=False)
    made.send()

    assert (made.broken, made.windows) == (["record", "too many emails"], {})


@pytest.mark.parametrize(
    ("does", "breach"),
    [
        pytest.param(lambda ledger, attempts: ledger.accepted(attempts, 0), "order", id="sends without a look"),
        pytest.param(lambda ledger, attempts: ledger.recorded(attempts, 0), "order", id="records before it sends"),
        pytest.param(
            lambda ledger, attempts: (ledger.checked(attempts, 0, done=True), ledger.accepted(attempts, 0)),
            "order",
            id="sends what is done",
        ),
    ],
)
def test_the_order_is_look_send_record(does: Callable[[EmailLedger, Attempts], object], breach: str) -> None:
    made = Books()

    does(made.ledger, Attempts())

    assert made.broken == [breach]


def test_a_worker_that_did_not_look_met_nobody() -> None:
    made = Books()
    made.send()

    made.ledger.accepted(Attempts(), 0)

    assert made.windows == {}
    assert "too many emails" in made.broken


def test_an_unclear_answer_is_no_window_if_ses_never_had_the_email() -> None:
    made = Books()
    made.ledger.unanswered(Attempts(), 0)
    made.send()
    made.send()

    assert (made.broken, made.windows) == (["too many emails"], {})


def test_an_email_may_arrive_after_the_worker_has_given_up() -> None:
    made = Books()
    late = Attempts()
    made.ledger.checked(late, 0)
    made.ledger.unanswered(late, 0)
    made.send()

    made.ledger.accepted(late, 0)

    assert (made.broken, made.windows) == ([], {"unclear": 1})


def test_two_emails_of_one_attempt_are_one_too_many() -> None:
    made = Books()
    attempts = made.send(record=False)

    made.ledger.accepted(attempts, 0)

    assert made.broken == ["too many emails"]
    assert "by the same invocation" in made.violations.first[0].what


def test_two_workers_may_meet_without_leases() -> None:
    made = Books()
    first, second = Attempts(), Attempts()
    made.ledger.checked(first, 0)
    made.ledger.checked(second, 0)
    made.ledger.accepted(first, 0)
    made.ledger.recorded(first, 0)
    made.ledger.accepted(second, 0)

    assert (made.broken, made.windows) == ([], {"two workers": 1})


def test_two_workers_never_meet_with_leases() -> None:
    made = Books(leases=True)
    made.send(record=False)
    made.send(record=False)

    assert set(made.broken) == {"lease"}


def test_a_send_needs_the_lease() -> None:
    made, attempts = Books(leases=True), Attempts()
    made.ledger.checked(attempts, 0)
    attempts[0].leased = True

    made.ledger.accepted(attempts, 0)

    assert made.broken == []


@pytest.mark.parametrize(
    ("happens", "broken", "lost"),
    [
        pytest.param(lambda books: (books.published(0), books.deleted(0)), [], 0, id="one of two messages is deleted"),
        pytest.param(lambda books: books.deleted(0), ["lost"], 1, id="its last message is deleted"),
        pytest.param(lambda books: books.expired(0), ["lost"], 1, id="its last message expires"),
        pytest.param(lambda books: books.dead_lettered(0, "job_failed: Throttled"), [], 0, id="a dead letter"),
        pytest.param(lambda books: books.dead_lettered(0, None), ["dead letter"], 0, id="one without a known reason"),
    ],
)
def test_a_booking_without_an_email_needs_a_message_or_a_dead_letter(
    happens: Callable[[EmailLedger], object], broken: list[str], lost: int
) -> None:
    made = Books()
    happens(made.ledger)

    assert (made.broken, made.ledger.lost()) == (broken, lost)


def test_what_is_no_booking_gets_no_email_and_is_not_deleted() -> None:
    sent, deleted = Books(poison=True), Books(poison=True)
    sent.send()
    deleted.ledger.deleted(0)

    assert sent.broken == ["poison"]
    assert deleted.broken == ["lost"]
