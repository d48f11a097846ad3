"""Ways to run the jobs of a batch."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from worker.backoff import Verdict
from worker.ports import RunAll

Task = Callable[[], Verdict]


def in_order(tasks: Sequence[Task]) -> list[Verdict]:
    """Runs one task after the other in the calling thread."""
    return [task() for task in tasks]


def on_threads(threads: int) -> RunAll:
    """A runner with that many threads, which are started when first needed and kept between batches."""
    pool = ThreadPoolExecutor(max_workers=threads)

    def run_all(tasks: Sequence[Task]) -> list[Verdict]:
        if len(tasks) == 1:
            return in_order(tasks)  # most batches of a quiet queue: no thread to wake
        return list(pool.map(lambda task: task(), tasks))

    return run_all
