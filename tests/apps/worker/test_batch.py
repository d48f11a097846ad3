from collections.abc import Callable
from itertools import repeat
from typing import TYPE_CHECKING, Any

import pytest

from side_by_side import on_threads
from worker.failures import AccountCannotSend, EmailRejected, LeaseHeld, SendFailed, Throttled, Unclear

if TYPE_CHECKING:
    from tests.apps.worker.conftest import World

Record = Callable[..., dict[str, Any]]
Events = Callable[[], list[tuple[str, str]]]
LogLines = Callable[[], list[dict[str, Any]]]


class Crash(BaseException):
    """The process dies here."""


def test_a_booking_is_checked_then_sent_then_recorded(world: "World", record: Record, events: Events) -> None:
    assert world.handle(record()) == []
    assert world.steps == ["check bkg_1", "hold bkg_1", "send bkg_1", "record bkg_1"]
    assert world.done == {"booking.confirmed:bkg_1": "email-bkg_1"}
    assert events() == [("email_sent", "m1")]


def test_a_booking_that_is_done_is_skipped_without_a_send(world: "World", record: Record, events: Events) -> None:
    world.done["booking.confirmed:bkg_1"] = "earlier"
    assert world.handle(record()) == []
    assert world.steps == ["check bkg_1"]
    assert events() == [("job_skipped", "m1")]


def test_an_event_without_records_is_a_success(world: "World") -> None:
    assert world.handle() == []
    assert world.steps == []


def test_a_booking_under_two_message_ids_is_sent_once(world: "World", record: Record, events: Events) -> None:
    assert world.handle(record("m1", "bkg_1"), record("m2", "bkg_2"), record("m3", "bkg_1")) == []
    assert world.sent_ids == ["bkg_1", "bkg_2"]
    assert events() == [("email_sent", "m1"), ("job_skipped", "m3"), ("email_sent", "m2")]


def test_two_messages_of_one_booking_with_different_content_are_one_email(world: "World", record: Record) -> None:
    other = record("m2")
    other["body"] = other["body"].replace("Hall 2", "Hall 3")
    assert world.handle(record("m1"), other) == []
    assert [booking.event.venue for booking in world.sent] == ["Hall 2"]


def test_every_message_of_a_failed_job_comes_back_by_its_own_receive_count(world: "World", record: Record) -> None:
    world.faults["send bkg_1"] = repeat(SendFailed())
    assert world.handle(record("m1", received=1), record("m2", received=3)) == ["m1", "m2"]
    assert world.hidden == {"m1": 10, "m2": 120}


@pytest.mark.parametrize(
    ("error", "hidden", "event"),
    [
        pytest.param(SendFailed("InternalFailure"), 40, "job_failed", id="transient"),
        pytest.param(Unclear("ReadTimeoutError"), 40, "job_failed", id="unclear"),
        pytest.param(Throttled("TooManyRequestsException"), 40, "job_failed", id="throttled"),
        pytest.param(AccountCannotSend("SendingPausedException"), 40, "job_failed", id="account"),
        pytest.param(EmailRejected("MessageRejected"), 0, "poison_message", id="poison"),
        pytest.param(ZeroDivisionError("ada@example.com"), 40, "job_failed", id="unexpected"),
    ],
)
def test_a_failed_send_is_not_recorded_and_comes_back(
    world: "World", record: Record, log_lines: LogLines, error: Exception, hidden: int, event: str
) -> None:
    world.faults["send bkg_1"] = iter([error])
    assert world.handle(record(received=2)) == ["m1"]
    assert world.hidden == {"m1": hidden}
    assert world.done == {}
    assert world.held == set()
    line = next(line for line in log_lines() if line["message"] == event)
    assert line["error"] == type(error).__name__
    assert (line["correlationId"], line["jobKey"], line["receiveCount"]) == ("c-bkg_1", "booking.confirmed:bkg_1", 2)
    assert "ada@example.com" not in str(line)


