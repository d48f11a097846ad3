"""What the mappings have in flight, and the wait until there is nothing left."""

import time
from collections.abc import Callable, Sequence
from threading import Lock

from minitickets.local.embedded_aws import EmbeddedAws
from minitickets.local.mapping.events import Failed, MappingEvent, QueueRefused, Received, Succeeded

_SETTLED = (Succeeded, Failed, QueueRefused)  # what was not deleted returns as what failed does
_LOOK_AGAIN = 0.05  # seconds
_LOOK_SELDOM = 0.5  # seconds, while many are left: a look goes over all of them
_MANY = 500  # messages
_IDLE = 0.5  # seconds without anything going on before the clock is put forward
_MARGIN = 0.05  # seconds left after that


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
            elif isinstance(event, _SETTLED):
                self._in_flight.difference_update(event.message_ids)

    @property
    def in_flight(self) -> int:
        """Messages that were received and whose fate is not known yet."""
        return len(self._in_flight)


def settle(aws: EmbeddedAws, traffic: Traffic, queues: Sequence[str], tell: Callable[[int], None]) -> None:
    """Returns when the queues are empty; where all that is left is hidden, the queues' clock is put forward.

    Args:
        aws: whose queues they are.
        traffic: what its mappings have in flight.
        queues: their names.
        tell: is told at each look how many messages are left.
    """
    idle_since = time.monotonic()
    while True:
        states = [aws.queue_state(queue) for queue in queues]
        left = sum(state.visible + state.hidden for state in states)
        tell(left)
        if not left and not traffic.in_flight:
            return
        if (
            any(state.visible for state in states)
            or traffic.in_flight
            or aws.lambda_service.functions.concurrency.in_use
        ):
            idle_since = time.monotonic()
        waits = [state.next_visible for state in states if state.next_visible is not None]
        if waits and time.monotonic() - idle_since > _IDLE:
            aws.clock.skip(max(min(waits) - _MARGIN, 0))
        time.sleep(_LOOK_SELDOM if left > _MANY else _LOOK_AGAIN)
