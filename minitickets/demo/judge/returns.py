"""When what failed came back: not before the wait that its receive count demands."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from minitickets.demo.judge.observed import Complaint, Handled, Observed
from minitickets.demo.judge.wanted import Wanted

BACKOFF = (10, 40, 120)
"""Seconds that a failed message of the worker is hidden for after its first, its second and each later receive."""

_PRECISION = 0.5  # seconds between a receive, and the note of it
_LOOK = "apps/worker/visibility.py"

Asked = Mapping[tuple[str, int], Sequence[int]]
"""The visibility timeouts that were set, by message id and receive count."""


def backoff_verdict(world: Observed, wanted: Wanted) -> Iterator[Complaint]:
    """The worker hides a booking's message that failed for as long as its receive count demands, and poison not."""
    asked: dict[tuple[str, int], list[int]] = defaultdict(list)
    for hide in world.hides:
        asked[hide.message_id, hide.receive_count].append(hide.seconds)
    for message_id, receive in _failures(world.worker):
        is_booking = wanted.message_in(world.worker.bodies.get(message_id, "")) is not None
        wait, found = _backoff(receive) if is_booking else 0, asked[message_id, receive]
        if found != [wait]:
            was = f"for {found[-1]} s" if found else "for as long as its queue does"
            yield Complaint(
                f"{_name(world.worker, wanted, message_id)} was hidden {was} after receive {receive}, not {wait} s",
                _LOOK,
            )


def waits(handled: Handled, wanted: Wanted) -> Iterator[float]:
    """For each failure of a booking: the seconds until its message came back."""
    for message_id, deliveries in handled.deliveries.items():
        if wanted.message_in(handled.bodies.get(message_id, "")) is not None:
            yield from (
                round(later.received - earlier.failed, 1)
                for earlier, later in pairwise(deliveries)
                if earlier.failed is not None
            )


def return_verdict(handled: Handled, wanted: Wanted) -> Iterator[Complaint]:
    """No booking's message came back before that; from receive to receive, however busy this machine was in between."""
    for message_id, deliveries in handled.deliveries.items():
        if wanted.message_in(handled.bodies.get(message_id, "")) is None:
            continue
        for receive, (earlier, later) in enumerate(pairwise(deliveries), start=1):
            least = _backoff(receive) if handled.function == "worker" else handled.visibility_timeout
            least = min(least, handled.visibility_timeout) if earlier.timed_out else least
            if later.received - earlier.received < least - _PRECISION:
                name, waited = _name(handled, wanted, message_id), later.received - earlier.received
                yield Complaint(f"{name} came back after {waited:.1f} s and not after {least:.0f} s", _LOOK)


def _failures(handled: Handled) -> Iterator[tuple[str, int]]:
    """The message and the receive of each failure that the function itself answered."""
    for message_id, deliveries in handled.deliveries.items():
        for receive, delivery in enumerate(deliveries, start=1):
            if delivery.failed is not None and delivery.batch and not delivery.timed_out:
                yield message_id, receive


def _backoff(receive: int) -> int:
    return BACKOFF[min(receive, len(BACKOFF)) - 1]


def _name(handled: Handled, wanted: Wanted, message_id: str) -> str:
    line = wanted.line_of.get(handled.bodies.get(message_id, ""))
    return f"line {line.line if line else '?'} in {handled.queue}"
