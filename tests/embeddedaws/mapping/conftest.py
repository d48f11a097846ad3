import itertools
import json
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

import pytest

from embeddedaws.call import Account
from embeddedaws.clients import Clients, queue_name
from embeddedaws.functions.invocation import InvocationResult
from embeddedaws.mapping.batch import Surroundings
from embeddedaws.mapping.poller import Poller
from embeddedaws.moto.contents import Contents
from tests.fixtures.lambdas import a_mapping, a_result
from tests.fixtures.servers import wait_until

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    from types_boto3_sqs import SQSClient
    from types_boto3_sqs.type_defs import MessageTypeDef

    from embeddedaws.mapping.events import MappingEvent
    from embeddedaws.mapping.queue import QueueError


class FakeQueue:
    """A queue in memory; what was received stays away until it is deleted or sent again."""

    def __init__(self) -> None:
        self.visible: list[str] = []
        self.in_flight: set[str] = set()
        self.deleted: list[str] = []
        self.most_in_flight = 0
        self.refusals: list[QueueError] = []  # raised one after another, before anything else
        self.undeletable: set[str] = set()
        self._lock = threading.Lock()

    def send(self, *message_ids: str) -> None:
        with self._lock:
            self.visible.extend(message_ids)

    def receive(self, limit: int) -> "Sequence[MessageTypeDef]":
        with self._lock:
            if self.refusals:
                raise self.refusals.pop(0)
            received, self.visible = self.visible[:limit], self.visible[limit:]
            self.in_flight.update(received)
            self.most_in_flight = max(self.most_in_flight, len(self.in_flight))
            return [{"MessageId": each, "ReceiptHandle": f"handle-{each}", "Body": each} for each in received]

    def delete(self, messages: "Sequence[MessageTypeDef]") -> Sequence[str]:
        with self._lock:
            ids = [message.get("MessageId", "") for message in messages]
            done = [each for each in ids if each not in self.undeletable]
            self.deleted.extend(done)
            self.in_flight.difference_update(done)
            return [each for each in ids if each in self.undeletable]


class FakeFunction:
    """Answers as it is told, and records the batches that it was invoked with."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.answer: Callable[[list[str]], InvocationResult] = lambda _ids: a_result(b"null")
        self._lock = threading.Lock()

    def invoke(self, _name: str, payload: bytes) -> InvocationResult:
        ids = [record["messageId"] for record in json.loads(payload)["Records"]]
        with self._lock:
            self.batches.append(ids)
        return self.answer(ids)


class World:
    """A mapping with a fake queue and a fake function; its clock stands still unless it is moved."""

    def __init__(self) -> None:
        self.queue = FakeQueue()
        self.function = FakeFunction()
        self.events: list[MappingEvent] = []
        self.now = 0.0
        self._pollers: list[Poller] = []
        self._uuids = itertools.count(1)

    @property
    def surroundings(self) -> Surroundings:
        return Surroundings(
            queue=cast("Any", self.queue),
            invoke=self.function.invoke,
            observe=self.events.append,
            clock=lambda: self.now,
            visibility_timeout=60,
            poll_interval=0.005,
        )

    def poll(self, **settings: Any) -> Poller:
        poller = Poller(f"uuid-{next(self._uuids)}", a_mapping(**settings), self.surroundings)
        self._pollers.append(poller)
        return poller

    def handle(self, *message_ids: str, events: int, **settings: Any) -> None:
        """Sends the messages, and polls until so many events were told."""
        self.queue.send(*message_ids)
        self.poll(**settings)
        wait_until(lambda: len(self.events) == events)

    def told(self) -> list[tuple[str, tuple[str, ...]]]:
        """The events' names and messages, in order."""
        return [(type(event).__name__, event.message_ids) for event in self.events]

    def stop(self) -> None:
        for poller in self._pollers:
            poller.stop()
            poller.join()


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    yield world
    world.stop()


class Sqs:
    """What a publisher and an operator do with queues."""

    def __init__(self, client: "SQSClient") -> None:
        self.client = client
        self.contents = Contents(Account("123456789012", client.meta.region_name))

    def create_queue(self, **attributes: str) -> str:
        """Makes a queue of a name of its own; gives its URL."""
        name = f"queue-{uuid.uuid4().hex}"
        return self.client.create_queue(QueueName=name, Attributes=cast("Any", attributes))["QueueUrl"]

    def arn(self, url: str) -> str:
        return self.client.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]

    def send(self, url: str, *bodies: str) -> list[str]:
        """Sends messages; gives their ids."""
        return [self.client.send_message(QueueUrl=url, MessageBody=body)["MessageId"] for body in bodies]

    def count(self, url: str) -> tuple[int, int]:
        """The messages that are visible, and those in flight."""
        # Moto counts the two one after the other, and a message that comes back meanwhile is in neither.
        messages, now = self.contents.messages_in(queue_name(url)), time.time()
        in_flight = sum(message.visible_at > now for message in messages)
        return len(messages) - in_flight, in_flight


@pytest.fixture
def sqs(serve: Callable[..., Clients], moto: "WSGIApplication") -> Sqs:
    return Sqs(serve(moto).sqs)
