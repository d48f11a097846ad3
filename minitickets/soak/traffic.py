"""What the mappings have in flight, and how their invocations ended."""

from collections import Counter
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from threading import Lock

from embeddedaws.mapping.events import SETTLED, Failed, Invoked, MappingEvent, Received
from minitickets.books.violations import Violations
from minitickets.soak.bookkeeper import Bookkeeper

_INVOCATION = 60.0  # seconds: none takes longer, its wait for a place included


@dataclass
class Traffic:
    """An observer of mappings that keeps no more than what is in flight.

    Args:
        books: are told of each end of an invocation.
        bookings_of: the bookings of messages, by their ids.
        killed: the log streams of the environments that were killed on purpose.
        was_slow: whether this machine was too slow to answer within the last so many seconds.
        violations: takes ends that have no cause.

    Attributes:
        deliveries: messages received so far, each time counted.
        invocations: batches received so far.
        timeouts: invocations that ran into their function's timeout.
        excused: failures that only this machine's slowness explains.
        unseen: ids of messages whose invocation ended without a word of the function.
    """

    books: Bookkeeper
    bookings_of: Callable[[Sequence[str]], list[int]]
    killed: Container[str]
    was_slow: Callable[[float], bool]
    violations: Violations
    deliveries: int = 0
    invocations: int = 0
    timeouts: int = 0
    excused: int = 0
    unseen: set[str] = field(default_factory=set[str])
    _in_flight: Counter[str] = field(init=False, default_factory=Counter[str])
    _failed_by_the_world: set[str] = field(init=False, default_factory=set[str])
    _done: set[str] = field(init=False, default_factory=set[str])
    _lock: Lock = field(init=False, default_factory=Lock)

    def __call__(self, event: MappingEvent) -> None:
        """Notes an event."""
        if isinstance(event, Invoked):
            self._end(event)
        elif isinstance(event, Failed):
            self._check_cause(event)
        with self._lock:
            if isinstance(event, Received):
                self.invocations += 1
                self.deliveries += len(event.message_ids)
                self._in_flight.update(event.message_ids)
            elif isinstance(event, SETTLED):
                self._in_flight = +(self._in_flight - Counter(event.message_ids))
                self._failed_by_the_world.difference_update(event.message_ids)
                self._done.difference_update(event.message_ids)

    def in_flight(self) -> int:
        """Messages that were received and whose fate is not known yet."""
        return self._in_flight.total()

    def _end(self, event: Invoked) -> None:
        by_the_world = event.function_error is not None and self._was_ended_by_the_world(event)
        end = self.books.ended(event.log_stream, self.bookings_of(event.message_ids), killed=by_the_world)
        with self._lock:
            if end.failures:
                self._failed_by_the_world.update(event.message_ids)
            if not by_the_world:
                self._done.update(each for each in event.message_ids if end.done.intersection(self.bookings_of([each])))
            if event.function_error is not None:
                self.unseen.update(event.message_ids)
                self.timeouts += event.timed_out

    def _was_ended_by_the_world(self, event: Invoked) -> bool:
        """Whether its process was killed here, or this machine was so slow that it ran into its timeout."""
        if event.log_stream in self.killed:
            return True
        if event.timed_out and self.was_slow(_INVOCATION):
            self.excused += 1
            return True
        self.violations.add("answer", -1, f"{event.function_name}: {event.function_error}")
        return False

    def _check_cause(self, event: Failed) -> None:
        """A booking's message fails only where the world failed its invocation, or had left a lease of it.

        One whose email was sent, and the worker told so, never does.
        """
        for message_id in event.message_ids:
            with self._lock:
                done, failed = message_id in self._done, message_id in self._failed_by_the_world
                alone = self._in_flight[message_id] <= 1  # or else it may be another worker that was done with it
            if done and alone:
                (booking,) = self.bookings_of([message_id])
                self.violations.add("cause", booking, "its email is sent, and its message is answered as failed")
            if done or failed:
                continue
            for booking in self.bookings_of([message_id]):
                if self.books.has_been_failed(booking):
                    continue
                if self.was_slow(_INVOCATION):
                    self.excused += 1
                else:
                    what = f"its message failed {event.function_name}, and nothing had failed the invocation"
                    self.violations.add("cause", booking, what)