def test_an_unexpected_error_takes_no_neighbour_down(world: "World", record: Record) -> None:
    world.faults["check bkg_2"] = repeat(RuntimeError())
    assert world.handle(record("m1", "bkg_1"), record("m2", "bkg_2"), record("m3", "bkg_3")) == ["m2"]
    assert world.sent_ids == ["bkg_1", "bkg_3"]


def test_the_check_is_tried_once_more_before_the_job_fails(world: "World", record: Record) -> None:
    world.faults["check bkg_1"] = iter([RuntimeError()])
    assert world.handle(record()) == []
    assert world.sent_ids == ["bkg_1"]


def test_after_a_throttle_no_further_send_starts_but_done_jobs_are_still_skipped(
    world: "World", record: Record, events: Events
) -> None:
    world.faults["send bkg_1"] = iter([Throttled()])
    world.done["booking.confirmed:bkg_3"] = "earlier"
    records = [record("m1", "bkg_1"), record("m2", "bkg_2"), record("m3", "bkg_3")]
    assert world.handle(*records) == ["m1", "m2"]
    assert world.sent == []
    assert "send bkg_2" not in world.steps
    assert world.hidden == {"m1": 10, "m2": 10}
    assert events() == [("job_failed", "m1"), ("job_not_started", "m2"), ("job_skipped", "m3")]


def test_a_throttle_does_not_reach_the_next_batch(world: "World", record: Record) -> None:
    world.faults["send bkg_1"] = iter([Throttled()])
    world.handle(record())
    assert world.handle(record()) == []


def test_what_is_wrong_with_the_account_is_said_once(world: "World", record: Record, log_lines: LogLines) -> None:
    for booking_id in ("bkg_1", "bkg_2"):
        world.faults[f"send {booking_id}"] = repeat(AccountCannotSend("AccountSuspendedException"))
    assert world.handle(record("m1", "bkg_1"), record("m2", "bkg_2")) == ["m1", "m2"]
    said = [line for line in log_lines() if line["message"] == "account_cannot_send"]
    assert [(line["level"], line["reason"]) for line in said] == [("ERROR", "AccountSuspendedException")]


def test_a_record_that_fails_is_tried_again(world: "World", record: Record) -> None:
    world.faults["record bkg_1"] = iter([RuntimeError(), RuntimeError()])
    assert world.handle(record()) == []
    assert world.done == {"booking.confirmed:bkg_1": "email-bkg_1"}
    assert world.slept == [0.1, 0.2]


def test_a_sent_email_that_cannot_be_recorded_is_acknowledged_and_told(
    world: "World", record: Record, log_lines: LogLines
) -> None:
    world.faults["record bkg_1"] = repeat(RuntimeError())
    assert world.handle(record("m1"), record("m2")) == []
    assert world.steps.count("record bkg_1") == 5
    assert world.hidden == {}
    lines = {line["message"]: line for line in log_lines()}
    assert (lines["sent_not_recorded"]["level"], lines["sent_not_recorded"]["error"]) == ("ERROR", "RuntimeError")
    assert lines["job_skipped"]["messageId"] == "m2"


def test_the_record_is_tried_no_longer_than_the_deadline_allows(world: "World", record: Record) -> None:
    world.takes = {"send bkg_1": 5.0, "record bkg_1": 1.0}
    world.faults["record bkg_1"] = repeat(RuntimeError())
    assert world.handle(record()) == []
    assert world.steps.count("record bkg_1") == 3
    assert world.time_left >= world.budget.hide


def test_the_record_is_tried_however_little_time_a_slow_machine_has_left(world: "World", record: Record) -> None:
    world.takes["send bkg_1"] = 9.9
    assert world.handle(record()) == []
    assert world.done == {"booking.confirmed:bkg_1": "email-bkg_1"}


