"""What the live page asks of a running system, and what it may be told."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

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


class LiveSystem(Protocol):
    """A system that is running. Its methods may block, are called from any thread, and raise RefusedError."""

    def look(self) -> dict[str, Any]:
        """What is going on, as a JSON object that changes only when something happens.

        It is the snapshot that the page is sent, but that moments are told as `visibleAt`, in epoch seconds, where the
        snapshot has `visibleIn`, in seconds from then; see `snapshot`.
        """
        ...

    def now(self) -> float:
        """The time that the queues go by, in epoch seconds."""
        ...

    def publish(self, body: str) -> Mapping[str, Any]:
        """Sends one booking to both queues; InvalidError where they would refuse it."""
        ...

    def publish_again(self, booking_id: str | None) -> Mapping[str, Any]:
        """Sends a booking that was published from the page once more; without an id, a new one twice."""
        ...

    def publish_poison(self) -> Mapping[str, Any]:
        """Sends a message that is no booking."""
        ...

    def publish_many(self, count: int) -> Mapping[str, Any]:
        """Begins to send that many new bookings; BusyError while it still sends others."""
        ...

    def drill(self, name: str) -> Mapping[str, Any]:
        """Begins a drill; BusyError while one runs."""
        ...

    def email(self, email_id: str) -> Mapping[str, Any]:
        """One email, `text` and `html` among it."""
        ...

    def tickets_of(self, user_id: str) -> Sequence[Mapping[str, Any]]:
        """A user's tickets, as the api may read them."""
        ...

    def qr_code(self, asset_key: str) -> bytes:
        """The PNG of a ticket's QR code."""
        ...

    def log_lines(self, *words: str) -> Sequence[Mapping[str, Any]]:
        """The log lines that hold one of the words, by time."""
        ...


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
