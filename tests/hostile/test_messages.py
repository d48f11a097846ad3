"""Each message of the corpus through both functions' entry points, with a good neighbour on either side."""

import importlib
import json
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from fuzz.hostile_messages import HostileMessage, good_body, hostile_messages
from fuzz.worlds import TicketsWorld, WorkerWorld, failed_ids

CASES = pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in hostile_messages()])
ENVIRONMENT = {
    "AWS_REGION": "ap-south-1",
    "AWS_DEFAULT_REGION": "ap-south-1",
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "PROCESSED_JOBS_TABLE": "processed-jobs",
    "JOBS_QUEUE_URL": "https://sqs.ap-south-1.amazonaws.com/123456789012/jobs",
    "SENDER": "no-reply@minitickets.theversehub.in",
    "TICKETS_TABLE": "tickets",
    "ASSETS_BUCKET": "assets",
    "SIGNING_SECRET_ARN": "arn:aws:secretsmanager:ap-south-1:123456789012:secret:signing-key",
}

CONTEXT = SimpleNamespace(get_remaining_time_in_millis=lambda: 30_000)

Log = Callable[[], list[dict[str, Any]]]


@pytest.fixture(scope="module")
def entry_points() -> Iterator[dict[str, Any]]:
    """Both entry points as the runtime finds them, in a new execution environment."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ENVIRONMENT.items():
            patch.setenv(name, value)
        for name in ("lambda", "ticket_lambda"):
            patch.delitem(sys.modules, name, raising=False)
        yield {name: importlib.import_module(name) for name in ("lambda", "ticket_lambda")}
        for name in ("lambda", "ticket_lambda"):
            sys.modules.pop(name, None)


@pytest.fixture
def log(capsys: pytest.CaptureFixture[str]) -> Log:
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def batch(case: HostileMessage) -> dict[str, Any]:
    """What Lambda makes of the messages: JSON, which also carries what SQS would refuse."""
    bodies = {"before": good_body("bkg_before"), "hostile": case.body, "after": good_body("bkg_after")}
    records = [{"messageId": id_, "receiptHandle": f"handle-{id_}", "body": body} for id_, body in bodies.items()]
    return json.loads(json.dumps({"Records": records}))


def poison_line(case: HostileMessage) -> dict[str, Any]:
    """All that the log may say: the expected line to the letter, so that nothing of the message is in it."""
    return {
        "level": "ERROR",
        "message": "poison_message",
        "messageId": "hostile",
        "receiveCount": 1,
        "error": "PoisonMessage",
        "reason": case.poison,
    }


def job_line(event: str, message_id: str, booking: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
    line = {
        "level": "INFO",
        "message": event,
        "correlationId": booking["correlationId"],
        "jobKey": f"booking.confirmed:{booking['bookingId']}",
        "messageId": message_id,
        "receiveCount": 1,
    }
    return line | ({"reason": reason} if reason else {})


@CASES
def test_the_worker_sends_it_harmlessly_or_answers_it_as_poison(
    case: HostileMessage,
    entry_points: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    log: Log,
    check_request: Callable[[dict[str, Any], str, HostileMessage], None],
) -> None:
    world = WorkerWorld()
    monkeypatch.setattr(entry_points["lambda"], "_ports", world.ports)

    failed = failed_ids(entry_points["lambda"].handler(batch(case), CONTEXT))

    lines = log()
    if case.poison is not None:
        assert (failed, world.hidden) == (["hostile"], {"hostile": 0})
        assert lines.pop(0) == poison_line(case)
        assert len(world.requests) == 2
    else:
        booking = json.loads(case.body)
        assert failed == []
        assert lines.pop(1) == job_line("email_sent", "hostile", booking)
        check_request(world.requests.pop(1), booking["recipient"]["email"], case)
    assert [(line["message"], line["messageId"], line["receiveCount"]) for line in lines] == [
        ("email_sent", "before", 1),
        ("email_sent", "after", 1),
    ]
    assert [request["Destination"]["ToAddresses"] for request in world.requests] == [["ada@example.com"]] * 2


@CASES
def test_the_tickets_function_issues_its_tickets_or_answers_it_as_poison(
    case: HostileMessage, entry_points: dict[str, Any], monkeypatch: pytest.MonkeyPatch, log: Log
) -> None:
    world = TicketsWorld()
    monkeypatch.setattr(entry_points["ticket_lambda"], "_issuer", world.issuer)

    failed = failed_ids(entry_points["ticket_lambda"].handler(batch(case), CONTEXT))

    lines = [line for line in log() if line["messageId"] == "hostile"]
    booked = {"bkg_before", "bkg_after"}
    if case.poison_for_tickets is not None:
        assert (failed, lines) == (["hostile"], [poison_line(case)])
    else:
        booking = json.loads(case.body)
        booked.add(booking["bookingId"])
        assert failed == []
        assert lines == [job_line("ticket_issued", "hostile", booking, f"ticket {number} of 2") for number in (1, 2)]
    assert set(world.tokens) == {f"tickets/{booking_id}/{number}.png" for booking_id in booked for number in (1, 2)}


def test_the_whole_corpus_in_one_batch_ends_in_one_answer(log: Log) -> None:
    cases = hostile_messages()
    records = [{"messageId": case.id, "receiptHandle": "x", "body": case.body} for case in cases]
    poison = [case.id for case in cases if case.poison is not None]
    poison_for_tickets = [case.id for case in cases if case.poison_for_tickets is not None]

    for world, expected in ((WorkerWorld(), poison), (TicketsWorld(), poison_for_tickets)):
        assert world.handle(*records) == expected
        assert [line["messageId"] for line in log() if line["message"] == "poison_message"] == expected
