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
    queues = [
        {
            **{key: value for key, value in queue.items() if key != "nextVisibleAt"},
            "nextVisibleIn": _seconds_until(queue["nextVisibleAt"], now),
            "messages": [
                {
                    **{key: value for key, value in message.items() if key != "visibleAt"},
                    "visibleIn": _seconds_until(message["visibleAt"], now),
                }
                for message in queue["messages"]
            ],
        }
        for queue in look["queues"]
    ]
    return {**look, "at": round(now, 3), "sequence": sequence, "queues": queues}


def _seconds_until(moment: float | None, now: float) -> float | None:
    return None if moment is None else round(max(0.0, moment - now), 1)
