import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from moto.sqs import models as sqs_models

from embeddedaws.clients import Clients
from embeddedaws.log_groups import read_log_group
from embeddedaws.moto.queue_time import LongPolling, QueueClock
from tests.fixtures.servers import refusal_of

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    from types_boto3_sqs import SQSClient

SPEED = 10.0
WAIT = 20
"""Seconds of a long poll that must not be waited for, where the queue's clock is as fast as ours."""

in_real_time = pytest.mark.parametrize("speed", [1.0], ids=["real time"])


class World:
    """A queue named jobs whose clock is some times as fast as ours."""

    def __init__(self, serve: Callable[..., Clients], app: "WSGIApplication", clock: QueueClock) -> None:
        self.clock = clock
        self.clients = serve(LongPolling(app, clock))
        self.sqs: SQSClient = self.clients.sqs
        self.url = self.sqs.create_queue(QueueName="jobs")["QueueUrl"]

    def send(self, body: str = "hello", delay: int = 0) -> None:
        self.sqs.send_message(QueueUrl=self.url, MessageBody=body, DelaySeconds=delay)

    def receive(self, wait: int | None = None, visibility: int = 30) -> list[str]:
        waiting: dict[str, Any] = {} if wait is None else {"WaitTimeSeconds": wait}
        answer = self.sqs.receive_message(QueueUrl=self.url, VisibilityTimeout=visibility, **waiting)
        return [message.get("Body", "") for message in answer.get("Messages", [])]


@pytest.fixture
def speed() -> float:
    return SPEED


@pytest.fixture
def world(serve: Callable[..., Clients], moto: "WSGIApplication", speed: float) -> Iterator[World]:
    clock = QueueClock(speed)
    with clock.installed():
        yield World(serve, moto, clock)


def test_a_clock_runs_with_the_wall_clock_if_nothing_else_is_said() -> None:
    before, clock = time.time(), QueueClock()

    assert before <= clock.now() <= time.time()
    assert clock.wall_seconds(20) == 20


def test_a_clock_can_run_faster_and_be_put_forward() -> None:
    clock = QueueClock(speed=1000)
    before = clock.now()

    time.sleep(0.01)
    clock.skip(120)
    clock.skip(40)

    assert clock.now() - before >= 170
    assert clock.skipped == 160
    assert clock.wall_seconds(20) == 0.02


def _times_of_queues() -> list[float]:
    models: Any = sqs_models
    return [models.unix_time(), models.unix_time_millis() / 1000]


def test_queues_go_by_the_clock_and_return_to_real_time_afterwards() -> None:
    clock = QueueClock()
    clock.skip(1000)
    before = time.time() - 0.002  # moto rounds to milliseconds
    with clock.installed():
        assert all(before + 1000 <= each <= time.time() + 1000 for each in _times_of_queues())
    assert all(before <= each <= time.time() for each in _times_of_queues())


def test_a_hidden_message_returns_after_its_timeout_of_queue_time(world: World, seconds: Callable[[], float]) -> None:
    world.send()
    world.receive(visibility=6)

    assert world.receive() == []
    assert world.receive(wait=20) == ["hello"]
    assert seconds() >= 0.5  # 6 seconds, ten times as fast


def test_a_skip_shows_what_was_hidden(world: World) -> None:
    world.send()
    world.receive(visibility=3600)
    assert world.receive() == []

    world.clock.skip(3600)

    assert world.receive() == ["hello"]


@in_real_time
def test_a_long_poll_answers_as_soon_as_a_message_is_sent(world: World, seconds: Callable[[], float]) -> None:
    threading.Timer(0.3, world.send).start()

    assert world.receive(wait=WAIT) == ["hello"]
    assert 0.3 <= seconds() < WAIT


@in_real_time
def test_a_long_poll_answers_as_soon_as_a_skip_shows_a_message(world: World, seconds: Callable[[], float]) -> None:
    world.send(delay=900)
    threading.Timer(0.1, world.clock.skip, [900]).start()

    assert world.receive(wait=WAIT) == ["hello"]
    assert seconds() < WAIT


def test_a_long_poll_ends_with_nothing_when_its_wait_is_over(world: World, seconds: Callable[[], float]) -> None:
    assert world.receive(wait=5) == []
    assert seconds() >= 0.5


@in_real_time
@pytest.mark.parametrize("wait", [None, 0], ids=["not given", "zero"])
def test_a_receive_that_asks_for_no_wait_gets_none(
    world: World, seconds: Callable[[], float], wait: int | None
) -> None:
    assert world.receive(wait) == []
    assert seconds() < WAIT


def test_others_are_served_while_one_waits(world: World, seconds: Callable[[], float]) -> None:
    waiting = threading.Thread(target=world.receive, args=(8,))
    waiting.start()
    time.sleep(0.1)
    other = world.sqs.create_queue(QueueName="other")["QueueUrl"]
    world.sqs.send_message(QueueUrl=other, MessageBody="not for the one who waits")

    assert waiting.is_alive()
    waiting.join()
    assert seconds() >= 0.8


@pytest.mark.parametrize(
    ("queue", "arguments", "code"),
    [
        pytest.param("jobsx", {}, "AWS.SimpleQueueService.NonExistentQueue", id="no such queue"),
        pytest.param("jobs", {"MaxNumberOfMessages": 11}, "InvalidParameterValue", id="too many at once"),
    ],
)
@in_real_time
def test_what_is_refused_is_refused_at_once(
    world: World, seconds: Callable[[], float], queue: str, arguments: dict[str, int], code: str
) -> None:
    url = world.url.replace("jobs", queue)

    assert refusal_of(world.sqs.receive_message, QueueUrl=url, WaitTimeSeconds=WAIT, **arguments) == (code, 400)
    assert seconds() < WAIT


def test_log_groups_take_lines_of_the_queues_time(world: World) -> None:
    world.clock.skip(12 * 3600)
    logs = world.clients.logs
    logs.create_log_group(logGroupName="/minitickets/dev/worker")
    logs.create_log_stream(logGroupName="/minitickets/dev/worker", logStreamName="one")

    logs.put_log_events(
        logGroupName="/minitickets/dev/worker",
        logStreamName="one",
        logEvents=[{"timestamp": int(world.clock.now() * 1000), "message": "from tonight"}],
    )

    assert list(read_log_group(logs, "/minitickets/dev/worker")) == ["from tonight"]
