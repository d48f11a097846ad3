"""Standard output while a world runs: it takes the functions' log lines."""

import json
from collections import Counter

from minitickets.books.violations import Violations
from minitickets.simulate.invocation import SPEAKER
from minitickets.simulate.seen import FAILURES

_KNOWN = {  # the classes of what the models raise, and of what the functions make of it
    "AccountCannotSend",
    "ConditionFailed",
    "ConflictingBooking",
    "EmailRejected",
    "LeaseHeld",
    "NotStarted",
    "OutOfTime",
    "PoisonMessage",
    "Refused",
    "SendFailed",
    "Throttled",
    "Unanswered",
    "Unclear",
}


class CapturedLog:
    """Counts events, hands each line to the witness of its invocation, and remembers why each message failed last."""

    def __init__(self, events: Counter[str], violations: Violations) -> None:
        self.why: dict[str, str] = {}
        """The reason of the last failure, by message id; for people, and never an excuse."""
        self._events = events
        self._violations = violations

    def write(self, line: str) -> int:
        """Takes one line of `logs.log`."""
        try:
            entry = json.loads(line)
            message, error = entry["message"], entry.get("error")
        except (ValueError, LookupError, TypeError):
            self._violations.add("log", -1, f"a line is no JSON object with a message: {line!r}")
            return len(line)
        self._events[message] += 1
        if (witness := SPEAKER.get()) is not None:
            witness.lines.append(entry)
        if error is not None and error not in _KNOWN:
            self._violations.add("unknown error", -1, f"{message}: {error}")
        if message in FAILURES and "messageId" in entry:
            self.why[entry["messageId"]] = f"{message}: {entry.get('reason') or error}"
        return len(line)

    def flush(self) -> None:
        """Nothing is held back."""
