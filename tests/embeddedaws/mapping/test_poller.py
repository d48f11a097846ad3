"""A mapping's poller against a queue and a function in memory."""

import threading
import time
from unittest.mock import Mock

import pytest

from embeddedaws.errors import ResourceNotFoundException, TooManyRequestsException
from embeddedaws.functions.invocation import InvocationResult
from embeddedaws.mapping.events import Failed, Invoked, QueueRefused
from embeddedaws.mapping.queue import QueueError
from tests.fixtures.lambdas import a_result
from tests.fixtures.servers import wait_until

from .conftest import World

THROTTLE = TooManyRequestsException("Rate Exceeded.")
THROTTLED_TWICE = ["InvocationThrottled"] * 2


def failures(*message_ids: str) -> bytes:
    items = ", ".join(f'{{"itemIdentifier": "{each}"}}' for each in message_ids)
    return f'{{"batchItemFailures": [{items}]}}'.encode()


def test_a_batch_that_succeeds_is_received_invoked_and_deleted(world: World) -> None:
    world.handle("one", "two", events=3)

    both = ("one", "two")
    assert world.told() == [("Received", both), ("Invoked", both), ("Succeeded", both)]
    assert world.queue.deleted == ["one", "two"]
    assert world.events[0].function_name == "worker"
    assert world.events[0].mapping == "uuid-1"


def test_messages_that_failed_stay_and_the_others_are_deleted(world: World) -> None:
    world.function.answer = lambda _ids: a_result(failures("two"))
    world.handle("one", "two", "three", events=4)

    assert world.queue.deleted == ["one", "three"]
    assert world.queue.in_flight == {"two"}
    assert world.told()[2:] == [("Succeeded", ("one", "three")), ("Failed", ("two",))]


@pytest.mark.parametrize(
    ("payload", "function_error", "reason"),
    [
        (b'{"errorMessage": "Task timed out"}', "Unhandled", "function error: Unhandled"),
        (b"{not JSON", None, "malformed answer: no JSON"),
    ],
    ids=["function error", "malformed answer"],
)
def test_a_batch_that_fails_is_not_touched(
    world: World, payload: bytes, function_error: str | None, reason: str
) -> None:
    world.function.answer = lambda _ids: a_result(payload, function_error)
    world.handle("one", "two", events=3)

    failed = world.events[-1]
    assert isinstance(failed, Failed)
    assert (failed.message_ids, failed.reason) == (("one", "two"), reason)
    assert world.queue.deleted == []


def test_without_report_batch_item_failures_the_whole_batch_is_deleted(world: World) -> None:
    world.function.answer = lambda _ids: a_result(failures("two"))
    world.handle("one", "two", events=3, report_batch_item_failures=False)

    assert world.queue.deleted == ["one", "two"]


@pytest.mark.parametrize(("batch_size", "sizes"), [(10, [10, 10, 3]), (1, [1] * 23)], ids=["ten", "one"])
def test_batches_are_no_larger_than_the_batch_size(world: World, batch_size: int, sizes: list[int]) -> None:
    world.handle(*(str(number) for number in range(23)), events=3 * len(sizes), batch_size=batch_size)

    assert len(world.queue.deleted) == 23
    assert sorted(map(len, world.function.batches)) == sorted(sizes)


def test_no_more_invocations_run_than_allowed_and_nothing_is_received_for_later(world: World) -> None:
    gate = threading.Semaphore(0)

    def wait(_ids: list[str]) -> InvocationResult:
        gate.acquire()
        return a_result(b"null")

    world.function.answer = wait
    world.queue.send(*(str(number) for number in range(6)))
    world.poll(batch_size=1, maximum_concurrency=2)
    wait_until(lambda: len(world.function.batches) == 2)
    time.sleep(0.1)  # time enough to receive a third, if it would

    assert len(world.function.batches) == 2
    assert len(world.queue.visible) == 4
    gate.release(6)
    wait_until(lambda: len(world.queue.deleted) == 6)
    assert world.queue.most_in_flight == 2


def test_a_throttled_invocation_is_tried_again_with_the_same_messages(world: World) -> None:
    world.function.answer = Mock(side_effect=[THROTTLE, THROTTLE, a_result(b"null")])
    world.handle("one", events=5)

    assert world.queue.deleted == ["one"]
    assert [name for name, _ in world.told()] == ["Received", *THROTTLED_TWICE, "Invoked", "Succeeded"]
    assert world.function.batches == [["one"]] * 3


