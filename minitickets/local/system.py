"""What the live page asks of a running system, and what it may be told."""

from collections.abc import Mapping, Sequence
from typing import Any

from bookings import Problem

SHOWN = 50  # entries of a list at most; each list carries its total
LONGEST_BURST = 10_000  # bookings


class RefusedError(Exception):
    """The system will not do that, and says why in a sentence."""


class InvalidError(RefusedError):
    """What was asked for is ill formed; where it was to be a booking, `problems` says which fields are wrong."""

    def __init__(self, sentence: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(sentence)
        self.problems = problems


class UnknownError(RefusedError):
    """There is no such thing."""


class BusyError(RefusedError):
    """It is at it already."""


def snapshot(look: Mapping[str, Any], now: float, sequence: int) -> dict[str, Any]:
    """What the page is sent: a look, the moment it was taken, and how long it is from then to each of its moments."""

    def from_now(entry: Mapping[str, Any], moment: str, wait: str) -> dict[str, Any]:
        seconds = None if entry[moment] is None else round(max(0.0, entry[moment] - now), 1)
        return {**{key: value for key, value in entry.items() if key != moment}, wait: seconds}

    queues = [
        {
            **from_now(queue, "nextVisibleAt", "nextVisibleIn"),
            "messages": [from_now(message, "visibleAt", "visibleIn") for message in queue["messages"]],
        }
        for queue in look["queues"]
    ]
    return {**look, "at": round(now, 3), "sequence": sequence, "queues": queues}
