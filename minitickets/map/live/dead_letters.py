"""Dead letters, and why each of them is one."""

import json
from collections import OrderedDict
from typing import Any

from minitickets.local.contents import LogReader, QueuedMessage
from minitickets.map.live.activity import Activity
from minitickets.map.live.places import Place

_KEPT = 10_000  # reasons
_ID_LENGTH = 64  # characters, of a booking's ids; a message that is no booking may have longer ones


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
            entry = _own(line.message)
            if entry.get("level") in {"WARNING", "ERROR"} and "messageId" in entry:
                self._logged[entry["messageId"]] = _reason(entry)
        while len(self._logged) > _KEPT:
            self._logged.popitem(last=False)


def dead_letter(queue: Place, message: QueuedMessage, reason: str) -> dict[str, Any]:
    """One dead letter for the page."""
    return {
        "queue": queue.id,
        "messageId": message.message_id,
        **ids_in(message.body),
        "receiveCount": message.receive_count,
        "reason": reason,
    }


def ids_in(body: str) -> dict[str, str | None]:
    """`bookingId` and `correlationId` of a message, which may be anything."""
    try:
        booking = json.loads(body)
    except (ValueError, RecursionError):
        booking = None
    fields = booking if isinstance(booking, dict) else {}
    return {name: _short(fields.get(name)) for name in ("bookingId", "correlationId")}


def _short(value: object) -> str | None:
    return value[:_ID_LENGTH] if isinstance(value, str) and value else None


def _own(line: str) -> dict[str, Any]:
    """A line that the function wrote itself; those of the platform are no JSON."""
    if not line.startswith("{"):
        return {}
    try:
        entry = json.loads(line)
    except ValueError:
        return {}
    return entry if isinstance(entry, dict) else {}


def _reason(entry: dict[str, Any]) -> str:
    said = [entry.get(key) for key in ("message", "error", "reason")]
    return ": ".join(str(part) for part in said if part)
