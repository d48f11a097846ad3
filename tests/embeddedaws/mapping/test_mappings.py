"""Event source mappings of the whole service: moto's SQS on one side, processes on the other."""

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from embeddedaws.clients import Credentials
from embeddedaws.errors import ResourceConflictException, ResourceNotFoundException
from embeddedaws.functions.configuration import FunctionConfiguration
from embeddedaws.lambda_service import LambdaService
from embeddedaws.mapping.configuration import MappingConfiguration
from embeddedaws.mapping.events import MappingEvent, Succeeded
from tests.fixtures.log_sink import MemoryLogSink

pytestmark = pytest.mark.embedded

GROUP = "/minitickets/test/worker"

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


@pytest.fixture
def events() -> list[MappingEvent]:
    return []


@pytest.fixture
def sink() -> MemoryLogSink:
    return MemoryLogSink()


@pytest.fixture
def service(
    tmp_path: Path, endpoint_url: str, events: list[MappingEvent], sink: MemoryLogSink
) -> Iterator[LambdaService]:
    (tmp_path / "lambda.py").write_text(HANDLER)
    credentials = Credentials(access_key_id="AKIA", secret_access_key="secret", session_token="token")
    service = LambdaService(
        logs=sink,
        assume_role=lambda _role: credentials,
        endpoint_url=endpoint_url,
        region="ap-south-1",
        account_id="123456789012",
        task_root=tmp_path,
        observe=events.append,
        poll_interval=0.05,
    )
    yield service
    service.stop()


@pytest.fixture
def map_queue(service: LambdaService, sqs: Any) -> Callable[..., str]:
    """Makes the worker function with its timeout in seconds, and maps the queue to it."""

    def create(url: str, *, timeout: int = 1, **settings: Any) -> str:
        service.functions.create(
            FunctionConfiguration(
                name="worker", handler="lambda.handler", role_arn="role", log_group=GROUP, timeout=timeout
            )
        )
        return service.mappings.create(configuration(sqs.arn(url), **settings))

    return create


def configuration(queue_arn: str, **settings: Any) -> MappingConfiguration:
    defaults: dict[str, Any] = {"maximum_concurrency": 2, "report_batch_item_failures": True}
    return MappingConfiguration(queue_arn=queue_arn, function_name="worker", **(defaults | settings))


def records(service: LambdaService, sink: MemoryLogSink) -> list[dict[str, Any]]:
    """The records that the function was invoked with, from its log."""
    service.flush_logs()
    return [json.loads(line) for line in sink.lines(GROUP) if line.startswith("{")]


def test_messages_reach_the_function_and_are_deleted(
    service: LambdaService, sqs: Any, sink: MemoryLogSink, map_queue: Callable[..., str], until: Callable[..., None]
) -> None:
    url = sqs.create_queue()
    ids = sqs.send(url, *(f"message {number}" for number in range(25)))
    map_queue(url)
    until(lambda: sqs.count(url) == (0, 0))

    seen = records(service, sink)
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
    service: LambdaService,
    sqs: Any,
    sink: MemoryLogSink,
    map_queue: Callable[..., str],
    body: str,
    until: Callable[..., None],
) -> None:
    url = sqs.create_queue(VisibilityTimeout="2")
    (message_id,) = sqs.send(url, body)
    map_queue(url)
    until(lambda: sqs.count(url) == (0, 0))

    seen = records(service, sink)
    assert [record["messageId"] for record in seen] == [message_id, message_id]
    assert [record["attributes"]["ApproximateReceiveCount"] for record in seen] == ["1", "2"]


def test_a_message_that_always_fails_is_moved_to_the_dead_letter_queue_by_sqs(
    service: LambdaService, sqs: Any, sink: MemoryLogSink, map_queue: Callable[..., str], until: Callable[..., None]
) -> None:
    dead_letters = sqs.create_queue()
    redrive = json.dumps({"deadLetterTargetArn": sqs.arn(dead_letters), "maxReceiveCount": "2"})
    url = sqs.create_queue(VisibilityTimeout="1", RedrivePolicy=redrive)
    sqs.send(url, "always fail", "fine")
    map_queue(url)
    until(lambda: sqs.count(dead_letters) == (1, 0))

    assert sqs.count(url) == (0, 0)
    assert sorted(record["body"] for record in records(service, sink)) == ["always fail", "always fail", "fine"]


