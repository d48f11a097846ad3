"""What the mappings have in flight, and how their invocations ended."""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from threading import Lock

from embeddedaws.mapping.events import SETTLED, Invoked, MappingEvent, Received
from minitickets.books.violations import Violations
from minitickets.soak.bookkeeper import Bookkeeper


@dataclass
class Traffic:
    """An observer of mappings that keeps no more than what is in flight.

    Args:
        books: are told of each end of an invocation.
        bookings_of: the bookings of messages, by their ids.
        killed: the log streams of the environments that were killed on purpose.
        violations: takes ends that have no cause.

    Attributes:
        deliveries: messages received so far, each time counted.
        invocations: batches received so far.
        timeouts: invocations that ran into their function's timeout.
        unseen: ids of messages whose invocation ended without a word of the function.
    """

    books: Bookkeeper
    bookings_of: Callable[[Sequence[str]], list[int]]
    killed: Container[str]
    violations: Violations
    deliveries: int = 0
    invocations: int = 0
    timeouts: int = 0
    unseen: set[str] = field(default_factory=set[str])
    _in_flight: set[str] = field(init=False, default_factory=set[str])
    _lock: Lock = field(init=False, default_factory=Lock)

    def __call__(self, event: MappingEvent) -> None:
        """Notes an event."""
        if isinstance(event, Invoked):
            self.books.ended(
                event.log_stream, self.bookings_of(event.message_ids), killed=event.function_error is not None
            )
        with self._lock:
            if isinstance(event, Received):
                self.invocations += 1
                self.deliveries += len(event.message_ids)
                self._in_flight.update(event.message_ids)
            elif isinstance(event, Invoked) and event.function_error is not None:
                self._note_kill(event)
            elif isinstance(event, SETTLED):
                self._in_flight.difference_update(event.message_ids)

    def in_flight(self) -> int:
        """Messages that were received and whose fate is not known yet."""
        return len(self._in_flight)

    def _note_kill(self, event: Invoked) -> None:
        self.unseen.update(event.message_ids)
        if event.timed_out:  # no violation: on a machine that is slow enough, the code stops anywhere
            self.timeouts += 1
        elif event.log_stream not in self.killed:
            self.violations.add("answer", -1, f"{event.function_name}: {event.function_error}")
