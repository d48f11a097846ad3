"""The greenlets of a worker in a small world."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from greenlet import getcurrent, greenlet

from minitickets.simulate.kernel import Stopped, side_by_side

T = TypeVar("T")


class Threads:
    """Greenlets that run when they are told to, and wait for answers.

    Each has a time of its own, which only its own calls and pauses let pass: so the order of independent steps changes
    nothing, not even the time that is left.

    Args:
        ready: takes each greenlet that can go on at once.
    """

    def __init__(self, ready: Callable[[greenlet], None]) -> None:
        self._ready = ready
        self._hub = getcurrent()
        self._spent: dict[greenlet, float] = {}

    @property
    def spent(self) -> float:
        """Seconds that the calling greenlet has taken so far, its beginner's before included."""
        return self._spent.get(getcurrent(), 0)

    def sleep(self, seconds: float) -> None:
        """Lets time pass for the calling greenlet."""
        self._spent[getcurrent()] += seconds

    def start(self, action: Callable[[], object]) -> None:
        """Starts a greenlet."""
        thread = greenlet(action, parent=self._hub)
        self._spent[thread] = self.spent
        self._ready(thread)

    def wait(self) -> object:
        """Waits until somebody switches to the calling greenlet, and gives what it is told."""
        return self._hub.switch()

    def run_all(self, tasks: Sequence[Callable[[], T]]) -> list[T]:
        """Runs the tasks side by side; the caller has taken as long as the longest then."""
        waiting = getcurrent()

        def timed(task: Callable[[], T]) -> T:
            result = task()
            self._spent[waiting] = max(self._spent[waiting], self.spent)
            return result

        timed_tasks = [lambda task=task: timed(task) for task in tasks]
        return side_by_side(timed_tasks, self.start, self.wait, lambda: self._ready(waiting))

    def stop(self) -> None:
        """Stops all where they are."""
        for thread in self._spent:
            if not thread.dead:
                thread.throw(Stopped)
