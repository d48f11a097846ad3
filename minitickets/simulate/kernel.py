"""Virtual time, and the greenlets that live in it.

One greenlet runs at a time, and only until it sleeps or pauses: what happens between two sleeps happens at one instant.
Events of the same instant keep the order in which they were planned, so a run is a function of its seed.
"""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import TypeVar

from greenlet import GreenletExit, getcurrent, greenlet

SECOND = 1_000_000
"""Time is counted in whole microseconds, which add up to the same on every machine."""
EPOCH = 1_767_225_600
"""Epoch seconds at which every run begins: 2026-01-01T00:00:00Z."""

Action = Callable[[], object]
T = TypeVar("T")


class Stopped(GreenletExit):
    """Raised in a greenlet that must not go on: its execution environment was killed, or the run is over."""


class Kernel:
    """The clock and the plan of what happens when."""

    def __init__(self) -> None:
        self.now = 0
        self._plan: list[tuple[int, int, Action]] = []
        self._planned = 0
        self._hub = getcurrent()
        self._alive: dict[greenlet, None] = {}
        self._over = False

    def at(self, time: int, action: Action) -> None:
        """Plans an action for a time that is not past, after all that is planned for the same time."""
        self._planned += 1
        heappush(self._plan, (time, self._planned, action))

    def at_once(self, action: Action) -> None:
        """Plans an action for now, before all else."""
        self._planned += 1
        heappush(self._plan, (self.now, -self._planned, action))

    def start(self, action: Action) -> greenlet:
        """Starts a greenlet at this instant."""
        started = greenlet(lambda: self._live(action), parent=self._hub)
        self._alive[started] = None
        self.at(self.now, started.switch)
        return started

    def sleep(self, microseconds: int) -> None:
        """Lets time pass for the calling greenlet."""
        self.at(self.now + microseconds, getcurrent().switch)
        self._hub.switch()

    def pause(self) -> None:
        """Stops the calling greenlet until somebody plans its `switch`, or stops it for good."""
        self._hub.switch()

    def run(self, until: int) -> None:
        """Lets everything happen that is planned before `until`, or before `end`; then stops what still lives."""
        self._hub = getcurrent()
        plan = self._plan
        while plan and not self._over and plan[0][0] <= until:
            self.now, _, action = heappop(plan)
            action()
        for sleeping in list(self._alive):
            sleeping.throw(Stopped)

    def end(self) -> None:
        """Ends the run after the action that is going on."""
        self._over = True

    def _live(self, action: Action) -> None:
        try:
            action()
        finally:
            del self._alive[getcurrent()]


class VirtualClock:
    """Tells the kernel's time as epoch seconds."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def now(self) -> float:
        """Epoch seconds."""
        return EPOCH + self._kernel.now / SECOND

    def sleep(self, seconds: float) -> None:
        """Lets time pass."""
        self._kernel.sleep(round(seconds * SECOND))


def side_by_side(
    tasks: Sequence[Callable[[], T]], start: Callable[[Action], object], wait: Action, done: Action
) -> list[T]:
    """Runs tasks in greenlets of their own, and gives their results in order.

    Args:
        tasks: what to do, at the same time.
        start: starts a greenlet.
        wait: stops the calling one until it is woken.
        done: wakes it, when the last task is over.
    """
    results: dict[int, T] = {}

    def run(number: int, task: Callable[[], T]) -> None:
        results[number] = task()
        if len(results) == len(tasks):
            done()

    for number, task in enumerate(tasks):
        start(lambda number=number, task=task: run(number, task))
    if tasks:
        wait()
    return [results[number] for number in range(len(tasks))]
