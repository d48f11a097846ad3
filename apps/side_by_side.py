"""Several tasks at a time: the jobs of a batch, the tickets of a booking."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

T = TypeVar("T")


class RunAll(Protocol):
    """Runs tasks, side by side or one after the other. None of them may raise: it would hide what the others did."""

    def __call__(self, tasks: Sequence[Callable[[], T]], /) -> list[T]:
        """Returns what each task returned, in their order."""
        ...


def in_order(tasks: Sequence[Callable[[], T]]) -> list[T]:
    """Runs one task after the other in the calling thread."""
    return [task() for task in tasks]


def on_threads(threads: int) -> RunAll:
    """A runner with that many threads, which are started when first needed and kept between batches."""
    pool = ThreadPoolExecutor(max_workers=threads)

    def run_all(tasks: Sequence[Callable[[], T]]) -> list[T]:
        if len(tasks) == 1:
            return in_order(tasks)  # most batches of a quiet queue, most bookings: no thread to wake
        return list(pool.map(lambda task: task(), tasks))

    return run_all
