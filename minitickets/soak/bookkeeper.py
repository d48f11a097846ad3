"""The books on the emails of a run on real processes: a ledger, fed by what the services were asked for.

The ledger says how many emails each booking may have: one, and one for each *window* that stood open. Each window needs
a cause in the world, and no word of the worker counts as one:

    crash         its worker's process was killed here
    unclear       SES took the email, and the answer did not reach the worker: a fault, or a machine that was too slow
    not recorded  faults or a slow machine hit the worker's tries of the record
    two workers   its message was there twice: published twice, or delivered again by a fault
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Condition
from typing import TypeVar

from minitickets.books.email_ledger import EmailLedger
from minitickets.books.fates import Attempt, Attempts, EmailFate
from minitickets.books.faults import Fault, Kind
from minitickets.books.violations import Violations
from minitickets.soak.paths import path_of, paths_of_end
from minitickets.soak.request import FunctionRequest

T = TypeVar("T")

_TWICE: frozenset[Kind] = frozenset({"overlap", "duplicate"})


@dataclass(frozen=True)
class Carried:
    """How a call ended in its service."""

    done: bool
    """Whether the service did what it was asked for, or had done so before."""
    found: bool = False
    """Whether its answer holds an item."""
    refused: bool = False
    """Whether its condition did not hold."""
    lost: bool = False
    """Whether nobody will read the answer."""


@dataclass(frozen=True)
class End:
    """What the services saw of an invocation that is over."""

    failures: int = 0
    """How often the world failed it: faults that struck, answers that came too late, a kill."""
    done: frozenset[int] = frozenset()
    """The bookings that it may have no doubt about: it sent their emails and was told so, or found them sent."""


@dataclass
class BookedInvocation:
    """One invocation of a function, as its requests show it."""

    attempts: Attempts = field(default_factory=Attempts)
    bookings: set[int] = field(default_factory=set[int])
    asked: set[int] = field(default_factory=set[int])
    """The bookings for which it has asked SES."""
    failures: int = 0
    """Faults that struck, and answers that came too late."""


class Bookkeeper:
    """Keeps the books of one run. Every method may be called from any thread.

    Args:
        bookings: their numbers.
        violations: takes what must never be.
        leases: whether the worker holds leases.

    Attributes:
        ledger: the books.
        faults: how many faults fell, by service and kind.
        late: how many answers came too late, since this machine was too slow.
        paths: how often each path through the functions was taken, by what the services saw.
        unrecorded: the bookings with an email whose record the world prevented.
    """

    def __init__(self, bookings: range, violations: Violations, *, leases: bool) -> None:
        self.ledger = EmailLedger(violations, leases=leases)
        self.ledger.fates += [EmailFate() for _ in range(bookings.stop)]
        self.faults: Counter[str] = Counter()
        self.late = 0
        self.paths: Counter[str] = Counter()
        self.unrecorded: set[int] = set()
        self._violations = violations
        self._leases = leases
        self._twice: set[int] = set()
        self._failed: set[int] = set()
        self._invocations: dict[str, BookedInvocation] = {}  # by trace id
        self._open: dict[str, list[BookedInvocation]] = defaultdict(list)  # by log stream, the oldest first
        self._changed = Condition()

    def published_twice(self, booking: int) -> None:
        """A booking was published twice."""
        with self._changed:
            self._twice.add(booking)

    def asked(self, request: FunctionRequest, log_stream: str) -> None:
        """SES is asked to send an email, whatever it is going to answer; a worker does so once an invocation."""
        with self._changed:
            invocation = self._invocation(request, log_stream)
            if request.booking in invocation.asked:
                self._violations.add("call", request.booking, "one invocation asked SES for its email twice")
            invocation.asked.add(request.booking)

    def struck(self, request: FunctionRequest, log_stream: str, fault: Fault) -> None:
        """A fault fell on a request."""
        with self._changed:
            self.faults[f"{fault.service} {fault.kind}"] += 1
            self.paths[path_of(request, fault.kind)] += 1
            if fault.kind in _TWICE:
                self._twice.add(request.booking)
            self._fail(request, log_stream)

    def redelivered(self, booking: int) -> None:
        """A message of the booking is going to be delivered again, although it was deleted."""
        with self._changed:
            self.faults["sqs duplicate"] += 1
            self.paths["queue: delivered again"] += 1
            self._twice.add(booking)

    def carry_out(
        self, request: FunctionRequest, log_stream: str, fault: Fault | None, call: Callable[[], tuple[Carried, T]]
    ) -> T:
        """Makes a call of the worker and books it, at one instant: no other call comes in between.

        Args:
            request: what is called.
            log_stream: by whom.
            fault: what happens to it.
            call: the call; gives how it ended, and the answer.
        """
        with self._changed:
            attempts = self._invocation(request, log_stream).attempts
            carried, answer = call()
            if carried.done:
                self._book(request, attempts, carried)
            if carried.refused:
                self.paths[path_of(request, "condition")] += 1
            if carried.lost:
                self._lose(request, log_stream, attempts, planned=fault is not None)
            self._changed.notify_all()
            return answer

    def met(self, request: FunctionRequest, seconds: float) -> None:
        """Waits until another invocation has looked whether the same job is done, or that time is over."""
        before = self._looks(request)
        with self._changed:
            if self._changed.wait_for(lambda: self._looks(request) > before, seconds):
                self.paths["overlap: met"] += 1

    def ended(self, log_stream: str, bookings: Sequence[int], *, killed: bool) -> End:
        """An invocation of these bookings' messages is over in that environment.

        Args:
            log_stream: the environment's.
            bookings: of its messages.
            killed: whether the world ended it, before it could answer.
        """
        with self._changed:
            wanted = frozenset(bookings)
            if killed:
                self._failed |= wanted
            # A next invocation of the environment may have begun before this is told: the oldest one is meant.
            invocations = self._open.get(log_stream, [])
            over = next((each for each in invocations if wanted.intersection(each.bookings)), None)
            if over is None:
                return End(int(killed))
            invocations.remove(over)
            self._end(over, killed=killed)
            done = {each.booking for each in over.attempts.values() if _is_done(each)}
            return End(over.failures + killed, frozenset(done))

    def windows(self, booking: int) -> int:
        """How many emails above one the booking may have."""
        return self.ledger.fates[booking].windows

    def has_been_failed(self, booking: int) -> bool:
        """Whether its message may meet another worker, or what one that was failed has left."""
        with self._changed:
            return self._leases and booking in self._twice | self._failed

    def _book(self, request: FunctionRequest, attempts: Attempts, carried: Carried) -> None:
        booking, ledger = request.booking, self.ledger
        if request.operation == "GetItem":
            self.paths["check: found done"] += carried.found
            ledger.checked(attempts, booking, done=carried.found)
        elif request.operation == "PutItem (lease)":
            attempts[booking].leased = True
        elif request.operation == "PutItem":
            ledger.recorded(attempts, booking)
        elif request.operation == "SendEmail":
            late, before = attempts[booking].window, self.windows(booking)
            ledger.accepted(attempts, booking)
            if self.windows(booking) > before and late is None and booking not in self._twice:
                self._violations.add("too many emails", booking, "two workers sent it, and its message was there once")

    def _lose(self, request: FunctionRequest, log_stream: str, attempts: Attempts, *, planned: bool) -> None:
        if not planned:
            self.late += 1
            self.paths[path_of(request, "too late")] += 1
            self._fail(request, log_stream)
        if request.operation == "SendEmail":
            self.ledger.unanswered(attempts, request.booking)

    def _fail(self, request: FunctionRequest, log_stream: str) -> None:
        invocation = self._invocation(request, log_stream)
        invocation.failures += 1
        self._failed.add(request.booking)
        if request.operation == "PutItem":
            self.ledger.record_failed(invocation.attempts, request.booking)

    def _end(self, invocation: BookedInvocation, *, killed: bool) -> None:
        self.paths.update(paths_of_end(invocation.attempts, killed=killed))
        before = {booking: self.windows(booking) for booking in invocation.attempts}
        self.ledger.ended(invocation.attempts, killed=killed)
        if not killed:
            self.unrecorded |= {booking for booking, windows in before.items() if self.windows(booking) > windows}

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
        invocation.bookings.add(request.booking)
        if not log_stream:  # its environment was gone before it was seen, so nobody will tell its end
            invocation.attempts[request.booking].window = "crash"
        return invocation


def _is_done(attempt: Attempt) -> bool:
    return attempt.found_done or (attempt.emails > 0 and attempt.window is None)