def test_a_job_that_could_not_finish_is_not_started(world: "World", record: Record, events: Events) -> None:
    world.takes["send bkg_1"] = 1.0
    assert world.handle(record("m1", "bkg_1"), record("m2", "bkg_2", received=2)) == ["m2"]
    assert world.sent_ids == ["bkg_1"]
    assert world.hidden == {"m2": 40}
    assert events() == [("email_sent", "m1"), ("job_not_started", "m2")]


def test_a_send_that_could_not_finish_is_not_started_though_the_job_was(world: "World", record: Record) -> None:
    world.takes = {"check bkg_1": 1.0, "hold bkg_1": 1.6}
    assert world.handle(record()) == ["m1"]
    assert world.steps == ["check bkg_1", "hold bkg_1", "hide"]
    assert world.held == set()


def test_a_job_that_takes_as_long_as_it_can_still_answers_in_time(world: "World", record: Record) -> None:
    world.takes = {"check bkg_1": 1, "hold bkg_1": 1, "send bkg_1": 5, "record bkg_1": 1, "hide": 1}
    world.faults["send bkg_1"] = iter([Unclear()])
    assert world.handle(record()) == ["m1"]
    assert world.time_left >= 0


def test_a_held_lease_makes_the_worker_back_off(world: "World", record: Record) -> None:
    world.faults["hold bkg_1"] = iter([LeaseHeld()])
    assert world.handle(record()) == ["m1"]
    assert world.sent == []
    assert world.hidden == {"m1": 10}


def test_a_crash_after_the_send_leaves_the_lease_held(world: "World", record: Record) -> None:
    world.faults["record bkg_1"] = iter([Crash()])
    with pytest.raises(Crash):
        world.handle(record())
    assert world.held == {"booking.confirmed:bkg_1"}


def test_poison_goes_back_at_once_and_spares_its_neighbour(world: "World", record: Record, log_lines: LogLines) -> None:
    assert world.handle(record("m1", body='{"type": 1}', received=2), record("m2", "bkg_2")) == ["m1"]
    assert world.hidden == {"m1": 0}
    assert world.sent_ids == ["bkg_2"]
    line = log_lines()[0]
    assert (line["message"], line["messageId"], line["error"]) == ("poison_message", "m1", "PoisonMessage")
    assert "bookingId" in line["reason"]


@pytest.mark.parametrize("odd", [None, 7, [], {}, {"messageId": 3, "body": {}, "attributes": "x"}])
def test_a_record_without_an_id_fails_the_whole_batch_after_the_others_were_done(
    world: "World", record: Record, odd: Any
) -> None:
    assert world.handle(odd, record()) == [""]
    assert world.sent_ids == ["bkg_1"]
    assert world.hidden == {}


def test_one_message_that_is_twice_in_a_batch_is_answered_once(world: "World", record: Record) -> None:
    world.faults["send bkg_1"] = repeat(SendFailed())
    assert world.handle(record(), record()) == ["m1"]


def test_a_failed_change_of_visibility_is_only_told(world: "World", record: Record, events: Events) -> None:
    world.faults = {"send bkg_1": iter([SendFailed()]), "hide": iter([RuntimeError()])}
    assert world.handle(record()) == ["m1"]
    assert events() == [("job_failed", "m1"), ("visibility_not_changed", "")]


def test_without_time_for_it_the_visibility_is_left_alone(world: "World", record: Record) -> None:
    world.time_left = 0.9
    assert world.handle(record()) == ["m1"]
    assert world.steps == []


def test_the_order_of_the_answer_is_that_of_the_batch_on_threads_too(world: "World", record: Record) -> None:
    world.run_all = on_threads(10)
    world.faults = {f"send bkg_{n}": iter([SendFailed()]) for n in (2, 4, 6)}
    records = [record(f"m{n}", f"bkg_{n}") for n in range(10)]
    assert world.handle(*records) == ["m2", "m4", "m6"]
    assert sorted(world.sent_ids) == ["bkg_0", "bkg_1", "bkg_3", "bkg_5", "bkg_7", "bkg_8", "bkg_9"]
