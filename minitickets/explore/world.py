"""Two bookings, each delivered twice, to two workers at once: a world small enough for every one of its schedules.

At each call of a worker the world can go on in four ways, within a worker's limit of one crash and one lost answer:

    done           the call is carried out and answered
    answer lost    it is carried out, and the client waits until it times out
    crash before   the worker's execution environment dies before the call is carried out
    crash after    it dies after that

Afterwards messages that were not deleted come back, one batch at a time, to a worker that nothing happens to.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from typing import TextIO, cast

from greenlet import greenlet

from aws.calls import Refused
from infra.settings import Settings
from minitickets.books.bookings import body_of
from minitickets.books.fates import EmailFate
from minitickets.books.faults import Faults
from minitickets.books.violations import Violation
from minitickets.explore.explorer import Share, explore
from minitickets.explore.steps import CRASHES, WORKERS, Course, Luck, WorkerStep
from minitickets.explore.worker import SmallWorker, Waiting, WorkerSurroundings
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.message import ReceivedMessage, SimulatedMessage
from minitickets.simulate.services import Services
from minitickets.simulate.weather import Nature

BOOKINGS = 2


@dataclass(frozen=True)
class Schedule:
    """One schedule, and what came of it."""

    steps: tuple[WorkerStep, ...]
    emails: tuple[int, ...]
    deliveries: int
    lost: int
    dead_lettered: int
    violations: tuple[Violation, ...]


@dataclass(frozen=True, kw_only=True)
class Extent:
    """How much may happen.

    Args:
        unlucky: to how many of the two workers.
        both: whether one worker may lose an answer and then crash, and not only either.
    """

    unlucky: int = WORKERS
    both: bool = True


def schedules(settings: Settings, extent: Extent, share: Share | None = None) -> Iterator[Schedule]:
    """Runs every schedule, or a share of them."""
    return explore(lambda choose: SmallWorld(settings, choose, extent).run(), share)


Choose = Callable[[Sequence[WorkerStep]], WorkerStep]


class SmallWorld:
    """One run."""

    def __init__(self, settings: Settings, choose: Choose, extent: Extent) -> None:
        self._choose = choose
        self._extent = extent
        nature = Nature(Faults(), "small world")
        self._kernel = nature.kernel
        self._services = Services(settings, Faults(), nature)
        self._services.ledger.fates.extend(EmailFate() for _ in range(BOOKINGS))
        self._waiting: list[Waiting] = []
        self._ready = list[greenlet]()
        self._around = WorkerSurroundings(
            services=self._services,
            timeout=settings.worker_timeout,
            wait=self._waiting.append,
            ready=self._ready.append,
        )
        self._steps: list[WorkerStep] = []
        self._workers = 0
        self._deliveries = 0

    def run(self) -> Schedule:
        """Runs it, once."""
        with redirect_stdout(cast("TextIO", self._services.log)):
            self._let_run([self._worker(self._publish(copy)) for copy in range(WORKERS)])
            self._drain()
        ledger = self._services.ledger
        return Schedule(
            steps=tuple(self._steps),
            emails=tuple(fate.emails for fate in ledger.fates),
            deliveries=self._deliveries,
            lost=ledger.lost(),
            dead_lettered=len(self._services.jobs_queue.dead_letters),
            violations=tuple(self._services.violations.first),
        )

    def _publish(self, copy: int) -> list[ReceivedMessage]:
        """Publishes each booking, under a message id of its own for each copy, and receives them."""
        queue = self._services.jobs_queue
        for booking in range(BOOKINGS):
            body = body_of(booking, 1)
            self._services.publish(body)
            queue.send(SimulatedMessage(f"j{booking}-{copy}", booking, body, 0))
        self._kernel.now += SECOND
        return queue.receive(self._kernel.now)

    def _let_run(self, workers: Sequence[SmallWorker]) -> None:
        """Runs workers side by side to their ends, step by step as the explorer chooses."""
        for worker in workers:
            worker.start()
        while self._all_waiting():
            chosen = self._choose([step for waiting in self._waiting for step in waiting.ways()])
            self._steps.append(chosen)
            waiting = next(waiting for waiting in self._waiting if waiting.step == chosen._replace(course="done"))
            self._waiting.remove(waiting)
            if chosen.course in CRASHES:
                self._crash(waiting, chosen.course)
            else:
                waiting.caller.switch(chosen.course)

    def _all_waiting(self) -> bool:
        """Lets everything run up to its next call; False if nothing is left to run."""
        while self._ready:
            self._ready.pop(0).switch()
        return bool(self._waiting)

    def _crash(self, waiting: Waiting, course: Course) -> None:
        if course == "crash after":
            with suppress(Refused):
                waiting.apply()
        worker = waiting.worker
        self._waiting[:] = [other for other in self._waiting if other.worker is not worker]
        worker.crash()

    def _drain(self) -> None:
        """Lets what is still in the queue come back, to a worker that nothing happens to."""
        queue = self._services.jobs_queue
        while not queue.empty:
            self._kernel.now = max(self._kernel.now, queue.next_visible() or 0) + SECOND
            if batch := queue.receive(self._kernel.now):
                self._let_run([self._worker(batch)])

    def _worker(self, batch: Sequence[ReceivedMessage]) -> SmallWorker:
        self._workers += 1
        self._deliveries += len(batch)
        unlucky = self._workers <= self._extent.unlucky
        luck = Luck(both=self._extent.both, may_crash=unlucky, may_lose=unlucky)
        return SmallWorker(self._workers, batch, self._around, luck)
