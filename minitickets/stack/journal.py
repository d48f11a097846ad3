"""What the event source mappings did, and when."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock

from embeddedaws.mapping.events import SETTLED, Failed, Invoked, MappingEvent, Received, Succeeded
from embeddedaws.moto.queue_time import QueueClock


@dataclass(frozen=True)
class Return:
    """A message that failed and came back."""

    function_name: str
    message_id: str
    after: float
    """Seconds of queue time from the failure to the next receive."""


@dataclass(frozen=True)
class Receive:
    """One receive of a message, and what came of it."""

    received: float
    """Epoch seconds of queue time, as are all times here."""
    deleted: bool
    """Whether the mapping deleted it, since the function said that it was done."""
    failed: float | None
    """When it was known to have failed; None if it did not."""
    error: str | None
    """Lambda's word for how the invocation went wrong; None if it returned."""
    timed_out: bool
    """Whether the invocation was cut off by the function's timeout."""
    batch: tuple[str, ...]
    """The ids of all messages of the invocation; none where there was no invocation."""


History = Sequence[tuple[float, MappingEvent]]


class Journal:
    """An observer of mappings that keeps the time of each event."""

    def __init__(self, clock: QueueClock) -> None:
        self._clock = clock
        self._lock = Lock()
        self._events: dict[str, list[tuple[float, MappingEvent]]] = defaultdict(list)

    def __call__(self, event: MappingEvent) -> None:
        """Notes an event with each of its messages."""
        now = self._clock.now()
        with self._lock:
            for message_id in event.message_ids:
                self._events[message_id].append((now, event))

    def in_flight(self) -> int:
        """Messages that were received and whose fate is not known yet."""
        with self._lock:
            return sum(not isinstance(events[-1][1], SETTLED) for events in self._events.values())

    def returns(self) -> list[Return]:
        """Each time that a message failed and came back, message by message."""
        return [
            Return(name, message_id, round(later.received - earlier.failed, 1))
            for name in self._functions()
            for message_id, deliveries in self.deliveries(name).items()
            for earlier, later in pairwise(deliveries)
            if earlier.failed is not None
        ]

    def deliveries(self, function: str) -> Mapping[str, Sequence[Receive]]:
        """Each message that a function was invoked for, with its receives in order."""
        with self._lock:
            histories = {message_id: list(events) for message_id, events in self._events.items()}
        return {
            message_id: list(_deliveries(history))
            for message_id, history in histories.items()
            if history[0][1].function_name == function
        }

    def _functions(self) -> list[str]:
        with self._lock:
            names = [events[0][1].function_name for events in self._events.values()]
        return list(dict.fromkeys(names))


def _deliveries(history: History) -> Iterator[Receive]:
    starts = [number for number, (_, event) in enumerate(history) if isinstance(event, Received)]
    for start, end in zip(starts, [*starts[1:], len(history)], strict=True):
        (received, _), rest = history[start], history[start + 1 : end]
        invoked = next((event for _, event in rest if isinstance(event, Invoked)), None)
        yield Receive(
            received=received,
            deleted=any(isinstance(event, Succeeded) for _, event in rest),
            failed=next((time for time, event in rest if isinstance(event, Failed)), None),
            error=None if invoked is None else invoked.function_error,
            timed_out=invoked is not None and invoked.timed_out,
            batch=() if invoked is None else invoked.message_ids,
        )
