import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aws.calls import Refused
from bookings import PoisonMessage
from sqs import MessageFailed

if TYPE_CHECKING:
    from conftest import World

Record = Callable[..., dict[str, Any]]
Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Lines:
    """Gives the log lines written since the last call."""
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def _failed(*message_ids: str) -> dict[str, list[dict[str, str]]]:
    return {"batchItemFailures": [{"itemIdentifier": message_id} for message_id in message_ids]}


def test_a_good_message_is_answered_with_no_failure(world: "World", record: Record) -> None:
    assert world.handle(record()) == _failed()
    assert len(world.items) == 2


def test_an_empty_batch_is_answered_in_the_same_shape(world: "World") -> None:
    assert world.handle() == _failed()


def test_each_ticket_is_told_once(world: "World", record: Record, lines: Lines) -> None:
    world.handle(record())
    context = {
        "level": "INFO",
        "message": "ticket_issued",
        "correlationId": "c-7f3a",
        "jobKey": "booking.confirmed:bkg_01JD8Z",
        "messageId": "m-1",
        "receiveCount": 2,
    }
    assert lines() == [{**context, "reason": "ticket 1 of 2"}, {**context, "reason": "ticket 2 of 2"}]


def test_a_replay_is_told_as_skipped(world: "World", record: Record, lines: Lines) -> None:
    world.handle(record())
    lines()
    assert world.handle(record("m-2")) == _failed()
    assert [(line["message"], line["messageId"]) for line in lines()] == [("job_skipped", "m-2")]


def test_tickets_issued_before_a_failure_are_told_all_the_same(world: "World", record: Record, lines: Lines) -> None:
    world.crash_before = 5
    assert world.handle(record()) == _failed("m-1")
    assert [line["message"] for line in lines()] == ["ticket_issued", "job_failed"]


def test_poison_fails_alone_and_says_why(world: "World", record: Record, lines: Lines) -> None:
    batch = [record("good-1"), record("bad", quantity=5), record("good-2", bookingId="other")]
    assert world.handle(*batch) == _failed("bad")
    assert len(world.items) == 4
    (line,) = [line for line in lines() if line["level"] == "ERROR"]
    assert (line["message"], line["messageId"], line["receiveCount"]) == ("poison_message", "bad", 2)
    assert line["reason"].startswith("quantity: ")


def test_a_booking_for_two_events_is_poison(
    world: "World", record: Record, message: dict[str, Any], lines: Lines
) -> None:
    world.handle(record())
    lines()
    assert world.handle(record(event={**message["event"], "id": "evt_10"})) == _failed("m-1")
    (line,) = lines()
    assert (line["message"], line["jobKey"]) == ("poison_message", "booking.confirmed:bkg_01JD8Z")


def test_a_failure_leaves_its_neighbours_alone(world: "World", record: Record, lines: Lines) -> None:
    world.crash_before = 1
    assert world.handle(record("first"), record("second", bookingId="other")) == _failed("first")
    (line,) = [line for line in lines() if line["message"] == "job_failed"]
    assert (line["level"], line["error"], line["jobKey"]) == ("WARNING", "Crash", "booking.confirmed:bkg_01JD8Z")


def test_an_unusable_secret_is_named_in_the_log(world: "World", record: Record, lines: Lines) -> None:
    world.secret = ""
    assert world.handle(record()) == _failed("m-1")
    (line,) = lines()
    assert (line["error"], line["reason"]) == ("KeyRingError", "the signing secret's value is not JSON")


def test_each_reason_for_which_tickets_of_a_booking_fail_has_a_line(
    world: "World", record: Record, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(key: str, _: bytes) -> None:
        if key.endswith(("2.png", "3.png")):
            raise MessageFailed(key)
        raise PoisonMessage("no PNG")

    monkeypatch.setattr(world, "put_png", refuse)
    assert world.handle(record(quantity=4)) == _failed("m-1")
    assert [(line["level"], line["message"], line["reason"]) for line in lines()] == [
        ("ERROR", "poison_message", "no PNG"),
        ("WARNING", "job_failed", "tickets/bkg_01JD8Z/2.png"),
        ("WARNING", "job_failed", "tickets/bkg_01JD8Z/3.png"),
    ]


def test_a_refusal_by_aws_is_told_by_its_code(
    world: "World", record: Record, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> bool:
        raise Refused("PutItem", "AccessDeniedException", "usr_42 may not", 400)

    monkeypatch.setattr(world, "reserve", refuse)
    assert world.handle(record()) == _failed("m-1")
    (line,) = lines()
    assert (line["error"], line["reason"]) == ("Refused", "PutItem: AccessDeniedException")


def test_what_cannot_be_started_in_time_is_answered_as_failed(world: "World", record: Record, lines: Lines) -> None:
    world.seconds_left = 6.9
    assert world.handle(record("first"), record("second")) == _failed("first", "second")
    assert world.calls == []
    assert {(line["message"], line["error"]) for line in lines()} == {("job_failed", "OutOfTime")}


COUNTS = (None, ["x"], {"ApproximateReceiveCount": "9" * 5000})


@pytest.mark.parametrize(
    "odd",
    [{}, {"body": None}, {"body": "\ud800"}, {"body": 7}, *({"body": "{}", "attributes": count} for count in COUNTS)],
    ids=lambda odd: ascii(odd)[:60],
)
def test_an_odd_record_fails_alone(world: "World", record: Record, odd: dict[str, Any]) -> None:
    assert world.handle({"messageId": "odd", **odd}, record()) == _failed("odd")


def test_a_failed_record_without_an_id_fails_the_whole_batch_by_the_rules_of_aws(
    world: "World", record: Record
) -> None:
    assert world.handle({"body": "{}"}, record()) == _failed("")


@pytest.mark.parametrize("odd", [None, "record", 7, [], {"messageId": 7}], ids=str)
def test_what_is_no_record_fails_the_whole_batch_and_is_not_raised(world: "World", record: Record, odd: Any) -> None:
    assert world.handle(odd, record()) == _failed("")
    assert len(world.items) == 2


def test_a_message_that_is_in_the_batch_twice_is_answered_once(world: "World", record: Record) -> None:
    assert world.handle(record("bad", body="{}"), record("bad", body="{}")) == _failed("bad")


def test_no_line_carries_personal_data_or_a_token(
    world: "World", record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    world.handle(record(), record("bad", quantity=9), record("bad", body="Ada Lovelace"))
    output = capsys.readouterr().out
    assert not [word for word in ("Ada", "example.com", "MT1.", "usr_42", "Engines") if word in output]


@given(bodies=st.lists(st.sampled_from(["good", "poison", "junk"]), max_size=10))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_exactly_the_bad_messages_fail_in_any_batch(world: "World", record: Record, bodies: list[str]) -> None:
    makes = {"good": {}, "poison": {"quantity": 0}, "junk": {"body": "junk"}}
    records = [record(f"m-{position}", **makes[body]) for position, body in enumerate(bodies)]
    assert world.handle(*records) == _failed(*(f"m-{n}" for n, body in enumerate(bodies) if body != "good"))