def test_a_function_killed_from_outside_loses_nothing(
    service: LambdaService,
    sqs: Any,
    events: list[MappingEvent],
    map_queue: Callable[..., str],
    until: Callable[..., None],
) -> None:
    url = sqs.create_queue(VisibilityTimeout="2")
    map_queue(url, timeout=2)
    (message_id,) = sqs.send(url, "hang once")
    until(lambda: any(state.busy and state.pid for state in service.functions.environments("worker")))
    (state,) = service.functions.environments("worker")
    assert state.pid is not None
    os.kill(state.pid, signal.SIGKILL)

    until(lambda: any(isinstance(event, Succeeded) for event in events))  # told after the message is deleted
    assert [event.message_ids for event in events if isinstance(event, Succeeded)] == [(message_id,)]
    assert sqs.count(url) == (0, 0)


def test_messages_wait_while_a_mapping_is_disabled(
    service: LambdaService, sqs: Any, map_queue: Callable[..., str], until: Callable[..., None]
) -> None:
    url = sqs.create_queue()
    mapping = map_queue(url, enabled=False)
    sqs.send(url, "message")
    time.sleep(0.3)
    assert sqs.count(url) == (1, 0)

    service.mappings.update(mapping, enabled=True)
    until(lambda: sqs.count(url) == (0, 0))
    service.mappings.update(mapping, enabled=False)
    sqs.send(url, "message")
    time.sleep(0.3)

    assert sqs.count(url) == (1, 0)
    assert [each.configuration.enabled for each in service.mappings.list()] == [False]


def test_a_mapping_that_loses_report_batch_item_failures_deletes_what_failed(
    service: LambdaService, sqs: Any, map_queue: Callable[..., str], until: Callable[..., None]
) -> None:
    url = sqs.create_queue(VisibilityTimeout="60")
    mapping = map_queue(url)
    sqs.send(url, "always fail")
    until(lambda: sqs.count(url) == (0, 1))

    service.mappings.update(mapping, report_batch_item_failures=False)
    sqs.send(url, "always fail")
    until(lambda: sqs.count(url) == (0, 1))

    assert not service.mappings.list()[0].configuration.report_batch_item_failures


def test_a_deleted_mapping_is_gone_and_may_be_made_again(
    service: LambdaService, sqs: Any, map_queue: Callable[..., str]
) -> None:
    url = sqs.create_queue()
    mapping = map_queue(url)
    service.mappings.delete(mapping)

    with pytest.raises(ResourceNotFoundException):
        service.mappings.update(mapping, enabled=False)
    assert service.mappings.create(configuration(sqs.arn(url))) != mapping


def test_a_second_mapping_of_the_same_queue_and_function_is_refused(
    service: LambdaService, sqs: Any, map_queue: Callable[..., str]
) -> None:
    url = sqs.create_queue()
    mapping = map_queue(url)
    arn = sqs.arn(url)

    with pytest.raises(ResourceConflictException) as refusal:
        service.mappings.create(configuration(arn))

    assert str(refusal.value) == (
        f'An event source mapping with SQS arn (" {arn} ") and function (" worker ") already exists. '
        f"Please update or delete the existing mapping with UUID {mapping}"
    )


def test_a_mapping_to_a_function_that_does_not_exist_is_refused(service: LambdaService, sqs: Any) -> None:
    with pytest.raises(ResourceNotFoundException, match="function:worker"):
        service.mappings.create(configuration(sqs.arn(sqs.create_queue())))


def test_stop_is_prompt_and_leaves_what_was_in_flight_in_the_queue(
    service: LambdaService, sqs: Any, map_queue: Callable[..., str], until: Callable[..., None]
) -> None:
    url = sqs.create_queue(VisibilityTimeout="60")
    map_queue(url, timeout=20)
    sqs.send(url, "wait")
    until(lambda: any(state.busy and state.pid for state in service.functions.environments("worker")))
    started = time.monotonic()
    service.stop()

    assert time.monotonic() - started < 2
    assert sqs.count(url) == (0, 1)
