"""Work for all processors, with results in the order of the work: as if there were one."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

A = TypeVar("A")
R = TypeVar("R")


def in_processes(work: Callable[[A], R], parts: Sequence[A]) -> Iterator[R]:
    """Does each part in one of as many processes as there are processors, or here if there is nothing to share."""
    processes = min(len(parts), os.cpu_count() or 1)
    if processes <= 1:
        yield from map(work, parts)
        return
    # Spawned, not forked: Python 3.14 no longer forks either, and a fork would take a greenlet's stack along.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, parts)
