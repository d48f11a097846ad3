"""Waits until queues are empty."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from minitickets.stack.deployed import DeployedStack

_LOOK_AGAIN = 0.05  # seconds
_LOOK_SELDOM = 0.5  # seconds, while many are left: a look goes over all of them
_MANY = 500  # messages
_IDLE = 0.5  # seconds without anything going on before a skip
_MARGIN = 0.05  # seconds left after a skip


@dataclass(frozen=True)
class Progress:
    """How far the queues are."""

    waiting: int
    """Messages that are to be received."""
    hidden: int
    """Messages that a function works on, or that are to come back."""
    next_visible: float | None
    """Seconds until the first of the hidden ones comes back."""

    @property
    def left(self) -> int:
        """Messages that are in the queues."""
        return self.waiting + self.hidden


def drain(
    stack: DeployedStack,
    in_flight: Callable[[], int],
    tell: Callable[[Progress], None],
    *,
    patience: float = 0.0,
    leap: float = 0.0,
) -> None:
    """Returns when no message is left in a stack's queues: all are handled, or in their dead-letter queues.

    When every message left is hidden for longer than is worth waiting for, the queues' clock is put forward.

    Args:
        stack: whose queues they are.
        in_flight: how many messages their mappings have received whose fate is not known yet.
        tell: is told how far it is, up to 20 times a second.
        patience: seconds that are waited for; what is hidden for longer is skipped over.
        leap: seconds that a skip goes beyond the first return, so that the others come back with it, in full batches.
    """
    idle_since = time.monotonic()
    while True:
        progress = _look(stack)
        tell(progress)
        if not progress.left and not in_flight():
            return
        if progress.waiting or in_flight() or stack.aws.lambda_service.functions.concurrency.in_use:
            idle_since = time.monotonic()
        # A skip while a function works would show its messages to another one, so it takes more than a glance.
        if time.monotonic() - idle_since > _IDLE and (progress.next_visible or 0) > patience:
            stack.aws.clock.skip(max(0, (progress.next_visible or 0) + leap - _MARGIN))
        time.sleep(_LOOK_SELDOM if progress.left > _MANY else _LOOK_AGAIN)


def _look(stack: DeployedStack) -> Progress:
    states = [stack.aws.queue_state(queue) for queue in stack.pipelines.queues]
    return Progress(
        waiting=sum(state.visible for state in states),
        hidden=sum(state.hidden for state in states),
        next_visible=min((state.next_visible for state in states if state.next_visible is not None), default=None),
    )
