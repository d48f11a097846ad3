"""Event source mappings of the whole service: moto's SQS on one side, processes on the other."""

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from embeddedaws.errors import ResourceConflictException
from embeddedaws.mapping.events import MappingEvent, Succeeded
from tests.fixtures.lambdas import GROUP, MemoryLogSink, a_function, a_mapping, a_service
from tests.fixtures.servers import wait_until

from .conftest import Sqs

pytestmark = pytest.mark.embedded

# Bodies tell the function what to do; the first delivery and later ones may differ.
HANDLER = """
import json, os, time

def handler(event, context):
    failed = []
    for record in event["Records"]:
        print(json.dumps(record))
        first = record["attributes"]["ApproximateReceiveCount"] == "1"
        match record["body"]:
            case "fail once" if first:
                failed.append(record["messageId"])
            case "always fail":
                failed.append(record["messageId"])
            case "die once" if first:
                os.kill(os.getpid(), 9)
            case "hang once" if first:
                time.sleep(60)
            case "wait":
                time.sleep(9)
    return {"batchItemFailures": [{"itemIdentifier": each} for each in failed]}
"""


class Mapped:
    """The service over a folder with the handler, and what it told; the queues are those of `sqs`."""

    def __init__(self, task_root: Path, sqs: Sqs) -> None:
        self.sqs = sqs
        self.events: list[MappingEvent] = []
        self._sink = MemoryLogSink()
        (task_root / "lambda.py").write_text(HANDLER)
        url = sqs.client.meta.endpoint_url
        self.service = a_service(
            task_root, self._sink, endpoint_url=url, observe=self.events.append, poll_interval=0.05
        )

    def map(self, url: str, *, timeout: int = 1, **settings: Any) -> str:
        """Makes the worker function with its timeout in seconds, and maps the queue to it."""
        self.service.functions.create(a_function(timeout=timeout))
        return self.map_again(url, **settings)

    def map_again(self, url: str, **settings: Any) -> str:
        return self.service.mappings.create(a_mapping(self.sqs.arn(url), **settings))

    def records(self) -> list[dict[str, Any]]:
        """The records that the function was invoked with, from its log."""
        self.service.flush_logs()
        return [json.loads(line) for line in self._sink.lines(GROUP) if line.startswith("{")]

    def working(self) -> list[int]:
        """The process ids of the environments that are at work."""
        return [state.pid for state in self.service.functions.environments("worker") if state.busy and state.pid]


@pytest.fixture
def mapped(tmp_path: Path, sqs: Sqs) -> Iterator[Mapped]:
    mapped = Mapped(tmp_path, sqs)
    yield mapped
    mapped.service.stop()


def test_messages_reach_the_function_and_are_deleted(mapped: Mapped, sqs: Sqs) -> None:
    url = sqs.create_queue()
    ids = sqs.send(url, *(f"message {number}" for number in range(25)))
    mapped.map(url)
    wait_until(lambda: sqs.count(url) == (0, 0))

    seen = mapped.records()
    assert sorted(record["messageId"] for record in seen) == sorted(ids)
    assert {record["eventSourceARN"] for record in seen} == {sqs.arn(url)}
    assert set(seen[0]) == {
        "messageId",
        "receiptHandle",
        "body",
        "attributes",
        "messageAttributes",
        "md5OfBody",
        "eventSource",
        "eventSourceARN",
        "awsRegion",
    }


@pytest.mark.parametrize("body", ["fail once", "die once", "hang once"])
def test_what_failed_returns_after_the_visibility_timeout_with_its_count_raised(
    mapped: Mapped, sqs: Sqs, body: str
) -> None:
    url = sqs.create_queue(VisibilityTimeout="2")
    (message_id,) = sqs.send(url, body)
    mapped.map(url)
    wait_until(lambda: sqs.count(url) == (0, 0))

    seen = mapped.records()
    assert [record["messageId"] for record in seen] == [message_id, message_id]
    assert [record["attributes"]["ApproximateReceiveCount"] for record in seen] == ["1", "2"]


def test_a_message_that_always_fails_is_moved_to_the_dead_letter_queue_by_sqs(mapped: Mapped, sqs: Sqs) -> None:
    dead_letters = sqs.create_queue()
    redrive = json.dumps({"deadLetterTargetArn": sqs.arn(dead_letters), "maxReceiveCount": "2"})
    url = sqs.create_queue(VisibilityTimeout="1", RedrivePolicy=redrive)
    sqs.send(url, "always fail", "fine")
    mapped.map(url)
    wait_until(lambda: sqs.count(dead_letters) == (1, 0))

    assert sqs.count(url) == (0, 0)
    assert sorted(record["body"] for record in mapped.records()) == ["always fail", "always fail", "fine"]


def test_a_function_killed_from_outside_loses_nothing(mapped: Mapped, sqs: Sqs) -> None:
    url = sqs.create_queue(VisibilityTimeout="2")
    mapped.map(url, timeout=2)
    (message_id,) = sqs.send(url, "hang once")
    wait_until(mapped.working)
    (pid,) = mapped.working()
    os.kill(pid, signal.SIGKILL)

    # It is told after the message is deleted.
    wait_until(lambda: any(isinstance(event, Succeeded) for event in mapped.events))
    assert [event.message_ids for event in mapped.events if isinstance(event, Succeeded)] == [(message_id,)]
    assert sqs.count(url) == (0, 0)


def test_messages_wait_while_a_mapping_is_disabled(mapped: Mapped, sqs: Sqs) -> None:
    url = sqs.create_queue()
    mapping = mapped.map(url, enabled=False)
    sqs.send(url, "message")
    time.sleep(0.3)
    assert sqs.count(url) == (1, 0)

    mapped.service.mappings.update(mapping, enabled=True)
    wait_until(lambda: sqs.count(url) == (0, 0))
    mapped.service.mappings.update(mapping, enabled=False)
    sqs.send(url, "message")
    time.sleep(0.3)

    assert sqs.count(url) == (1, 0)
    assert [each.configuration.enabled for each in mapped.service.mappings.list()] == [False]


def test_a_mapping_that_loses_report_batch_item_failures_deletes_what_failed(mapped: Mapped, sqs: Sqs) -> None:
    url = sqs.create_queue(VisibilityTimeout="60")
    mapping = mapped.map(url)
    sqs.send(url, "always fail")
    wait_until(lambda: sqs.count(url) == (0, 1))

    mapped.service.mappings.update(mapping, report_batch_item_failures=False)
    sqs.send(url, "always fail")
    wait_until(lambda: sqs.count(url) == (0, 1))

    assert not mapped.service.mappings.list()[0].configuration.report_batch_item_failures


def test_a_second_mapping_of_the_same_queue_and_function_is_refused(mapped: Mapped, sqs: Sqs) -> None:
    url = sqs.create_queue()
    mapping = mapped.map(url)

    with pytest.raises(ResourceConflictException) as refusal:
        mapped.map_again(url)

    assert str(refusal.value) == (
        f'An event source mapping with SQS arn (" {sqs.arn(url)} ") and function (" worker ") already exists. '
        f"Please update or delete the existing mapping with UUID {mapping}"
    )


def test_stop_is_prompt_and_leaves_what_was_in_flight_in_the_queue(mapped: Mapped, sqs: Sqs) -> None:
    url = sqs.create_queue(VisibilityTimeout="60")
    mapped.map(url, timeout=20)
    sqs.send(url, "wait")
    wait_until(mapped.working)
    started = time.monotonic()
    mapped.service.stop()

    assert time.monotonic() - started < 2
    assert sqs.count(url) == (0, 1)
