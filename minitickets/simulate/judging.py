"""What is checked of every invocation that answered, of either function, against what the world itself saw."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from minitickets.books.bookings import NOBODY, PERSONAL, Expected, expected_of
from minitickets.books.violations import Invariant, Violations
from minitickets.simulate.message import ReceivedMessage
from minitickets.simulate.seen import FAILURES, Seen

SLACK = 0.3
"""Seconds by which the functions' own reckoning of what time is left may differ from the world's."""


@dataclass(frozen=True)
class Judged:
    """One message of an invocation that answered.

    Args:
        failed: whether the answer named it.
        receives: the receive counts of the message in this batch, which may hold it twice.
        remaining: seconds that were left of the function's timeout at the end.
    """

    received: ReceivedMessage
    expected: Expected
    failed: bool
    receives: frozenset[int]
    witness: Seen
    remaining: float

    @property
    def id(self) -> str:
        """The message's id."""
        return self.received.message.id

    @property
    def booking(self) -> int:
        """The booking that it was published for, whatever its body says."""
        return self.received.message.booking

    @property
    def lines(self) -> list[Mapping[str, Any]]:
        """What was logged about it."""
        return self.witness.lines_of(self.id)

    def logged(self, event: str) -> list[Mapping[str, Any]]:
        """The lines about it with that event."""
        return [line for line in self.lines if line["message"] == event]


def logged_about(messages: Iterable[Judged], booking: int, event: str) -> list[Mapping[str, Any]]:
    """The lines with that event about any message of a booking; one that is twice in the batch counts once."""
    by_id = {message.id: message for message in messages if message.booking == booking}
    return [line for message in by_id.values() for line in message.logged(event)]


class Judge:
    """Notes violations about messages."""

    def __init__(self, violations: Violations) -> None:
        self._violations = violations

    def say(self, invariant: Invariant, message: Judged, what: str) -> None:
        """Notes what must never be."""
        self._violations.add(invariant, message.booking, f"{message.id}: {what}")

    def read(self, batch: Sequence[ReceivedMessage], answer: Any, witness: Seen, remaining: float) -> list[Judged]:
        """The batch's messages with what was answered of each; an answer that is none is a violation."""
        ids = _failed_ids(answer)
        own = {received.message.id for received in batch}
        if ids is None or len(set(ids)) != len(ids) or not own.issuperset(ids):
            self._violations.add("answer", -1, f"the answer is not one about the batch's messages: {str(answer)[:200]}")
        failed = set(ids or ())
        receives = {id_: frozenset(r.receives for r in batch if r.message.id == id_) for id_ in own}
        return [
            Judged(
                received,
                expected_of(received.message.body),
                failed=received.message.id in failed,
                receives=receives[received.message.id],
                witness=witness,
                remaining=remaining,
            )
            for received in batch
        ]

    def check_lines(self, message: Judged) -> None:
        """Each line about a message names its booking, and says nothing personal."""
        told = message.expected.message
        wanted: Mapping[str, Any] = {}
        if told is not None:
            wanted = {"correlationId": told["correlationId"], "jobKey": _job_key(told)}
        for line in message.lines:
            needed = wanted if line["message"] in _NAMED else {}
            if line["message"] in _NAMED and line.get("receiveCount") not in message.receives:
                self.say("log", message, f"{line['message']} is logged with receive count {line.get('receiveCount')}")
            for name, value in wanted.items():
                if line.get(name) != value and (name in line or name in needed):
                    self.say("log", message, f"{line['message']} is logged with {name} {line.get(name)}")

    def check_all_lines(self, batch: Sequence[ReceivedMessage], seen: Seen) -> None:
        """No line is about a message of another batch, says who somebody is, or what is in a message."""
        own = {received.message.id for received in batch}
        for line in seen.lines:
            if line.get("messageId", next(iter(own))) not in own:
                self._violations.add("log", NOBODY, f"a line is about a message of another batch: {line['message']}")
            if any(word in str(value) for value in line.values() for word in PERSONAL):
                self._violations.add("log", NOBODY, f"a line holds what is personal: {str(line)[:200]}")

    def check_failure_line(self, message: Judged, *, poison: bool) -> None:
        """A failed message has a line that says why: poison at ERROR, for an alarm counts it; the rest as failed."""
        told_as_poison = message.logged("poison_message")
        failed = [*message.logged("job_failed"), *message.logged("job_not_started")]
        if poison and not any(line["level"] == "ERROR" for line in told_as_poison):
            self.say("log", message, "it is poison, and no ERROR line says so")
        if not poison and told_as_poison:
            self.say("log", message, "it is called poison, and it is not")
        if not poison and not failed:
            self.say("log", message, "it failed, and no line says why")
        if not all(line.get("reason") or line.get("error") in _SILENT for line in (*told_as_poison, *failed)):
            self.say("log", message, "it failed, and its line gives no reason")

    def check_no_failure_line(self, message: Judged) -> None:
        """The last word about a message that is done is not that it failed: another version of it was sent since."""
        if message.lines and message.lines[-1]["message"] in FAILURES:
            self.say("log", message, "it was answered as done, and its last line says that it failed")


_SILENT = {"ConnectionClosedError", "ReadTimeoutError"}  # its text names a host, and no line says it
_NAMED = {  # the lines about one booking
    "email_sent",
    "job_skipped",
    "job_failed",
    "job_not_started",
    "sent_not_recorded",
    "ticket_issued",
}


def _failed_ids(answer: Any) -> list[str] | None:
    """The ids of an answer in the one agreed shape, None if it has another."""
    if not isinstance(answer, Mapping) or set(answer) != {"batchItemFailures"}:
        return None
    failures: Any = answer["batchItemFailures"]
    if not isinstance(failures, list) or not all(_is_failure(failure) for failure in failures):
        return None
    return [failure["itemIdentifier"] for failure in failures]


def _is_failure(failure: Any) -> bool:
    return (
        isinstance(failure, Mapping)
        and set(failure) == {"itemIdentifier"}
        and isinstance(failure["itemIdentifier"], str)
    )


def _job_key(message: Mapping[str, Any]) -> str:
    return f"{message['type']}:{message['bookingId']}"
