"""What a queue holds, message by message."""

import heapq
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from embeddedaws.contents import QueuedMessage
from minitickets.local.activity import Activity
from minitickets.local.places import Place
from minitickets.local.system import SHOWN
from minitickets.ops.dead_letters import ids_in


def look_at_queue(queue: Place, messages: Sequence[QueuedMessage], now: float, activity: Activity) -> dict[str, Any]:
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
        "messages": [_message(state, message) for state, message in shown],
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


def _message(state: str, message: QueuedMessage) -> dict[str, Any]:
    return {
        "messageId": message.message_id,
        **ids_in(message.body),
        "receiveCount": message.receive_count,
        "state": state,
        "visibleAt": message.visible_at if state == "hidden" else None,
    }
