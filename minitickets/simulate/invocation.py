"""Execution environments: each runs one invocation at a time, until it is killed."""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

from greenlet import getcurrent, greenlet

from minitickets.simulate.kernel import SECOND, Kernel, Stopped, side_by_side
from minitickets.simulate.seen import Seen

T = TypeVar("T")

SPEAKER: ContextVar[Seen | None] = ContextVar("SPEAKER", default=None)
"""Whose code is running: each greenlet has a context of its own."""

Handler = Callable[[Any, "SimulatedInvocation"], Any]
"""A function's code: event and context to an answer."""


@dataclass(frozen=True)
class Ended:
    """How an invocation ended: with an answer, or with an error of the function or of its runtime.

    Args:
        killed: its environment is gone.
        crashed: it was the world that killed it, and not the function's timeout.
    """

    answer: Any = None
    error: str | None = None
    killed: bool = False
    crashed: bool = False


class SimulatedInvocation:
    """One run of a function's code.

    Args:
        crash_at: the step before which the environment dies; a step is a call's start, or its being carried out.
        stall: microseconds that a slow machine takes before the code begins.
    """

    def __init__(self, kernel: Kernel, timeout: int, crash_at: int | None, stall: int = 0) -> None:
        self.witness = Seen()
        self.ended: Ended | None = None
        self._kernel = kernel
        self._deadline = kernel.now + timeout
        self._crash_at = crash_at
        self._stall = stall
        self._steps = 0
        self._greenlets: list[greenlet] = []
        self._caller = getcurrent()

    def remaining(self) -> float:
        """Seconds until Lambda kills the invocation."""
        return (self._deadline - self._kernel.now) / SECOND

    def get_remaining_time_in_millis(self) -> int:
        """The same as Lambda's context tells it."""
        return int(self.remaining() * 1000)

    def run(self, code: Callable[[], Any]) -> Ended:
        """Runs the code in greenlets of its own, and waits for its end."""
        self.start(lambda: self._answer(code))
        self._kernel.at(self._deadline, self._time_out)
        self._kernel.pause()
        assert self.ended is not None  # noqa: S101 - only an end wakes the caller
        return self.ended

    def start(self, action: Callable[[], object]) -> None:
        """Starts a thread of the code."""

        def speak() -> None:
            SPEAKER.set(self.witness)
            action()

        self._greenlets.append(self._kernel.start(speak))

    def run_all(self, tasks: Sequence[Callable[[], T]]) -> list[T]:
        """Runs the tasks side by side, as the functions' thread pools do."""
        if len(tasks) == 1:
            return [tasks[0]()]
        waiting, kernel = getcurrent(), self._kernel
        return side_by_side(tasks, self.start, kernel.pause, lambda: kernel.at(kernel.now, waiting.switch))

    def step(self) -> None:
        """Dies here, if this is the step."""
        if self._steps == self._crash_at:
            crash = Ended(error="Runtime.ExitError: the execution environment died", killed=True, crashed=True)
            self._kernel.at_once(lambda: self._kill(crash))
            self._kernel.pause()
        self._steps += 1

    def _answer(self, code: Callable[[], Any]) -> None:
        if self._stall:
            self._kernel.sleep(self._stall)
        self.witness.remaining_at_start = self.remaining()
        try:
            ended = Ended(code())
        except Exception as error:  # noqa: BLE001 - as Lambda's runtime does
            ended = Ended(error=f"Unhandled: {type(error).__name__}")
        self._end(ended)

    def _time_out(self) -> None:
        if self.ended is None:
            self._kill(Ended(error="Task timed out", killed=True))

    def _kill(self, ended: Ended) -> None:
        for thread in self._greenlets:
            if not thread.dead:
                thread.throw(Stopped)
        self._end(ended)

    def _end(self, ended: Ended) -> None:
        self.ended = ended
        self._kernel.at(self._kernel.now, self._caller.switch)
