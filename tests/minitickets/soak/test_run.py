"""Each family of faults, in small, on real processes."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from minitickets.books.faults import Fault, Faults, Kind
from minitickets.soak.outcome import SoakOutcome

pytestmark = pytest.mark.embedded


Runs = Callable[..., SoakOutcome]


def _holds(outcome: SoakOutcome) -> None:
    assert not outcome.violations, f"seed {outcome.seed}: {outcome.violations}"
    assert outcome.lost == 0
    assert outcome.tickets >= outcome.bookings


@pytest.mark.long
def test_without_faults_each_booking_gets_exactly_one_email(under: Runs) -> None:
    outcome = under(Faults(), 12)

    _holds(outcome)
    assert outcome.emails_per_booking == {1: 12}
    assert (dict(outcome.windows), dict(outcome.faults)) == ({}, {})


@pytest.mark.long
def test_ses_is_slow_then_throttles_then_fails_then_hangs_up(under: Runs) -> None:
    kinds: tuple[Kind, ...] = ("slow", "throttle", "serverError", "lostRequest", "lostAnswer")
    faults = [
        Fault(service="ses", kind=kind, seconds=0.5 if kind == "slow" else None, since=n, until=n + 1, attempts=1)
        for n, kind in enumerate(kinds)
    ]
    outcome = under(Faults(publish_seconds=5, disruptions=faults), 20)

    _holds(outcome)
    assert set(outcome.faults.values()) == {4}
    assert outcome.emails_per_booking == {1: 16, 2: 4}  # accepted, and the answer was lost
    assert outcome.windows == {"unclear": 4}


@pytest.mark.long
def test_dynamodb_refuses_and_hangs_up_after_a_commit(under: Runs) -> None:
    faults = [
        Fault(service="dynamodb", kind="throttle", operation="GetItem", until=25, attempts=2),
        Fault(service="dynamodb", kind="lostAnswer", operation="PutItem", since=25, until=50, attempts=1),
        Fault(service="dynamodb", kind="serverError", operation="PutItem", since=50, until=75, attempts=5),
        Fault(service="dynamodb", kind="lostAnswer", operation="PutItem (ticket)", since=75, attempts=1),
    ]
    outcome = under(Faults(publish_seconds=100, disruptions=faults), 16)

    _holds(outcome)
    assert outcome.emails_per_booking == {1: 16}
    assert outcome.windows == {"not recorded": 4}  # in none of the worker's five tries


@pytest.mark.long
def test_processes_are_killed_between_send_and_record_and_at_any_other_moment(under: Runs) -> None:
    faults = [
        Fault(service="ses", kind="crashAfter", until=10, attempts=1),
        Fault(service="dynamodb", kind="crashBefore", operation="PutItem", since=50, until=60, attempts=1),
        Fault(service="dynamodb", kind="crashAfter", operation="PutItem (ticket)", since=90, attempts=1),
        Fault(service="lambda", kind="crash", probability=0.05),
    ]
    outcome = under(Faults(publish_seconds=100, disruptions=faults), 20, kill_every=0.3)

    _holds(outcome)
    assert outcome.faults["lambda kill"] <= 1  # on a fast machine the work is done before
    assert outcome.windows["crash"] >= 2
    assert sum(count for emails, count in outcome.emails_per_booking.items() if emails > 1) >= 2
    assert not [thread for thread in threading.enumerate() if thread.name == "chaos"]


@pytest.mark.long
def test_messages_come_twice(under: Runs) -> None:
    outcome = under(Faults(copies=1, disruptions=[Fault(service="sqs", kind="duplicate", attempts=1)]), 12)

    _holds(outcome)
    assert outcome.messages == 48
    assert outcome.faults["sqs duplicate"] == 24
    assert set(outcome.windows) <= {"two workers"}


@pytest.mark.long
def test_a_visibility_timeout_that_ends_during_a_send_lets_two_workers_send(under: Runs) -> None:
    outcome = under(Faults(disruptions=[Fault(service="ses", kind="overlap", until=75, attempts=1)]), 16)

    _holds(outcome)
    assert outcome.faults == {"ses overlap": 4}
    assert set(outcome.windows) <= {"two workers"}  # on a slow machine the second worker comes too late
    assert outcome.emails_per_booking.get(2, 0) <= outcome.windows.get("two workers", 0)


@pytest.mark.long
def test_dead_letters_that_are_moved_back_are_delivered(under: Runs) -> None:
    outcome = under(Faults(disruptions=[Fault(service="ses", kind="serverError", until=75, attempts=5)]), 8)

    _holds(outcome)
    assert outcome.dead_lettered == 2
    assert outcome.emails_per_booking == {1: 8}


@pytest.mark.long
def test_with_leases_two_workers_send_one_email(deployed: Callable[..., AbstractContextManager[Runs]]) -> None:
    with deployed(lease="true") as under:
        outcome = under(Faults(disruptions=[Fault(service="ses", kind="overlap", attempts=1)]), 4)

    _holds(outcome)
    assert outcome.emails_per_booking == {1: 4}
