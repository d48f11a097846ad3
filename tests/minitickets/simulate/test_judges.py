"""Each judge is shown to notice a function with one thing wrong; `tests/minitickets/bad` has many more."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from bookings import PoisonMessage, parse_booking
from minitickets.books.faults import Faults
from minitickets.simulate import environments
from minitickets.simulate.scenario import WorldOutcome
from sqs import response_of
from tickets import batch as tickets_batch
from tickets.store import DynamoTickets, S3Assets
from worker import batch, fates, jobs, run, visibility
from worker.leases import DynamoLeases
from worker.mailer import SesMailer
from worker.processed_jobs import DynamoProcessedJobs

Run = Callable[..., WorldOutcome]

SOME = Faults.model_validate(
    {
        "publishSeconds": 60,
        "copies": 0.2,
        "revised": 0.2,
        "poison": 0.1,
        "rejected": 0.1,
        "disruptions": [
            {"service": "ses", "kind": "throttle", "probability": 0.2},
            {"service": "dynamodb", "kind": "throttle", "probability": 0.1},
            {"service": "dynamodb", "kind": "slow", "probability": 0.3, "seconds": 0.7},
            {"service": "lambda", "kind": "throttle", "from": 10, "until": 30},
        ],
    }
)

_send, _put_png, _handle = SesMailer.send, S3Assets.put_png, batch.handle_batch


def _send_twice(mailer: SesMailer, booking: Any) -> str:
    _send(mailer, booking)
    return _send(mailer, booking)


def _answer_for_others(records: Any, ports: Any, remaining: Any) -> Any:
    return {"batchItemFailures": [*_handle(records, ports, remaining)["batchItemFailures"], {"itemIdentifier": "j0"}]}


def _lie(*_: Any, **__: Any) -> None:
    """Logs nothing."""


@pytest.mark.parametrize(
    ("where", "name", "wrong", "invariant"),
    [
        pytest.param(SesMailer, "send", lambda *_: "email-0-1", "answer", id="sends nothing"),
        pytest.param(SesMailer, "send", _send_twice, "order", id="sends twice"),
        pytest.param(DynamoProcessedJobs, "mark_done", lambda *_: None, "record", id="records nothing"),
        pytest.param(DynamoProcessedJobs, "is_done", lambda *_: False, "order", id="looks nowhere"),
        pytest.param(visibility, "BACKOFF_SECONDS", (10, 20, 120), "hiding", id="another backoff"),
        pytest.param(batch, "_hide", lambda *_: None, "hiding", id="hides nothing"),
        pytest.param(run.Run, "_allow_send", lambda _: None, "order", id="goes on after a throttle"),
        pytest.param(DynamoLeases, "_take", lambda *_: None, "lease", id="takes no lease"),
        pytest.param(environments, "handle_batch", _answer_for_others, "answer", id="other ids"),
        pytest.param(fates, "log_about", _lie, "log", id="logs nothing"),
        pytest.param(tickets_batch, "response_of", lambda _: response_of([]), "poison", id="all tickets are done"),
        pytest.param(DynamoTickets, "claim", lambda *_: True, "order", id="claims nothing"),
        pytest.param(DynamoTickets, "complete", lambda *_: True, "ticket lost", id="issues nothing"),
        pytest.param(S3Assets, "put_png", lambda *_: None, "ticket without QR code", id="draws nothing"),
        pytest.param(
            S3Assets, "put_png", lambda s3, key, png: _put_png(s3, key, png + b"x"), "ticket key", id="another token"
        ),
    ],
)
def test_what_is_wrong_is_noticed(
    run: Run, monkeypatch: pytest.MonkeyPatch, where: Any, name: str, wrong: Any, invariant: str
) -> None:
    monkeypatch.setattr(where, name, wrong)

    outcome = run(SOME, bookings=60, lease="true")

    assert invariant in outcome.violation_counts


def _take_any_quantity(body: str) -> Any:
    try:
        return parse_booking(body)
    except PoisonMessage:
        return parse_booking(json.dumps({**json.loads(body), "quantity": 1}))


def test_emails_for_poison_are_noticed_though_ses_never_answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "parse_booking", _take_any_quantity)
    lost = {"service": "ses", "kind": "lostAnswer", "probability": 0.9, "until": 60}

    outcome = run(Faults.model_validate({"publishSeconds": 60, "poison": 0.7, "disruptions": [lost]}), bookings=60)

    assert "poison" in outcome.violation_counts


def test_and_nothing_else_is(run: Run) -> None:
    assert not run(SOME, bookings=60, lease="true").violations
    assert not run(SOME, bookings=60).violations
