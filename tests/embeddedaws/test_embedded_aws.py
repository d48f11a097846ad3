"""The deployed program at work: real processes, real queues, failures made on purpose."""

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from embeddedaws.embedded_aws import APPS, EmbeddedAws
from embeddedaws.log_groups import read_log_group
from embeddedaws.queue_time import QueueClock
from minitickets.demo.journal import Journal
from minitickets.drain import drain
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.project import find_project
from pulumicheck.plan.recording import Recording
from tests.fixtures.project import NAME

pytestmark = pytest.mark.embedded

JOBS = f"{NAME}-dev-jobs"
WORKER = f"{NAME}-dev-worker"


class Deployed:
    """The dev stack on an AWS of its own."""

    def __init__(self, aws: EmbeddedAws, journal: Journal, recording: Recording) -> None:
        self.aws = aws
        self.journal = journal
        self.recording = recording

    def publish(self, number: int, address: str | None = None) -> None:
        booking: dict[str, Any] = {
            "type": "booking.confirmed",
            "bookingId": f"bkg_{number}",
            "correlationId": f"c-{number}",
            "userId": "usr_1",
            "recipient": {"email": address or f"guest{number}@example.com", "name": "Ada Lovelace"},
            "event": {"id": "evt_9", "title": "Night", "venue": "Hall 2", "startsAt": "2026-12-24T19:30:00+05:30"},
            "quantity": 1,
        }
        self.aws.clients.sqs.send_message(
            QueueUrl=self.recording.outputs["jobsQueueUrl"], MessageBody=json.dumps(booking)
        )

    def drain(self) -> None:
        drain(self.aws, [JOBS], self.journal.in_flight, lambda _progress: None, patience=15)

    def worker_log(self) -> list[str]:
        self.aws.lambda_service.flush_logs()
        return list(read_log_group(self.aws.clients.logs, self.recording.outputs["workerLogGroup"]))

    def emails(self) -> Counter[str]:
        return Counter(email.recipient for email in self.aws.mailbox.emails)


@contextmanager
def _deployed(
    folder: Path, settings: dict[str, str] | None = None, *, speed: float = 1.0, task_root: Path = APPS
) -> Generator[Deployed]:
    clock = QueueClock(speed)
    journal = Journal(clock)
    with EmbeddedAws("ap-south-1", folder / "emails", clock=clock, observe=journal, task_root=task_root) as aws:
        yield Deployed(aws, journal, aws.deploy(find_project(), "dev", settings))


def _until(condition: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + 40
    while not condition():
        assert time.monotonic() < deadline, f"{what} did not happen within 40 s"
        time.sleep(0.02)


def test_what_is_deployed_is_what_was_planned_and_it_can_be_asked_for(tmp_path: Path) -> None:
    planned = make_plan(find_project(), "dev").resources
    with _deployed(tmp_path) as stack:
        assert {(r.urn, r.protect) for r in stack.recording.resources} == {(r.urn, r.protect) for r in planned}

        (mapping,) = stack.aws.clients.lambda_.list_event_source_mappings(FunctionName=WORKER)["EventSourceMappings"]
        assert (mapping.get("BatchSize"), mapping.get("ScalingConfig")) == (10, {"MaximumConcurrency": 5})
        assert mapping.get("FunctionResponseTypes") == ["ReportBatchItemFailures"]
        table = stack.aws.clients.dynamodb.describe_table(TableName=f"{NAME}-dev-tickets")["Table"]
        assert [index.get("IndexName") for index in table.get("GlobalSecondaryIndexes", [])] == ["by-event-date"]
        with pytest.raises(stack.aws.clients.lambda_.exceptions.ResourceConflictException, match="already exists"):
            stack.aws.clients.lambda_.create_event_source_mapping(
                EventSourceArn=mapping.get("EventSourceArn", ""), FunctionName=WORKER
            )


def test_a_failed_message_comes_back_after_10_then_40_then_120_seconds(tmp_path: Path) -> None:
    with _deployed(tmp_path, speed=20) as stack:
        stack.publish(1, "fails-3-times@simulator.minitickets.example")
        _until(lambda: stack.aws.mailbox.emails, "the email")
        stack.drain()

        assert [each.after for each in stack.journal.returns()] == pytest.approx([10, 40, 120], abs=6)
        lines = [json.loads(line) for line in stack.worker_log() if line.startswith("{")]
        assert [(line["message"], line["receiveCount"]) for line in lines] == [
            ("job_failed", 1),
            ("job_failed", 2),
            ("job_failed", 3),
            ("email_sent", 4),
        ]


def test_a_function_that_hangs_is_killed_at_its_timeout_and_its_messages_come_back(tmp_path: Path) -> None:
    code = tmp_path / "code"
    code.mkdir()
    (code / "lambda.py").write_text(f"""
import pathlib, time
seen = pathlib.Path({str(tmp_path / "seen")!r})
def handler(event, context):
    if not seen.exists():
        seen.write_text(event["Records"][0]["messageId"])
        time.sleep(60)
    print("again", [record["messageId"] for record in event["Records"]], flush=True)
    return {{"batchItemFailures": []}}
""")
    settings = {"workerTimeout": "1", "jobsVisibilityTimeout": "6"}
    with _deployed(tmp_path, settings, task_root=code) as stack:
        stack.publish(1)
        _until(stack.journal.returns, "the message's return")
        stack.drain()

        (back,) = stack.journal.returns()
        log = "\n".join(stack.worker_log())
        assert (tmp_path / "seen").read_text() == back.message_id
        assert "Task timed out after 1.00 seconds" in log
        assert f"again ['{back.message_id}']" in log


@pytest.mark.long
def test_a_function_that_is_killed_in_the_middle_loses_no_booking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _deployed(tmp_path, {"lease": "false"}) as stack:
        accept = stack.aws.mailbox._send

        def accept_slowly(request: Any) -> str:
            time.sleep(0.3)
            return accept(request)

        monkeypatch.setattr(stack.aws.mailbox, "_send", accept_slowly)
        for number in range(25):
            stack.publish(number)
        _until(lambda: stack.aws.mailbox.emails, "the first email")
        busy = [e for e in stack.aws.lambda_service.functions.environments(WORKER) if e.busy]
        for environment in busy:
            assert environment.pid is not None
            os.kill(environment.pid, signal.SIGKILL)
        stack.drain()

        assert busy
        assert any("signal: killed" in line for line in stack.worker_log())
        emails = stack.emails()
        assert set(emails) == {f"guest{number}@example.com" for number in range(25)}
        assert max(emails.values()) <= 2  # sent and not recorded: the one window that a crash leaves
        assert stack.aws.queue_state(f"{JOBS}-dlq").visible == 0
