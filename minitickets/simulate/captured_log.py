"""Standard output while a world runs: it takes the functions' log lines."""

import json
from collections import Counter

from minitickets.books.violations import Violations

_REASONS = {"poison_message", "job_failed", "job_not_started"}
_INFO = '{"level": "INFO", "message": "'

_KNOWN = {  # the classes of what the models raise, and of what the functions make of it
    "AccountCannotSend",
    "ClientError",
    "ConditionFailed",
    "EmailRejected",
    "LeaseHeld",
    "NotStarted",
    "OutOfTime",
    "PoisonMessage",
    "ReadTimeoutError",
    "SendFailed",
    "Throttled",
    "Unclear",
}


class CapturedLog:
    """Counts events, and remembers why each message failed last."""

    def __init__(self, events: Counter[str], violations: Violations) -> None:
        self.why: dict[str, str] = {}
        """The reason of the last failure, by message id."""
        self._events = events
        self._violations = violations

    def write(self, line: str) -> int:
        """Takes one line of `logs.log`."""
        if line.startswith(_INFO):
            self._events[line[len(_INFO) : line.index('"', len(_INFO))]] += 1
            return len(line)
        entry = json.loads(line)
        message, error = entry["message"], entry.get("error")
        self._events[message] += 1
        if error is not None and error not in _KNOWN:
            self._violations.add("unknown error", -1, f"{message}: {error}")
        if message in _REASONS:
            self.why[entry["messageId"]] = f"{message}: {entry.get('reason') or error}"
        return len(line)

    def flush(self) -> None:
        """Nothing is held back."""
