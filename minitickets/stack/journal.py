"""What the event source mappings did, and when."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock

from embeddedaws.mapping.events import SETTLED, Failed, MappingEvent, Received
from embeddedaws.moto.queue_time import QueueClock


@dataclass(frozen=True)
class Return:
    """A message that failed and came back."""

    function_name: str
    message_id: str
    after: float
    """Seconds of queue time from the failure to the next receive."""


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
        with self._lock:
            histories = {message_id: list(events) for message_id, events in self._events.items()}
        return [
            Return(event.function_name, message_id, round(later - earlier, 1))
            for message_id, history in histories.items()
            # An invocation lies between a receive and a failure.
            for (earlier, failure), (later, event) in pairwise(
                entry for entry in history if isinstance(entry[1], Failed | Received)
            )
            if isinstance(failure, Failed) and isinstance(event, Received)
        ]
