from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from minitickets.books.email_ledger import EmailLedger
from minitickets.books.fates import Attempts, EmailFate
from minitickets.books.violations import Violations


@dataclass
class Books:
    leases: bool = False
    poison: bool = False
    violations: Violations = field(default_factory=lambda: Violations(lambda: 0))
    ledger: EmailLedger = field(init=False)

    def __post_init__(self) -> None:
        self.ledger = EmailLedger(self.violations, leases=self.leases)
        self.ledger.fates.append(EmailFate(poison=self.poison))
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


@pytest.fixture
def books() -> Callable[..., Books]:
    return Books


def test_one_email_needs_no_window(books: Callable[..., Books]) -> None:
    made = books()
    made.send()

    assert (made.broken, made.windows) == ([], {})


def test_a_second_email_without_a_window_is_one_too_many(books: Callable[..., Books]) -> None:
    made = books()
    made.send()
    made.send()

    assert made.broken == ["too many emails"]
    assert "by another invocation" in made.violations.first[0].what


def test_a_crash_between_email_and_record_allows_one_more(books: Callable[..., Books]) -> None:
    made = books()
    made.ledger.ended(made.send(record=False), killed=True)
    made.send()
    assert (made.broken, made.windows) == ([], {"crash": 1})

    made.send()
    assert made.broken == ["too many emails"]


def test_an_unclear_answer_allows_one_more(books: Callable[..., Books]) -> None:
    made = books()
    made.ledger.unclear(made.send(record=False), 0)
    made.send()

    assert (made.broken, made.windows) == ([], {"unclear": 1})


def test_an_unclear_answer_is_no_window_if_ses_never_had_the_email(books: Callable[..., Books]) -> None:
    made = books()
    made.ledger.unclear(Attempts(), 0)
    made.send()
    made.send()

    assert (made.broken, made.windows) == (["too many emails"], {})


def test_an_email_may_arrive_after_the_worker_has_given_up(books: Callable[..., Books]) -> None:
    made = books()
    late = Attempts()
    made.ledger.checked(late, 0)
    made.ledger.unclear(late, 0)
    made.send()

    made.ledger.accepted(late, 0)

    assert (made.broken, made.windows) == ([], {"unclear": 1})


def test_an_email_that_could_not_be_recorded_allows_one_more(books: Callable[..., Books]) -> None:
    made = books()
    made.ledger.ended(made.send(record=False), killed=False)
    made.send()

    assert (made.broken, made.windows) == ([], {"not recorded": 1})


def test_two_emails_of_one_attempt_are_one_too_many(books: Callable[..., Books]) -> None:
    made = books()
    attempts = made.send(record=False)

    made.ledger.accepted(attempts, 0)

    assert made.broken == ["too many emails"]
    assert "by the same invocation" in made.violations.first[0].what


def test_two_workers_may_meet_without_leases(books: Callable[..., Books]) -> None:
    made = books()
    first, second = Attempts(), Attempts()
    made.ledger.checked(first, 0)
    made.ledger.checked(second, 0)
    made.ledger.accepted(first, 0)
    made.ledger.recorded(first, 0)
    made.ledger.accepted(second, 0)

    assert (made.broken, made.windows) == ([], {"two workers": 1})


def test_two_workers_never_meet_with_leases(books: Callable[..., Books]) -> None:
    made = books(leases=True)
    made.send(record=False)
    made.send(record=False)

    assert made.broken == ["lease"]


def test_a_booking_whose_last_message_is_deleted_without_an_email_is_lost(books: Callable[..., Books]) -> None:
    made = books()
    made.ledger.published(0)
    made.ledger.deleted(0)
    assert made.broken == []

    made.ledger.deleted(0)

    assert made.broken == ["lost"]
    assert made.ledger.lost() == 1


def test_a_booking_whose_last_message_expires_without_an_email_is_lost(books: Callable[..., Books]) -> None:
    made = books()
    made.ledger.expired(0)

    assert made.broken == ["lost"]


def test_a_dead_letter_is_not_lost_if_its_reason_is_known(books: Callable[..., Books]) -> None:
    known, unknown = books(), books()
    known.ledger.dead_lettered(0, "job_failed: TooManyRequestsException")
    unknown.ledger.dead_lettered(0, None)

    assert (known.broken, known.ledger.lost()) == ([], 0)
    assert unknown.broken == ["dead letter"]


def test_what_is_no_booking_gets_no_email_and_is_not_deleted(books: Callable[..., Books]) -> None:
    sent, deleted = books(poison=True), books(poison=True)
    sent.send()
    deleted.ledger.deleted(0)

    assert sent.broken == ["poison"]
    assert deleted.broken == ["lost"]
