import json
from typing import Any

import pytest

from aws.calls import Refused, Unanswered
from bookings import Booking, PoisonMessage
from sqs import Message, MessageFailed, condition_held, log_about, reason_of, records_of, response_of, seconds_left

RECORD = {
    "messageId": "m1",
    "receiptHandle": "handle-m1",
    "body": "{}",
    "attributes": {"ApproximateReceiveCount": "3"},
    "eventSource": "aws:sqs",
}


class NeverMind(MessageFailed):
    pass


def refusal(code: str) -> Refused:
    return Refused("PutItem", code, "usr_42 may not", 400)


def message(message_id: str) -> Message:
    return Message(message_id, "", 1, "")


def test_a_record_is_read() -> None:
    assert Message.from_record(RECORD) == Message("m1", "handle-m1", 3, "{}")


@pytest.mark.parametrize("odd", [None, "record", 7, [], {}, {"messageId": 7, "body": None, "attributes": []}], ids=str)
def test_what_a_record_lacks_is_empty(odd: Any) -> None:
    assert Message.from_record(odd) == Message("", "", 1, "")


@pytest.mark.parametrize("count", ["", "many", "-1", "²", "9" * 5000, 3, None], ids=lambda count: str(count)[:9])
def test_an_unreadable_receive_count_is_the_first_receive(count: Any) -> None:
    assert Message.from_record({**RECORD, "attributes": {"ApproximateReceiveCount": count}}).receive_count == 1


def test_the_records_of_an_event_are_those_that_the_mapping_put_there() -> None:
    assert records_of({"Records": [RECORD, 7]}) == [RECORD, 7]


@pytest.mark.parametrize("event", [{}, {"Records": []}, {"Records": None}, None, [], "ping"], ids=str)
def test_an_event_of_another_source_has_no_records(event: Any) -> None:
    assert records_of(event) == []


def test_the_time_left_is_asked_for_each_time_and_in_seconds() -> None:
    class Context:
        milliseconds = iter([10_000, 9_500])

        def get_remaining_time_in_millis(self) -> int:
            return next(self.milliseconds)

    remaining = seconds_left(Context())
    assert [remaining(), remaining()] == [10.0, 9.5]


@pytest.mark.parametrize(
    ("failed", "named"), [([], []), (["m2", "m1"], ["m2", "m1"]), (["m1", "m1"], ["m1"]), ([""], [""])], ids=str
)
def test_each_failed_message_is_named_once_and_in_order(failed: list[str], named: list[str]) -> None:
    assert response_of(map(message, failed)) == {
        "batchItemFailures": [{"itemIdentifier": message_id} for message_id in named]
    }


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        pytest.param(NeverMind("too little time left"), "too little time left", id="ours"),
        pytest.param(NeverMind(), None, id="ours without a text"),
        pytest.param(PoisonMessage("quantity: is missing"), "quantity: is missing", id="poison"),
        pytest.param(refusal("AccessDeniedException"), "PutItem: AccessDeniedException", id="refused by AWS"),
        pytest.param(refusal(""), "PutItem: ", id="refused without a code"),
        pytest.param(Unanswered("PutItem", "ReadTimeoutError"), "PutItem: ReadTimeoutError", id="not answered"),
        pytest.param(ZeroDivisionError("ada@example.com"), None, id="anything else"),
    ],
)
def test_of_an_error_only_what_is_ours_or_a_code_is_told(error: Exception, reason: str | None) -> None:
    assert reason_of(error) == reason


def test_a_line_is_about_the_message_and_its_booking(capsys: pytest.CaptureFixture[str]) -> None:
    booking = Booking.model_construct(type="booking.confirmed", booking_id="bkg_1", correlation_id="c-1")
    about = {"messageId": "m1", "receiveCount": 3}
    log_about("INFO", "job_skipped", Message.from_record(RECORD), booking, reason="already done")
    log_about("WARNING", "job_failed", Message.from_record(RECORD), error=refusal("SlowDown"))
    skipped, failed = map(json.loads, capsys.readouterr().out.splitlines())
    assert skipped == {
        "level": "INFO",
        "message": "job_skipped",
        "correlationId": "c-1",
        "jobKey": "booking.confirmed:bkg_1",
        **about,
        "reason": "already done",
    }
    assert failed == {
        "level": "WARNING",
        "message": "job_failed",
        **about,
        "error": "Refused",
        "reason": "PutItem: SlowDown",
    }


def test_a_write_whose_condition_failed_is_told_from_one_that_failed() -> None:
    def write(*, error: Exception | None) -> None:
        if error:
            raise error

    assert condition_held(write, error=None)
    assert not condition_held(write, error=refusal("ConditionalCheckFailedException"))
    with pytest.raises(Refused, match="ThrottlingException"):
        condition_held(write, error=refusal("ThrottlingException"))