def test_a_throttled_batch_is_given_up_when_its_messages_have_returned_to_the_queue(world: World) -> None:
    def throttle(_ids: list[str]) -> InvocationResult:
        world.now += 30  # of the visibility timeout's 60 seconds
        raise THROTTLE

    world.function.answer = throttle
    world.handle("one", events=4)

    assert [name for name, _ in world.told()] == ["Received", *THROTTLED_TWICE, "Failed"]
    assert [event.reason for event in world.events if isinstance(event, Failed)] == ["TooManyRequestsException"]
    assert world.queue.deleted == []


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ResourceNotFoundException("Function not found: worker"), "ResourceNotFoundException"),
        (RuntimeError("a fault of ours"), "RuntimeError('a fault of ours')"),
    ],
    ids=["no function", "anything"],
)
def test_an_invocation_that_raises_fails_its_batch_and_not_the_mapping(
    world: World, error: Exception, reason: str
) -> None:
    def refuse_bad(ids: list[str]) -> InvocationResult:
        if ids == ["bad"]:
            raise error
        return a_result(b"null")

    world.function.answer = refuse_bad
    world.handle("bad", "good", events=5, batch_size=1)

    assert world.queue.deleted == ["good"]
    assert [event.reason for event in world.events if isinstance(event, Failed)] == [reason]


def test_a_queue_that_refuses_is_told_and_tried_again(world: World) -> None:
    world.queue.refusals = [
        QueueError("ReceiveMessage", "EndpointConnectionError", "refused"),
        QueueError("ReceiveMessage", "AccessDenied", "no"),
    ]
    world.handle("one", events=5)

    assert world.queue.deleted == ["one"]
    refused = [event.error for event in world.events if isinstance(event, QueueRefused)]
    assert [getattr(error, "code", "") for error in refused] == ["EndpointConnectionError", "AccessDenied"]


def test_messages_that_sqs_does_not_delete_are_told(world: World) -> None:
    world.queue.undeletable = {"two"}
    world.handle("one", "two", events=4)

    assert world.told()[2:] == [("QueueRefused", ("two",)), ("Succeeded", ("one",))]


def test_after_stop_nothing_is_received_and_what_is_in_flight_is_finished(world: World) -> None:
    gate = threading.Event()

    def wait(_ids: list[str]) -> InvocationResult:
        gate.wait(5)
        return a_result(b"null")

    world.function.answer = wait
    world.queue.send("one")
    poller = world.poll(batch_size=1)
    wait_until(lambda: len(world.function.batches) == 1)
    poller.stop()
    world.queue.send("two")
    gate.set()
    poller.join()

    assert world.queue.deleted == ["one"]
    assert world.queue.visible == ["two"]


def test_stop_does_not_wait_for_an_invocation_that_is_throttled(world: World) -> None:
    world.function.answer = Mock(side_effect=THROTTLE)
    world.queue.send("one")
    poller = world.poll()
    wait_until(lambda: ("InvocationThrottled", ("one",)) in world.told())
    started = time.monotonic()
    poller.stop()
    poller.join()

    assert time.monotonic() - started < 1


def test_a_batching_window_gathers_a_larger_batch_and_deletes_it_ten_by_ten(world: World) -> None:
    world.handle(*(str(number) for number in range(25)), events=5, batch_size=25, batching_window=1)

    assert len(world.queue.deleted) == 25
    assert [len(batch) for batch in world.function.batches] == [25]
    assert [len(ids) for name, ids in world.told() if name == "Succeeded"] == [10, 10, 5]


def test_a_batching_window_ends_by_the_queues_clock(world: World) -> None:
    world.queue.send("one")
    world.poll(batch_size=5, batching_window=30)
    time.sleep(0.05)
    assert world.function.batches == []

    world.now = 30
    wait_until(lambda: world.function.batches == [["one"]])


def test_an_invocation_is_told_with_its_request_and_error(world: World) -> None:
    world.function.answer = lambda _ids: a_result(b"{}", "Unhandled")
    world.handle("one", events=3)

    invoked = world.events[1]
    assert isinstance(invoked, Invoked)
    assert (invoked.request_id, invoked.function_error) == ("request-1", "Unhandled")
