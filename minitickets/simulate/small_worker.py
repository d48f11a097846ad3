"""A worker of a small world, which asks at each call how it goes on."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from botocore.exceptions import ClientError, ReadTimeoutError
from greenlet import getcurrent, greenlet

from minitickets.simulate.bookings import of_key
from minitickets.simulate.clock import EPOCH
from minitickets.simulate.environment import Ended
from minitickets.simulate.fates import Attempts
from minitickets.simulate.functions import Connection, worker_ports
from minitickets.simulate.kernel import SECOND, Kernel, Stopped
from minitickets.simulate.mapping import failures_of
from minitickets.simulate.message import Received
from minitickets.simulate.services import Services
from minitickets.simulate.steps import ANSWER, CRASHES, WHOLE_BATCH, Course, Step
from minitickets.simulate.variants import Variant
from minitickets.simulate.violations import Violations
from minitickets.simulate.wire import Line
from worker.visibility import Verdict

T = TypeVar("T")


@dataclass(frozen=True)
class Waiting:
    """A call on its way, and the greenlet that waits for it."""

    worker: "SmallWorker"
    step: Step
    apply: Callable[[], object]
    caller: greenlet

    def ways(self) -> list[Step]:
        """The ways in which it can go."""
        worker, booking, call, item, _ = self.step
        return [Step(worker, booking, call, item, course) for course in self.worker.courses(call)]


@dataclass(frozen=True)
class Around:
    """What a worker works with.

    Args:
        timeout: the function's, in seconds.
        wait: takes each call, for the explorer to choose from.
        ready: takes each greenlet that can go on at once.
    """

    services: Services
    kernel: Kernel
    variant: Variant
    timeout: int
    violations: Violations
    wait: Callable[[Waiting], None]
    ready: Callable[[greenlet], None]


@dataclass
class Luck:
    """What may still happen to a worker: it crashes once at most, loses one answer at most, and one of them or both."""

    both: bool
    may_crash: bool = True
    may_lose: bool = True

    def lose(self) -> None:
        """An answer was lost."""
        self.may_lose = False
        self.may_crash = self.both


class SmallWorker:
    """One invocation, and the environment that it runs in.

    Each greenlet has a time of its own, which only its own calls and pauses let pass: so the order of independent steps
    changes nothing, not even the time that is left.
    """

    def __init__(self, number: int, batch: Sequence[Received], around: Around, luck: "Luck") -> None:
        self._number = number
        self._batch = batch
        self._around = around
        self._luck = luck
        self._attempts = Attempts()
        self._hub = getcurrent()
        self._greenlets: list[greenlet] = []
        self._spent: dict[greenlet, float] = {}  # seconds
        self._calls: Counter[tuple[int, str]] = Counter()
        self._booking_of: dict[greenlet, int] = {}
        connection = Connection(
            wire=self, caller=lambda: self._attempts, clock=self, run_all=self._run_all, owner=f"e{number}"
        )
        self._ports = worker_ports(around.services, connection, around.variant)

    def start(self) -> None:
        """Runs until the first call."""
        self._start(self._live)

    def courses(self, call: str) -> list[Course]:
        """The ways in which a call can go now."""
        courses: list[Course] = ["done"]
        if self._luck.may_lose and call != ANSWER:
            courses.append("answer lost")
        if self._luck.may_crash:
            courses += CRASHES[:1] if call == ANSWER else CRASHES
        return courses

    def crash(self) -> None:
        """Dies where it is."""
        for thread in self._greenlets:
            if not thread.dead:
                thread.throw(Stopped)
        self._around.services.ledger.ended(self._attempts, killed=True)

    def call(self, line: Line, operation: str, touches: str, apply: Callable[[], T]) -> T:
        """Makes a call, as often as the line says: the worker's wire."""
        for _ in range(line.attempts - 1):
            with suppress(ReadTimeoutError):
                return self._try(line, operation, touches, apply)
        return self._try(line, operation, touches, apply)

    def now(self) -> float:
        """Epoch seconds: the worker's clock."""
        return EPOCH + self._around.kernel.now / SECOND

    def sleep(self, seconds: float) -> None:
        """Lets time pass for the calling greenlet."""
        self._spent[getcurrent()] += seconds

    def _remaining(self) -> float:
        return self._around.timeout - self._spent[getcurrent()]

    def _live(self) -> None:
        ended = self._handle()
        self._ask(ANSWER, "", lambda: None)
        self._around.services.ledger.ended(self._attempts, killed=False)
        failed = failures_of(ended, [received.message.id for received in self._batch])
        for received in self._batch:
            if received.message.id not in failed:
                self._around.services.jobs_queue.delete(received)

    def _handle(self) -> Ended:
        records = [received.record() for received in self._batch]
        try:
            return Ended(self._around.variant.handle(records, self._ports, self._remaining))
        except Exception as error:  # noqa: BLE001 - as Lambda's runtime does
            self._around.violations.add("answer", WHOLE_BATCH, f"the handler raised {type(error).__name__}")
            return Ended(error=type(error).__name__)

    def _try(self, line: Line, operation: str, touches: str, apply: Callable[[], T]) -> T:
        if self._ask(operation, touches, apply) == "done":
            return apply()
        self._luck.lose()
        with suppress(ClientError):
            apply()
        self.sleep(line.timeout)
        raise ReadTimeoutError(endpoint_url=operation)

    def _ask(self, operation: str, touches: str, apply: Callable[[], object]) -> Course:
        if touches:
            self._booking_of[getcurrent()] = of_key(touches)
        booking = self._booking_of.get(getcurrent(), WHOLE_BATCH)
        self._calls[booking, operation] += 1
        again = " again" * (self._calls[booking, operation] - 1)
        step = Step(self._number, booking, operation + again, touches, "done")
        self._around.wait(Waiting(self, step, apply, getcurrent()))
        return self._hub.switch()

    def _run_all(self, tasks: Sequence[Callable[[], Verdict]]) -> list[Verdict]:
        verdicts: dict[int, Verdict] = {}
        waiting = getcurrent()

        def run(number: int, task: Callable[[], Verdict]) -> None:
            verdicts[number] = task()
            self._spent[waiting] = max(self._spent[waiting], self._spent[getcurrent()])
            if len(verdicts) == len(tasks):
                self._around.ready(waiting)

        for number, task in enumerate(tasks):
            self._start(lambda number=number, task=task: run(number, task))
        self._hub.switch()
        return [verdicts[number] for number in range(len(tasks))]

    def _start(self, action: Callable[[], object]) -> None:
        thread = greenlet(action, parent=self._hub)
        self._greenlets.append(thread)
        self._spent[thread] = self._spent.get(getcurrent(), 0)
        self._around.ready(thread)
