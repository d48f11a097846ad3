"""Dead letters, and why each of them is one."""

from collections import OrderedDict
from typing import Any

from embeddedaws.contents import LogReader, QueuedMessage
from minitickets.local.activity import Activity
from minitickets.local.places import Place
from minitickets.ops.dead_letters import ids_in
from minitickets.ops.log_lines import entry_in, trouble_in

_KEPT = 10_000  # reasons


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


def dead_letter(queue: Place, message: QueuedMessage, reason: str) -> dict[str, Any]:
    """One dead letter for the page."""
    return {
        "queue": queue.id,
        "messageId": message.message_id,
        **ids_in(message.body),
        "receiveCount": message.receive_count,
        "reason": reason,
    }
