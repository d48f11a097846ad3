"""What is checked of an invocation of the tickets function, as `worker_judge` does for the worker's."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from minitickets.books.bookings import NOBODY
from minitickets.books.ticket_ledger import TicketLedger
from minitickets.books.violations import Violations
from minitickets.simulate.judging import SLACK, Judge, Judged, logged_about
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.line import Step
from minitickets.simulate.message import ReceivedMessage
from minitickets.simulate.seen import MadeCall, Seen

_STEPS: tuple[Step, ...] = ("claim", "reserve", "find", "draw", "issue")

Cause = Literal["contradiction", "call", "key", "no time"]
"""Why the world had a message fail."""


class TicketsJudge(Judge):
    """Judges invocations of the tickets function.

    Args:
        ledger: the books on tickets.
        paths: takes what was met.
    """

    def __init__(self, violations: Violations, ledger: TicketLedger, paths: Counter[str]) -> None:
        super().__init__(violations)
        self._ledger = ledger
        self._paths = paths
        self._read_at: dict[int, int] = {}  # when the key ring was read last, by environment

    def judge(self, batch: Sequence[ReceivedMessage], answer: Any, witness: Seen, remaining: float) -> None:
        """Checks an invocation that answered."""
        messages = self.read(batch, answer, witness, remaining)
        for message in messages:
            self.check_lines(message)
            if message.expected.message is None:
                self._check_poison(message)
            elif message.failed:
                self._check_failed(message, message.expected.message, _calls(message, messages))
            else:
                self._check_done(message, message.expected.message)
        self.check_all_lines(batch, witness)
        self._check_issued(messages, witness)
        if len(messages) == 1:  # of several, another one may need no other ring than the one that is known
            self._check_keys(messages[0])

    def check_calls(self, witness: Seen) -> None:
        """Checks what an invocation called, whether or not it answered."""
        for made in witness.calls:
            self._check_age(made, witness.environment)
            if made.remaining < made.line.longest:
                what = f"began with {made.remaining:.1f} s left, and may take {made.line.longest:.1f} s"
                self._violations.add("deadline", made.call.booking, f"{made.call.operation} {what}")

    def _check_age(self, made: MadeCall, environment: int) -> None:
        if made.call.step == "key" and made.outcome == "done":
            self._read_at[environment] = made.began
        elif made.call.step == "reserve" and made.began - self._read_at.get(environment, 0) > _OLDEST_RING:
            self._violations.add("ticket key", made.call.booking, "it was reserved by a key ring of over five minutes")

    def _check_keys(self, message: Judged) -> None:
        """Where the key ring could not be read, no older one takes its place; other tickets may need no other one."""
        seen, told = message.witness, message.expected.message
        unread = [made for made in seen.at("key") if made.failed]
        drawn = {made.call.item for made in seen.at("draw")}
        first = min((made.began for made in seen.at("reserve")), default=0)
        without_any = any(made.began < first for made in unread)
        if without_any or (told is not None and len(drawn) > max(told["quantity"] - len(unread), 0)):
            self._violations.add("ticket key", message.booking, "it went on without a key ring to go by")

    def _check_poison(self, message: Judged) -> None:
        if not message.failed:
            self.say("poison", message, "it is poison, and it was answered as done")
        else:
            self.check_failure_line(message, poison=True)
        if message.witness.of(message.booking, *_STEPS):
            self.say("poison", message, "it is poison, and it led to tickets")

    def _check_failed(self, message: Judged, told: Mapping[str, Any], calls: Sequence[MadeCall]) -> None:
        self._check_told(message, calls)
        cause = self._cause(message, told, calls)
        if cause is None:
            self.say("cause", message, "it failed, and nothing that the world did explains it")
        elif cause != "call":
            self._paths[f"tickets: {cause}"] += 1
        self.check_failure_line(message, poison=cause == "contradiction")

    def _check_done(self, message: Judged, told: Mapping[str, Any]) -> None:
        if not self._ledger.is_issued(told):
            self.say("ticket lost", message, "it was answered as done, and not all of its tickets are issued")
        if not {line["message"] for line in message.lines} & {"ticket_issued", "job_skipped"}:
            self.say("log", message, "it was answered as done, and no line says so")
        self.check_no_failure_line(message)

    def _check_told(self, message: Judged, calls: Sequence[MadeCall]) -> None:
        """No ticket's failure hides what another one's was."""
        reasons = {line.get("reason") for line in message.lines}
        for made in calls:
            if made.outcome == "refused" and f"{made.call.operation}: {made.error}" not in reasons:
                self.say("log", message, f"{made.call.operation} was refused, and no line says so")

    def _cause(self, message: Judged, told: Mapping[str, Any], calls: Sequence[MadeCall]) -> Cause | None:
        if any(made.failed for made in calls):
            return "call"
        found = any(made.call.step == "find" and made.outcome == "done" for made in calls)
        if found and self._ledger.contradicts(told):
            return "contradiction"
        if any(made.failed for made in message.witness.at("key")):
            return "key"
        longest = max([_LONGEST, *(made.line.longest for made in message.witness.calls)])
        return "no time" if message.remaining < longest + SLACK else None

    def _check_issued(self, messages: Sequence[Judged], witness: Seen) -> None:
        for booking in {message.booking for message in messages}:
            done = sum(made.outcome == "done" for made in witness.of(booking, "issue"))
            told = len(logged_about(messages, booking, "ticket_issued"))
            if done != told:
                self._violations.add("log", booking, f"{told} ticket_issued are logged, and {done} were completed")
        if any(made.call.booking == NOBODY and made.call.step != "key" for made in witness.calls):
            self._violations.add("call", NOBODY, "a call is about no booking of the batch")


_OLDEST_RING = 308 * SECOND  # five minutes, and the first reservation, which the others wait for
_LONGEST = 7.0  # seconds that the longest call may take, to S3: two tries of three seconds and a pause


def _calls(message: Judged, messages: Sequence[Judged]) -> Sequence[MadeCall]:
    """The calls for one message: those for another one of the same booking in the batch begin with a claim too."""
    calls = message.witness.of(message.booking, *_STEPS)
    begun = [index for index, made in enumerate(calls) if made.call.step == "claim"]
    alike = [each for each in messages if each.booking == message.booking and each.expected.message is not None]
    place = next(index for index, each in enumerate(alike) if each is message)
    if not begun or place >= len(begun):
        return [] if begun else calls
    return calls[begun[place] : [*begun, len(calls)][place + 1]]
