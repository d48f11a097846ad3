"""Waits until the queues are empty."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from minitickets.local.demo.journal import Journal
from minitickets.local.embedded_aws import EmbeddedAws

_LOOK_AGAIN = 0.1  # seconds
_PATIENCE = 15.0  # seconds: the first backoff, 10 s, is waited for; what is hidden for longer is skipped over
_IDLE = 1.0  # seconds without anything going on before a skip
_MARGIN = 0.2  # seconds left after a skip


@dataclass(frozen=True)
class Progress:
    """How far the queues are."""

    waiting: int
    """Messages that are to be received."""
    hidden: int
    """Messages that a function works on, or that are to come back."""
    next_visible: float | None
    """Seconds until the first of the hidden ones comes back."""


def drain(aws: EmbeddedAws, journal: Journal, queues: Sequence[str], tell: Callable[[Progress], None]) -> None:
    """Returns when no message is left in the queues: all are handled, or in their dead-letter queues.

    When every message left is hidden for longer than is worth waiting for, the queues' clock is put forward.

    Args:
        aws: whose queues they are.
        journal: what its mappings do.
        queues: their names.
        tell: is told how far it is, about ten times a second.
    """
    idle_since = time.monotonic()
    while (progress := _look(aws, queues)).waiting or progress.hidden:
        tell(progress)
        if progress.waiting or aws.lambda_service.functions.concurrency.in_use or journal.in_flight():
            idle_since = time.monotonic()
        # A skip while a function works would show its messages to another one, so it takes more than a glance.
        if time.monotonic() - idle_since > _IDLE and (progress.next_visible or 0) > _PATIENCE:
            aws.clock.skip((progress.next_visible or 0) - _MARGIN)
        time.sleep(_LOOK_AGAIN)
    tell(progress)


def _look(aws: EmbeddedAws, queues: Sequence[str]) -> Progress:
    states = [aws.queue_state(queue) for queue in queues]
    return Progress(
        waiting=sum(state.visible for state in states),
        hidden=sum(state.hidden for state in states),
        next_visible=min((state.next_visible for state in states if state.next_visible is not None), default=None),
    )
