"""What a queue holds, message by message; and of dead letters, why each of them is one."""

import heapq
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from embeddedaws.moto.contents import LogReader, QueuedMessage
from minitickets.local.activity import Activity
from minitickets.local.system import SHOWN
from minitickets.ops.dead_letters import ids_in
from minitickets.ops.log_lines import entry_in, trouble_in

_KEPT = 10_000  # reasons


class Declared(NamedTuple):
    """One resource of the stack."""

    id: str
    """Its name in the program, by which the map knows it."""
    name: str
    """Its name in AWS."""


def look_at_queue(queue: Declared, messages: Sequence[QueuedMessage], now: float, activity: Activity) -> dict[str, Any]:
    """The queue for the page: how many messages of each state, and those that matter most.

    Args:
        queue: which one.
        messages: all that it holds.
        now: epoch seconds of the queue's clock.
        activity: what its mapping did with them.
    """
    states = [(_state(message, now, activity), message) for message in messages]
    counted = [state for state, _ in states]
    shown = heapq.nsmallest(SHOWN, states, key=lambda entry: _ORDER[entry[0]](entry[1]))
    return {
        "id": queue.id,
        "name": queue.name,
        "visible": counted.count("visible"),
        "inFlight": counted.count("in flight"),
        "hidden": counted.count("hidden"),
        "nextVisibleAt": min((message.visible_at for state, message in states if state == "hidden"), default=None),
        "total": len(messages),
        "messages": [
            {**_told(message), "state": state, "visibleAt": message.visible_at if state == "hidden" else None}
            for state, message in shown
        ],
    }


# What is being worked on comes first, then what comes back next, then what waits.
_ORDER: Mapping[str, Callable[[QueuedMessage], tuple[int, float]]] = {
    "in flight": lambda message: (0, message.visible_at),
    "hidden": lambda message: (1, message.visible_at),
    "visible": lambda _message: (2, 0.0),
}


def _state(message: QueuedMessage, now: float, activity: Activity) -> str:
    """In flight is what somebody has received and not given up; hidden is what failed, or was sent with a delay."""
    if message.visible_at <= now:
        return "visible"
    return "in flight" if message.receive_count and not activity.has_failed(message.message_id) else "hidden"


def _told(message: QueuedMessage) -> dict[str, Any]:
    return {"messageId": message.message_id, **ids_in(message.body), "receiveCount": message.receive_count}


class Reasons:
    """What a function's own log line says of a message, or else how its last invocation ended."""

    def __init__(self, log: LogReader, activity: Activity) -> None:
        self._log = log
        self._activity = activity
        self._logged: OrderedDict[str, str] = OrderedDict()

    def of(self, message: QueuedMessage) -> str:
        """One line."""
        reason = self._logged.get(message.message_id) or self._activity.reason(message.message_id)
        return reason or f"received {message.receive_count} times, and nothing was logged about it"

    def read(self) -> None:
        """Takes down what was logged since the last time."""
        for line in self._log.new_lines():
            entry = entry_in(line.message)
            trouble = trouble_in(entry)
            if trouble and "messageId" in entry:
                self._logged[entry["messageId"]] = trouble
        while len(self._logged) > _KEPT:
            self._logged.popitem(last=False)


def dead_letter(queue: Declared, message: QueuedMessage, reason: str) -> dict[str, Any]:
    """One dead letter for the page."""
    return {"queue": queue.id, **_told(message), "reason": reason}
