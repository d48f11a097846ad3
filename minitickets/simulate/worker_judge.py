"""What is checked of an invocation of the worker.

A message may fail only for what it is, or for what the world did in this very invocation: the last call that its job
needed was refused or not answered, another worker holds its lease, SES refused a neighbour so that nobody goes on, or
too little time was left. The worker's own word counts for nothing.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from minitickets.books.bookings import NOBODY
from minitickets.books.contract.emails import is_email_of
from minitickets.books.violations import Violations
from minitickets.simulate.judging import SLACK, Judge, Judged, logged_about
from minitickets.simulate.message import ReceivedMessage
from minitickets.simulate.seen import MadeCall, Seen

BACKOFF = (10, 40, 120)  # seconds, after the first, the second and each later receive
_LEAST_TRIES = 3  # of a record, while there is time
_TRY_AGAIN = 4.0  # seconds with which a record can be tried once more: a pause, a try, the answer

_SERVER_ERRORS = {"InternalServerError", "ServiceUnavailable"}
_ABOUT_RECIPIENT = "Address blacklisted."

_NOT_STARTED = {"not started: stopped", "not started: no time"}

Cause = Literal["rejected", "call", "lease held", "not started: stopped", "not started: no time"]
"""Why the world had a message fail."""


class WorkerJudge(Judge):
    """Judges invocations of the worker.

    Args:
        paths: takes what was met.
        leases: whether the worker has to hold them.
    """

    def __init__(self, violations: Violations, paths: Counter[str], *, leases: bool) -> None:
        super().__init__(violations)
        self._paths = paths
        self._leases = leases
        self._workers: dict[str, int] = {}  # environments, by what they call themselves in leases
        self._names: dict[int, str] = {}  # and the other way round

    def judge(self, batch: Sequence[ReceivedMessage], answer: Any, witness: Seen, remaining: float) -> None:
        """Checks an invocation that answered."""
        messages = self.read(batch, answer, witness, remaining)
        for message in messages:
            self.check_lines(message)
            self._check_verdict(message)
        self.check_all_lines(batch, witness)
        self._check_hiding(messages, witness, remaining)
        self._check_sends(messages, witness)
        self._check_records(messages, witness)
        self._check_account_line(witness)
        self._check_leases(messages, witness)

    def check_calls(self, witness: Seen) -> None:
        """Checks what an invocation called, whether or not it answered."""
        for made in witness.at("send"):
            self._require(made, made.line.timeout + 2 * _small(witness), "SendEmail, the record and the answer")
        for made in witness.at("check"):
            if made is witness.of(made.call.booking, "check")[0]:
                lease = _small(witness) if self._leases else 0
                self._require(made, made.line.timeout + lease + 7, "a whole job")
        for made in witness.at("hide"):
            self._require(made, made.line.timeout, "the call")
        for made in witness.at("record"):
            if made is not witness.of(made.call.booking, "record")[0]:  # the first try is made however late it is
                self._require(made, 2 * _small(witness), "another try of the record and the answer")

    def _require(self, made: MadeCall, seconds: float, what: str) -> None:
        if made.remaining < seconds - 1e-6:
            self._violations.add(
                "deadline",
                made.call.booking,
                f"{made.call.operation} began with {made.remaining:.1f} s left, and {what} may take {seconds:.1f} s",
            )

    def _check_verdict(self, message: Judged) -> None:
        if _is_poison(message):
            self._check_poison(message)
        elif message.failed:
            self._check_failed(message)
        else:
            self._check_done(message)

    def _check_poison(self, message: Judged) -> None:
        if not message.failed:
            self.say("poison", message, "it is poison, and it was answered as done")
        else:
            self.check_failure_line(message, poison=True)

    def _check_failed(self, message: Judged) -> None:
        cause = self._cause(message)
        if cause not in {None, "call"}:
            self._paths[f"worker: {cause}"] += 1
        if cause is None:
            self.say("cause", message, "it failed, and nothing that the world did explains it")
        if cause in _NOT_STARTED and not message.logged("job_not_started"):
            self.say("log", message, "it was not started, and no line says so")
        self.check_failure_line(message, poison=cause == "rejected")

    def _check_done(self, message: Judged) -> None:
        last = _last(message)
        found = last is not None and last.call.step == "check" and _found_done(message)
        sent = _sent(message.witness, message.booking)
        if _rejected(message):
            self.say("poison", message, "SES rejects its recipient, and it was answered as done")
        if not found and not sent:
            self.say("answer", message, "it was answered as done, and in this invocation it was not")
        events = {line["message"] for line in message.lines}
        if not events & {"email_sent", "job_skipped"}:
            self.say("log", message, "it was answered as done, and no line says so")
        self.check_no_failure_line(message)

    def _cause(self, message: Judged) -> Cause | None:
        """Why the world had this message fail; None if it did not."""
        if _rejected(message):
            return "rejected"
        last = _last(message)
        if last is None:
            return "not started: no time" if message.witness.remaining_at_start < self._to_start + SLACK else None
        if last.failed:
            return "call"
        if last.outcome == "condition":
            looked = message.witness.of(message.booking, "check")
            return "lease held" if last.call.step == "lease" and looked else None
        if last.call.step == "send" or _found_done(message):
            return None
        return _why_not_sent(message, last)

    @property
    def _to_start(self) -> float:
        return 9.5 if self._leases else 8.5

    def _check_hiding(self, messages: Sequence[Judged], witness: Seen, remaining: float) -> None:
        calls = list(witness.at("hide"))
        wanted = {m.received.handle: self._hidden_seconds(m) for m in messages if m.failed}
        if len(calls) > 1:
            self._violations.add("hiding", NOBODY, "more than one call hides the messages of one batch")
        if not calls:
            if wanted and remaining > 1.5 + SLACK:
                self._violations.add("hiding", NOBODY, "failed messages were not hidden before the answer")
            return
        asked = {entry["ReceiptHandle"]: entry["VisibilityTimeout"] for entry in calls[0].call.request["Entries"]}
        if asked != wanted:
            self._violations.add("hiding", NOBODY, f"messages were hidden {asked}, and not {wanted} seconds")

    def _hidden_seconds(self, message: Judged) -> int:
        poison = _is_poison(message) or _rejected(message)
        return 0 if poison else BACKOFF[min(message.received.receives, len(BACKOFF)) - 1]

    def _check_sends(self, messages: Sequence[Judged], witness: Seen) -> None:
        for booking in {message.booking for message in messages}:
            sends = witness.of(booking, "send")
            if sends and sends[0].outcome == "unanswered" and _has_versions(messages, booking):
                self._paths["send: no answer, and another version waits"] += 1
            if not all(_surely_not_sent(earlier) for earlier in sends[:-1]):
                self._violations.add(
                    "order", booking, "SendEmail was called again after an answer that may not be final"
                )
            sent = sum(made.outcome == "done" for made in sends)
            if sent and any(made.began >= sends[-1].ended for made in witness.of(booking, "give back")):
                self._violations.add("lease", booking, "the lease was given back after the email was sent")
            told = len(logged_about(messages, booking, "email_sent"))
            if sent != told:
                self._violations.add("log", booking, f"{told} email_sent are logged, and SES answered {sent} sends")
        for stop in stops(witness):
            if any(made.began > stop.ended for made in witness.at("send")):
                self._violations.add("order", stop.call.booking, "another send began after SES had refused one for all")

    def _check_records(self, messages: Sequence[Judged], witness: Seen) -> None:
        for booking in {message.booking for message in messages}:
            if not _sent(witness, booking):
                continue
            tries = witness.of(booking, "record")
            lost = not any(made.outcome in {"done", "condition"} for made in tries)
            told = logged_about(messages, booking, "sent_not_recorded")
            if lost != bool(told) or any(line["level"] != "ERROR" for line in told):
                self._violations.add(
                    "log", booking, f"the record is {'lost' if lost else 'there'}, and the log says else"
                )
            if lost and tries and len(tries) < _LEAST_TRIES:
                self._check_gave_up(booking, tries[-1])

    def _check_gave_up(self, booking: int, last: MadeCall) -> None:
        if last.remaining_after > _TRY_AGAIN:
            self._violations.add("record", booking, f"the record was given up with {last.remaining_after:.1f} s left")

    def _check_leases(self, messages: Sequence[Judged], witness: Seen) -> None:
        """A job that failed gives its lease back, by the name of who took it, and no other worker has that name."""
        for made in (*witness.at("lease"), *witness.at("give back")):
            owner = made.call.request["Item"]["leaseOwner"]["S"]
            if self._workers.setdefault(owner, witness.environment) != witness.environment:
                self._violations.add("lease", made.call.booking, "two workers call themselves the same")
            if self._names.setdefault(witness.environment, owner) != owner:
                self._violations.add("lease", made.call.booking, "a worker calls itself now this and now that")
        for booking in {message.booking for message in messages}:
            held = any(made.outcome == "condition" for made in witness.of(booking, "lease"))
            if held and witness.of(booking, "give back"):
                self._violations.add("lease", booking, "a lease was given back that another worker holds")
            taken = any(made.outcome in {"done", "unanswered"} for made in witness.of(booking, "lease"))
            if taken and not _sent(witness, booking) and not witness.of(booking, "give back"):
                self._violations.add("lease", booking, "it failed, and the lease was not given back")

    def _check_account_line(self, witness: Seen) -> None:
        paused = any(is_account(made) for made in witness.at("send"))
        told = [line for line in witness.lines if line["message"] == "account_cannot_send"]
        if paused != bool(told) or len(told) > 1 or any(line["level"] != "ERROR" for line in told):
            said = "is" if paused else "is not"
            self._violations.add("log", NOBODY, f"the account {said} paused, and {len(told)} lines say that it is")


def stops(witness: Seen) -> list[MadeCall]:
    """The sends after whose refusal nobody goes on: SES takes no more, or nothing from this account."""
    return [made for made in witness.at("send") if is_throttle(made) or is_account(made)]


def is_throttle(made: MadeCall) -> bool:
    """Whether SES refused it as one too many."""
    return made.outcome == "refused" and made.error in {"TooManyRequestsException", "LimitExceededException"}


def is_account(made: MadeCall) -> bool:
    """Whether SES refused it for the account's sake."""
    about_account = made.error in {"SendingPausedException", "AccountSuspendedException"}
    return made.outcome == "refused" and (about_account or made.text.startswith("Sending "))


