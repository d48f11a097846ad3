import pytest

from embeddedaws.mapping.events import (
    Failed,
    InvocationThrottled,
    Invoked,
    MappingEvent,
    QueueRefused,
    Received,
    Succeeded,
)
from embeddedaws.moto.queue_time import QueueClock
from minitickets.stack.journal import Journal, Return
from tests.fixtures.lambdas import an_event


class World:
    """A journal whose clock is put forward between the events."""

    def __init__(self) -> None:
        self.clock = QueueClock()
        self.journal = Journal(self.clock)

    def happens(self, event: type[MappingEvent], *ids: str, after: float = 0, function: str = "worker") -> None:
        self.clock.skip(after)
        self.journal(an_event(event, *ids, function=function))


@pytest.fixture
def world() -> World:
    return World()


def test_a_message_that_fails_and_comes_back_is_told_with_the_seconds_between(world: World) -> None:
    world.happens(Received, "a", "b")
    world.happens(Invoked, "a", "b", after=3)
    world.happens(Succeeded, "b")
    world.happens(Failed, "a")
    world.happens(Received, "a", after=10)
    world.happens(Invoked, "a")
    world.happens(Failed, "a", after=1)
    world.happens(Received, "a", after=40)
    world.happens(Succeeded, "a")

    assert world.journal.returns() == [Return("worker", "a", 10.0), Return("worker", "a", 40.0)]


def test_a_throttled_batch_counts_from_its_failure(world: World) -> None:
    world.happens(Received, "a")
    world.happens(InvocationThrottled, "a", after=5)
    world.happens(Failed, "a", after=55)
    world.happens(Received, "a", after=2)

    assert world.journal.returns() == [Return("worker", "a", 2.0)]


def test_what_failed_and_never_came_back_is_no_return(world: World) -> None:
    world.happens(Received, "a")
    world.happens(Failed, "a")

    assert world.journal.returns() == []


def test_the_same_booking_in_two_queues_is_two_messages_of_two_functions(world: World) -> None:
    for function, message_id in (("worker", "a"), ("tickets", "b")):
        world.happens(Received, message_id, function=function)
        world.happens(Failed, message_id, function=function)
        world.happens(Received, message_id, function=function, after=10)

    assert world.journal.returns() == [Return("worker", "a", 10.0), Return("tickets", "b", 10.0)]


@pytest.mark.parametrize(
    ("last", "in_flight"),
    [(Received, 1), (InvocationThrottled, 1), (Invoked, 1), (Succeeded, 0), (Failed, 0), (QueueRefused, 0)],
    ids=["received", "throttled", "invoked", "succeeded", "failed", "not deleted"],
)
def test_a_message_is_in_flight_until_its_fate_is_known(world: World, last: type[MappingEvent], in_flight: int) -> None:
    world.happens(Received, "a", "b")
    world.happens(Succeeded, "b")
    world.happens(last, "a")

    assert world.journal.in_flight() == in_flight


def test_a_queue_that_cannot_be_polled_is_nobody_s_flight(world: World) -> None:
    world.happens(QueueRefused)

    assert (world.journal.in_flight(), world.journal.returns()) == (0, [])


def test_each_receive_is_told_with_what_came_of_it(world: World) -> None:
    world.happens(Received, "a", "b")
    world.happens(Invoked, "a", "b", after=2)
    world.happens(Failed, "a")
    world.happens(Succeeded, "b")
    world.happens(Received, "a", after=10)
    world.happens(Succeeded, "a", after=1)

    (first, second), (other,) = world.journal.deliveries("worker").values()
    assert (first.deleted, first.batch) == (False, ("a", "b"))
    assert round((first.failed or 0) - first.received) == 2
    assert (second.deleted, second.failed, second.batch) == (True, None, ())
    assert round(second.received - first.received) == 12
    assert (other.deleted, other.failed, other.timed_out, other.error) == (True, None, False, None)
    assert world.journal.deliveries("tickets") == {}
