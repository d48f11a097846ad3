"""Two bookings, each delivered twice, to two workers at once: a world small enough for every one of its schedules.

At each call of a worker the world can go on in four ways, within a worker's limit of one crash and one lost answer:

    done           the call is carried out and answered
    answer lost    it is carried out, and the client waits until it times out
    crash before   the worker's execution environment dies before the call is carried out
    crash after    it dies after that

Afterwards messages that were not deleted come back, one batch at a time, to a worker that nothing happens to.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO, cast

from botocore.exceptions import ClientError

from infra.settings import Settings
from minitickets.simulate.bookings import body_of
from minitickets.simulate.chance import Chance
from minitickets.simulate.explore import Share, explore
from minitickets.simulate.fates import Fate
from minitickets.simulate.faults import Faults
from minitickets.simulate.kernel import SECOND, Kernel
from minitickets.simulate.log_sink import LogSink
from minitickets.simulate.message import Message, Received
from minitickets.simulate.scenario import Scenario
from minitickets.simulate.secret import RotatingSecret
from minitickets.simulate.services import Reports, Services, make_services
from minitickets.simulate.small_worker import Around, Luck, SmallWorker, Waiting
from minitickets.simulate.steps import CRASHES, WORKERS, Course, Step
from minitickets.simulate.variants import REAL, Variant
from minitickets.simulate.violations import Violation, Violations
from minitickets.simulate.weather import Weather

if TYPE_CHECKING:
    from greenlet import greenlet

BOOKINGS = 2


@dataclass(frozen=True)
class Schedule:
    """One schedule, and what came of it."""

    steps: tuple[Step, ...]
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


def schedules(
    settings: Settings, extent: Extent, variant: Variant = REAL, share: Share | None = None
) -> Iterator[Schedule]:
    """Runs every schedule, or a share of them."""
    return explore(lambda choose: SmallWorld(settings, variant, choose, extent).run(), share)


class SmallWorld:
    """One run."""

    def __init__(
        self, settings: Settings, variant: Variant, choose: Callable[[Sequence[Step]], Step], extent: Extent
    ) -> None:
        self._variant = variant
        self._choose = choose
        self._kernel = Kernel()
        self._violations = Violations(lambda: self._kernel.now)
        self._log = LogSink(Counter(), self._violations)
        self._services = self._make_services(settings)
        self._timeout = settings.worker_timeout
        self._waiting: list[Waiting] = []
        self._ready: list[greenlet] = []
        self._steps: list[Step] = []
        self._workers = 0
        self._deliveries = 0
        self._extent = extent

    def run(self) -> Schedule:
        """Runs it, once."""
        with redirect_stdout(cast("TextIO", self._log)):
            self._let_run([self._worker(self._publish(copy)) for copy in range(WORKERS)])
            self._drain()
        ledger = self._services.ledger
        return Schedule(
            steps=tuple(self._steps),
            emails=tuple(fate.emails for fate in ledger.fates),
            deliveries=self._deliveries,
            lost=ledger.lost(),
            dead_lettered=len(self._services.jobs_queue.dead_letters),
            violations=tuple(self._violations.first),
        )

    def _publish(self, copy: int) -> list[Received]:
        """Publishes each booking, under a message id of its own for each copy, and receives them."""
        queue = self._services.jobs_queue
        for booking in range(BOOKINGS):
            queue.send(Message(f"j{booking}-{copy}", booking, body_of(booking, 1), 0))
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
            with suppress(ClientError):
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

    def _worker(self, batch: Sequence[Received]) -> SmallWorker:
        self._workers += 1
        self._deliveries += len(batch)
        around = Around(
            self._services,
            self._kernel,
            self._variant,
            self._timeout,
            self._violations,
            self._waiting.append,
            self._ready.append,
        )
        luck = Luck(self._extent.both) if self._workers <= self._extent.unlucky else Luck(False, False, False)
        return SmallWorker(self._workers, batch, around, luck)

    def _make_services(self, settings: Settings) -> Services:
        chance = Chance("small world")
        reports = Reports(
            kernel=self._kernel,
            chance=chance,
            weather=Weather(Faults(), self._kernel, chance),
            violations=self._violations,
            secret=RotatingSecret(chance),
            why=self._log.why,
        )
        scenario = Scenario(seed="", bookings=BOOKINGS, faults=Faults(), settings=settings)
        services = make_services(scenario, reports)
        services.ledger.fates.extend(Fate() for _ in range(BOOKINGS))
        return services
