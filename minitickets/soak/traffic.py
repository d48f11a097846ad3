"""What the mappings have in flight."""

from threading import Lock

from embeddedaws.mapping.events import SETTLED, MappingEvent, Received


class Traffic:
    """An observer of mappings that keeps no more than what is in flight.

    Attributes:
        deliveries: messages received so far, each time counted.
        invocations: batches received so far.
    """

    def __init__(self) -> None:
        self.deliveries = 0
        self.invocations = 0
        self._in_flight: set[str] = set()
        self._lock = Lock()

    def __call__(self, event: MappingEvent) -> None:
        """Notes an event."""
        with self._lock:
            if isinstance(event, Received):
                self.invocations += 1
                self.deliveries += len(event.message_ids)
                self._in_flight.update(event.message_ids)
            elif isinstance(event, SETTLED):
                self._in_flight.difference_update(event.message_ids)

    def in_flight(self) -> int:
        """Messages that were received and whose fate is not known yet."""
        return len(self._in_flight)
