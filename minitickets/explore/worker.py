"""A worker of a small world, which asks at each call how it goes on."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar, cast

from greenlet import getcurrent, greenlet

from aws.calls import Refused, Unanswered
from minitickets.books.fates import Attempts
from minitickets.explore.steps import ANSWER, WHOLE_BATCH, Course, Luck, WorkerStep
from minitickets.explore.threads import Threads
from minitickets.simulate.environments import worker_ports
from minitickets.simulate.invocation import Ended
from minitickets.simulate.kernel import EPOCH, SECOND
from minitickets.simulate.line import Line, ServiceCall, timed_out
from minitickets.simulate.mapping import failures_of
from minitickets.simulate.message import ReceivedMessage
from minitickets.simulate.services import Services
from worker.batch import handle_batch

T = TypeVar("T")


@dataclass(frozen=True)
class Waiting:
    """A call on its way, and the greenlet that waits for it."""

    worker: "SmallWorker"
    step: WorkerStep
    apply: Callable[[], object]
    caller: greenlet

    def ways(self) -> list[WorkerStep]:
        """The ways in which it can go."""
        return [self.step._replace(course=course) for course in self.worker.luck.courses(self.step.call)]


@dataclass(frozen=True, kw_only=True)
class WorkerSurroundings:
    """What a worker works with.

    Args:
        timeout: the function's, in seconds.
        wait: takes each call, for the explorer to choose from.
        ready: takes each greenlet that can go on at once.
    """

    services: Services
    timeout: int
    wait: Callable[[Waiting], None]
    ready: Callable[[greenlet], None]


class SmallWorker:
    """One invocation, and the environment that it runs in."""

    def __init__(self, number: int, batch: Sequence[ReceivedMessage], around: WorkerSurroundings, luck: Luck) -> None:
        self._number = number
        self._batch = batch
        self._around = around
        self.luck = luck
        self._attempts = Attempts()
        self._threads = Threads(around.ready)
        self._calls: Counter[tuple[int, str]] = Counter()
        self._ports = worker_ports(
            around.services,
            wire=self,
            caller=lambda: self._attempts,
            clock=self,
            run_all=self._threads.run_all,
        )

    def start(self) -> None:
        """Runs until the first call."""
        self._threads.start(self._live)

    def crash(self) -> None:
        """Dies where it is."""
        self._threads.stop()
        self._around.services.ledger.ended(self._attempts, killed=True)

    def call(self, line: Line, call: ServiceCall, apply: Callable[[], T]) -> T:
        """Makes a call, as often as the line says: the worker's wire."""
        for _ in range(line.attempts - 1):
            with suppress(Unanswered):
                return self._try(line, call, apply)
        return self._try(line, call, apply)

    def now(self) -> float:
        """Epoch seconds: the worker's clock."""
        return EPOCH + self._around.services.kernel.now / SECOND

    def sleep(self, seconds: float) -> None:
        """Lets time pass for the calling greenlet."""
        self._threads.sleep(seconds)

    def _remaining(self) -> float:
        return self._around.timeout - self._threads.spent

    def _live(self) -> None:
        ended = self._handle()
        self._ask(ANSWER, WHOLE_BATCH, "", lambda: None)
        self._around.services.ledger.ended(self._attempts, killed=False)
        failed = failures_of(ended, [received.message.id for received in self._batch])
        for received in self._batch:
            if received.message.id not in failed:
                self._around.services.jobs_queue.delete(received)

    def _handle(self) -> Ended:
        records = [received.record() for received in self._batch]
        try:
            return Ended(handle_batch(records, self._ports, self._remaining))
        except Exception as error:  # noqa: BLE001 - as Lambda's runtime does
            self._around.services.violations.add("answer", WHOLE_BATCH, f"the handler raised {type(error).__name__}")
            return Ended(error=type(error).__name__)

    def _try(self, line: Line, call: ServiceCall, apply: Callable[[], T]) -> T:
        if self._ask(call.operation, call.booking, call.item, apply) == "done":
            return apply()
        self.luck.lose()
        with suppress(Refused):
            apply()
        self.sleep(line.timeout)
        raise timed_out(call.operation)

    def _ask(self, operation: str, booking: int, item: str, apply: Callable[[], object]) -> Course:
        self._calls[booking, operation] += 1
        again = " again" * (self._calls[booking, operation] - 1)
        step = WorkerStep(self._number, booking, operation + again, item, "done")
        self._around.wait(Waiting(self, step, apply, getcurrent()))
        return cast("Course", self._threads.wait())
