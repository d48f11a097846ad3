"""The deployed program at work: real processes, real queues, failures made on purpose."""

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.moto.queue_time import QueueClock
from minitickets.stack.bookings import sample_booking
from minitickets.stack.deployed import APPS, DeployedStack, deploy
from minitickets.stack.drain import drain
from minitickets.stack.journal import Journal
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.project import find_project
from tests.fixtures.project import NAME
from tests.fixtures.servers import wait_until

pytestmark = pytest.mark.embedded

JOBS = f"{NAME}-dev-jobs"
WORKER = f"{NAME}-dev-worker"


class Watched:
    """The dev stack on an AWS of its own, and what its mappings did."""

    def __init__(self, stack: DeployedStack, journal: Journal) -> None:
        self.stack = stack
        self.aws = stack.aws
        self.journal = journal

    def publish(self, number: int, address: str | None = None) -> None:
        body = json.dumps(sample_booking("test", str(number), email=address))
        self.aws.clients.sqs.send_message(QueueUrl=self.stack.output("jobsQueueUrl"), MessageBody=body)

    def drain(self) -> None:
        drain(self.stack, self.journal.in_flight, lambda _progress: None, patience=15)

    def worker_log(self) -> Sequence[str]:
        return self.stack.read_logs()["worker"]

    def emails(self) -> Counter[str]:
        return Counter(email.recipient for email in self.aws.mailbox.emails)


@contextmanager
def _deployed(
    settings: dict[str, str] | None = None, *, speed: float = 1.0, task_root: Path = APPS
) -> Generator[Watched]:
    clock = QueueClock(speed)
    journal = Journal(clock)
    with EmbeddedAws("ap-south-1", task_root, clock=clock, observe=journal) as aws:
        yield Watched(deploy(aws, find_project(), "dev", settings), journal)


def test_what_is_deployed_is_what_was_planned_and_it_can_be_asked_for() -> None:
    planned = make_plan(find_project(), "dev").resources
    with _deployed() as watched:
        assert {(r.urn, r.protect) for r in watched.stack.recording.resources} == {(r.urn, r.protect) for r in planned}

        (mapping,) = watched.aws.clients.lambda_.list_event_source_mappings(FunctionName=WORKER)["EventSourceMappings"]
        assert (mapping.get("BatchSize"), mapping.get("ScalingConfig")) == (10, {"MaximumConcurrency": 5})
        assert mapping.get("FunctionResponseTypes") == ["ReportBatchItemFailures"]
        table = watched.aws.clients.dynamodb.describe_table(TableName=f"{NAME}-dev-tickets")["Table"]
        assert [index.get("IndexName") for index in table.get("GlobalSecondaryIndexes", [])] == ["by-event-date"]
        with pytest.raises(watched.aws.clients.lambda_.exceptions.ResourceConflictException, match="already exists"):
            watched.aws.clients.lambda_.create_event_source_mapping(
                EventSourceArn=mapping.get("EventSourceArn", ""), FunctionName=WORKER
            )


@pytest.mark.long
def test_a_failed_message_comes_back_after_10_then_40_then_120_seconds() -> None:
    with _deployed(speed=20) as watched:
        watched.publish(1, "fails-3-times@simulator.minitickets.example")
        wait_until(lambda: watched.aws.mailbox.emails, 40)
        watched.drain()

        (receives,) = watched.journal.deliveries(WORKER).values()
        waits = [later.received - earlier.received for earlier, later in pairwise(receives)]
        assert [wait >= least - 0.5 for wait, least in zip(waits, (10, 40, 120), strict=True)] == [True] * 3
        lines = [json.loads(line) for line in watched.worker_log() if line.startswith("{")]
        assert [(line["message"], line["receiveCount"]) for line in lines if "receiveCount" in line] == [
            ("job_failed", 1),
            ("job_failed", 2),
            ("job_failed", 3),
            ("email_sent", 4),
        ]


@pytest.mark.long
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
    with _deployed(task_root=code) as watched:
        # Shorter than the settings allow, so as not to wait.
        watched.aws.clients.lambda_.update_function_configuration(FunctionName=WORKER, Timeout=1)
        watched.aws.clients.sqs.set_queue_attributes(
            QueueUrl=watched.stack.output("jobsQueueUrl"), Attributes={"VisibilityTimeout": "6"}
        )
        watched.publish(1)
        wait_until(watched.journal.returns, 40)
        watched.drain()

        (back,) = watched.journal.returns()
        log = "\n".join(watched.worker_log())
        assert (tmp_path / "seen").read_text() == back.message_id
        assert "Task timed out after 1.00 seconds" in log
        assert f"again ['{back.message_id}']" in log


@pytest.mark.long
def test_a_function_that_is_killed_in_the_middle_loses_no_booking(monkeypatch: pytest.MonkeyPatch) -> None:
    with _deployed({"lease": "false"}) as watched:
        accept = watched.aws.mailbox._send

        def accept_slowly(request: Any) -> str:
            time.sleep(0.3)
            return accept(request)

        monkeypatch.setattr(watched.aws.mailbox, "_send", accept_slowly)
        for number in range(25):
            watched.publish(number)
        wait_until(lambda: watched.aws.mailbox.emails, 40)
        busy = [e for e in watched.aws.lambda_service.functions.environments(WORKER) if e.busy]
        for environment in busy:
            assert environment.pid is not None
            os.kill(environment.pid, signal.SIGKILL)
        watched.drain()

        assert busy
        assert any("signal: killed" in line for line in watched.worker_log())
        emails = watched.emails()
        assert set(emails) == {f"guest{number}@example.com" for number in range(25)}
        assert max(emails.values()) <= 2  # sent and not recorded: the one window that a crash leaves
        assert watched.aws.queue_state(f"{JOBS}-dlq").visible == 0
