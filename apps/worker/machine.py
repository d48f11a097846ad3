"""What the machine itself gives the worker: the clock, and threads for the jobs of a batch."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from worker.ports import RunAll

T = TypeVar("T")


class SystemClock:
    """Wall-clock time, which the kernel keeps in step for every worker that shares the table."""

    def now(self) -> float:
        """Epoch seconds."""
        return time.time()

    def sleep(self, seconds: float) -> None:
        """Blocks the calling thread for that many seconds."""
        time.sleep(seconds)


def in_order(tasks: Sequence[Callable[[], T]]) -> list[T]:
    """Runs one task after the other in the calling thread."""
    return [task() for task in tasks]


def on_threads(threads: int) -> RunAll:
    """A runner with that many threads, which are started when first needed and kept between batches."""
    pool = ThreadPoolExecutor(max_workers=threads)

    def run_all(tasks: Sequence[Callable[[], T]]) -> list[T]:
        if len(tasks) == 1:
            return in_order(tasks)  # most batches of a quiet queue: no thread to wake
        return list(pool.map(lambda task: task(), tasks))

    return run_all