def _has_versions(messages: Sequence[Judged], booking: int) -> bool:
    """Whether the batch holds two messages of the booking that say different things, the correlation id apart."""
    about = [message.expected.message for message in messages if message.booking == booking]
    said = [{**message, "correlationId": ""} for message in about if message is not None]  # none where all are poison
    return any(other != said[0] for other in said[1:])


def _surely_not_sent(made: MadeCall) -> bool:
    """Whether SES refused it: after no answer, or an error of its own, it may have been sent all the same."""
    return made.outcome == "refused" and made.error not in _SERVER_ERRORS


def _why_not_sent(message: Judged, last: MadeCall) -> Cause | None:
    """The job was looked up, and is not done: why the world kept it from being sent."""
    if stops(message.witness):
        return "not started: stopped"
    return "not started: no time" if last.remaining_after < 7.5 + SLACK else None


def _is_poison(message: Judged) -> bool:
    """Whether the worker can do nothing with it, ever: it is no booking, or has no address."""
    return message.expected.message is None or not message.expected.sendable


def _sent(witness: Seen, booking: int) -> bool:
    """Whether SES told this invocation that it took an email for a booking."""
    return any(made.outcome == "done" for made in witness.of(booking, "send"))


def _rejected(message: Judged) -> bool:
    """Whether SES said of this very version's recipient that it will never take the email."""
    told = message.expected.message
    refused = [made for made in message.witness.of(message.booking, "send") if made.text == _ABOUT_RECIPIENT]
    return told is not None and any(is_email_of(told, made.call.request) for made in refused)


def _last(message: Judged) -> MadeCall | None:
    """The last call that the message's job needed before its email was sent."""
    calls = message.witness.of(message.booking, "check", "lease", "send")
    return calls[-1] if calls else None


def _found_done(message: Judged) -> bool:
    """Whether the table's answer to this invocation was that the job is done."""
    return message.witness.attempts[message.booking].found_done


def _small(witness: Seen) -> float:
    """The longest that a call to DynamoDB or SQS takes, by the clients' own timeouts."""
    return max((made.line.timeout for made in witness.calls if made.line.service == "dynamodb"), default=1.0)
