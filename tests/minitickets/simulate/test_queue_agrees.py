"""What the simulated queue and the embedded SQS make of receipt handles and of old messages is the same."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol
from wsgiref.types import WSGIApplication

import pytest
from botocore.exceptions import ClientError

from embeddedaws.clients import Clients
from embeddedaws.moto.queue_time import QueueClock
from minitickets.books.chance import Chance
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.message import SimulatedMessage
from minitickets.simulate.queue import QueueSettings, SimulatedQueue

from .test_queue import Ledger

VISIBILITY, RECEIVES, RETENTION = 30, 3, 600


class Queue(Protocol):
    """One message in a queue; a receipt handle is the number of the receive."""

    def skip(self, seconds: int) -> None: ...
    def receive(self) -> bool: ...
    def delete(self, handle: int) -> None: ...
    def change(self, handle: int, seconds: int) -> str | None: ...


@dataclass
class Simulated:
    """The simulator's."""

    queue: SimulatedQueue
    now: int = 0
    received: list[Any] = field(default_factory=list[Any])

    def skip(self, seconds: int) -> None:
        self.now += seconds * SECOND

    def receive(self) -> bool:
        found = self.queue.receive(self.now)
        self.received += found
        return bool(found)

    def delete(self, handle: int) -> None:
        self.queue.delete(self.received[handle])

    def change(self, handle: int, seconds: int) -> str | None:
        received = self.received[handle]
        return self.queue.change_visibility(received.message, received.handle, seconds, self.now)


@dataclass
class Embedded:
    """The embedded AWS's."""

    sqs: Any
    url: str
    clock: QueueClock
    handles: list[str] = field(default_factory=list[str])

    def skip(self, seconds: int) -> None:
        self.clock.skip(seconds)

    def receive(self) -> bool:
        found = self.sqs.receive_message(QueueUrl=self.url).get("Messages", [])
        self.handles += [message["ReceiptHandle"] for message in found]
        return bool(found)

    def delete(self, handle: int) -> None:
        self.sqs.delete_message(QueueUrl=self.url, ReceiptHandle=self.handles[handle])

    def change(self, handle: int, seconds: int) -> str | None:
        asked = {"QueueUrl": self.url, "ReceiptHandle": self.handles[handle], "VisibilityTimeout": seconds}
        try:
            self.sqs.change_message_visibility(**asked)
        except ClientError as error:
            return error.response.get("Error", {}).get("Code", "").rpartition(".")[2]
        return None


def _simulated() -> Simulated:
    settings = QueueSettings(visibility_timeout=VISIBILITY, max_receive_count=RECEIVES, retention=RETENTION)
    queue = SimulatedQueue(settings, Chance("1"), Ledger(), {}, lambda: False)
    queue.send(SimulatedMessage("m", 0, "{}", 0))
    return Simulated(queue, now=2 * SECOND)


@pytest.fixture(params=["simulated", "embedded"])
def queue(request: pytest.FixtureRequest, serve: Callable[..., Clients], moto: WSGIApplication) -> Iterator[Queue]:
    clock = QueueClock()
    with clock.installed():
        if request.param == "simulated":
            yield _simulated()
            return
        sqs = serve(moto).sqs
        url = sqs.create_queue(
            QueueName="q", Attributes={"VisibilityTimeout": str(VISIBILITY), "MessageRetentionPeriod": str(RETENTION)}
        )["QueueUrl"]
        sqs.send_message(QueueUrl=url, MessageBody="{}")
        yield Embedded(sqs, url, clock)


def _receive_again(queue: Queue) -> None:
    assert queue.receive()
    queue.skip(VISIBILITY + 2)
    assert queue.receive()


def test_an_older_handle_deletes_nothing(queue: Queue) -> None:
    _receive_again(queue)
    queue.delete(0)
    queue.skip(VISIBILITY + 2)

    assert queue.receive()


def test_the_newest_handle_deletes_what_is_visible(queue: Queue) -> None:
    assert queue.receive()
    queue.skip(VISIBILITY + 2)
    queue.delete(0)

    assert not queue.receive()


def test_an_older_handle_changes_no_visibility(queue: Queue) -> None:
    _receive_again(queue)

    assert queue.change(0, 0) == "InvalidParameterValue"
    queue.skip(2)
    assert not queue.receive()


def test_a_visible_message_is_not_in_flight(queue: Queue) -> None:
    assert queue.receive()
    queue.skip(VISIBILITY + 2)

    assert queue.change(0, 60) == "MessageNotInflight"


def test_a_deleted_message_has_no_visibility(queue: Queue) -> None:
    assert queue.receive()
    queue.delete(0)

    assert queue.change(0, 60) == "InvalidParameterValue"


def test_a_changed_visibility_counts_from_the_call(queue: Queue) -> None:
    assert queue.receive()
    queue.skip(20)
    assert queue.change(0, 60) is None
    queue.skip(50)
    assert not queue.receive()
    queue.skip(12)
    assert queue.receive()


def test_an_expired_message_is_not_received(queue: Queue) -> None:
    queue.skip(RETENTION + 1)

    assert not queue.receive()
