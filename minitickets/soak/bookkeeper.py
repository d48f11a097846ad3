"""The books on the emails of a run on real processes: a ledger, fed by what the services were asked for.

The ledger says how many emails each booking may have: one, and one for each *window* that stood open. Here each window
needs a cause as well, a fault that really hit that booking:

    crash         its worker's process was killed, or timed out
    unclear       SES took the email, and a fault kept the answer from the worker
    not recorded  a fault hit the worker's PutItem, or the worker logged that it got no answer in time
    two workers   its message was there twice: published twice, or delivered again by a fault
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Condition
from typing import TypeVar

from minitickets.books.email_ledger import EmailLedger
from minitickets.books.fates import Attempts, EmailFate, Window
from minitickets.books.faults import Fault, Kind
from minitickets.books.violations import Violations
from minitickets.soak.request import FunctionRequest
from worker.bootstrap import SES

T = TypeVar("T")

_TWICE: frozenset[Kind] = frozenset({"overlap", "duplicate"})


@dataclass
class BookedInvocation:
    """One invocation of the worker, as its requests show it."""

    attempts: Attempts = field(default_factory=Attempts)
    disturbed: set[int] = field(default_factory=set[int])
    """The bookings whose PutItem met a fault in it."""


class Bookkeeper:
    """Keeps the books of one run. Every method may be called from any thread.

    Args:
        bookings: their numbers.
        violations: takes what must never be.
        leases: whether the worker holds leases.

    Attributes:
        ledger: the books.
        faults: how many faults fell, by service and kind.
        unexplained: bookings with a window whose cause only the worker's log can tell, with the window.
    """

    def __init__(self, bookings: range, violations: Violations, *, leases: bool) -> None:
        self.ledger = EmailLedger(violations, leases=leases)
        self.ledger.fates += [EmailFate() for _ in range(bookings.stop)]
        self.faults: Counter[str] = Counter()
        self.unexplained: list[tuple[int, Window]] = []
        self._twice: set[int] = set()
        self._invocations: dict[str, BookedInvocation] = {}  # by trace id
        self._open: dict[str, list[BookedInvocation]] = defaultdict(list)  # by log stream, the oldest first
        self._changed = Condition()

    def published_twice(self, booking: int) -> None:
        """A booking was published twice."""
        with self._changed:
            self._twice.add(booking)

    def struck(self, request: FunctionRequest, log_stream: str, fault: Fault) -> None:
        """A fault fell on a request."""
        with self._changed:
            self.faults[f"{fault.service} {fault.kind}"] += 1
            if request.operation == "PutItem":
                invocation = self._invocation(request, log_stream)
                invocation.disturbed.add(request.booking)
                self.ledger.record_failed(invocation.attempts, request.booking)
            if fault.kind in _TWICE:
                self._twice.add(request.booking)

    def redelivered(self, booking: int) -> None:
        """A message of the booking is going to be delivered again, although it was deleted."""
        with self._changed:
            self.faults["sqs duplicate"] += 1
            self._twice.add(booking)

    def carry_out(
        self, request: FunctionRequest, log_stream: str, fault: Fault | None, call: Callable[[], tuple[bool, T]]
    ) -> T:
        """Makes a call of the worker and books it, at one instant: no other call comes in between.

        Args:
            request: what is called.
            log_stream: by whom.
            fault: what happens to it.
            call: the call; gives whether the service did what it was asked for, and the answer.
        """
        with self._changed:
            attempts = self._invocation(request, log_stream).attempts
            done, answer = call()
            if done:
                self._book(request, attempts)
            if request.operation == "SendEmail" and _loses_answer(fault):
                self.ledger.unanswered(attempts, request.booking)
            self._changed.notify_all()
            return answer

    def wait_for_another(self, request: FunctionRequest, seconds: float) -> bool:
        """Waits until another invocation has looked whether the same job is done; False if none does in that time."""
        before = self._looks(request)
        with self._changed:
            return self._changed.wait_for(lambda: self._looks(request) > before, seconds)

    def ended(self, log_stream: str, bookings: Sequence[int], *, killed: bool) -> None:
        """An invocation of these bookings' messages is over in that environment."""
        with self._changed:
            wanted = frozenset(bookings)
            # A next invocation of the environment may have begun before this is told: the oldest one is meant.
            invocations = self._open.get(log_stream, [])
            over = next((each for each in invocations if wanted.intersection(each.attempts)), None)
            if over is not None:
                invocations.remove(over)
                self._end(over, killed=killed)

    def windows(self, booking: int) -> int:
        """How many emails above one the booking may have."""
        return self.ledger.fates[booking].windows

    def _book(self, request: FunctionRequest, attempts: Attempts) -> None:
        booking, ledger = request.booking, self.ledger
        if request.operation == "GetItem":
            ledger.checked(attempts, booking)
        elif request.operation == "PutItem (lease)":
            attempts[booking].leased = True
        elif request.operation == "PutItem":
            ledger.recorded(attempts, booking)
        elif request.operation == "SendEmail":
            late, before = attempts[booking].window, self.windows(booking)
            ledger.accepted(attempts, booking)
            if self.windows(booking) > before and late is None and booking not in self._twice:
                self.unexplained.append((booking, "two workers"))

    def _end(self, invocation: BookedInvocation, *, killed: bool) -> None:
        window: Window = "crash" if killed else "not recorded"
        before = {booking: self.windows(booking) for booking in invocation.attempts}
        self.ledger.ended(invocation.attempts, killed=killed)
        for booking, windows in before.items():
            if self.windows(booking) > windows and not killed and booking not in invocation.disturbed:
                self.unexplained.append((booking, window))

    def _looks(self, request: FunctionRequest) -> int:
        """When another invocation that is not over looked last whether the job is done, in the ledger's ticks."""
        own = self._invocations.get(request.invocation)
        others = (each for invocations in self._open.values() for each in invocations if each is not own)
        return max((o.attempts[request.booking].checked for o in others if request.booking in o.attempts), default=0)

    def _invocation(self, request: FunctionRequest, log_stream: str) -> BookedInvocation:
        invocation = self._invocations.get(request.invocation)
        if invocation is None:
            invocation = self._invocations[request.invocation] = BookedInvocation()
            self._open[log_stream].append(invocation)
        if not log_stream:  # its environment was gone before it was seen, so nobody will tell its end
            invocation.attempts[request.booking].window = "crash"
        return invocation


def _loses_answer(fault: Fault | None) -> bool:
    return fault is not None and (fault.kind == "lostAnswer" or (fault.seconds or 0) >= SES.read)
