from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import permutations, product
from typing import NamedTuple, Self

import pytest

from minitickets.explore.explorer import Share, explore


class Access(NamedTuple):
    """One access of a thread to a variable; `fails` ends the thread."""

    thread: int
    number: int
    variable: str
    writes: bool
    fails: bool = False

    @property
    def process(self) -> Hashable:
        return self.thread

    def depends_on(self, other: Self, /) -> bool:
        same = self.variable == other.variable and (self.writes or other.writes)
        return self.thread == other.thread or same

    def races_with(self, other: Self, /) -> bool:
        return self.thread != other.thread and self.depends_on(other)


Program = Sequence[str]
"""One text for each thread: `x` reads x, `X` writes it, and `X!` writes or fails to."""


def accesses(thread: int, text: str) -> list[list[Access]]:
    """The ways of each step of a thread."""
    steps = text.split()
    return [
        [
            Access(thread, number, step[0].lower(), step[0].isupper(), fails)
            for fails in ((False, True) if "!" in step else (False,))
        ]
        for number, step in enumerate(steps)
    ]


def run_of(program: Program) -> Callable[[Callable[[Sequence[Access]], Access]], tuple[Access, ...]]:
    def run(choose: Callable[[Sequence[Access]], Access]) -> tuple[Access, ...]:
        left = [accesses(thread, text) for thread, text in enumerate(program)]
        taken: list[Access] = []
        while any(left):
            step = choose([way for steps in left if steps for way in steps[0]])
            taken.append(step)
            left[step.thread] = [] if step.fails else left[step.thread][1:]
        return tuple(taken)

    return run


def canonical(steps: Sequence[Access]) -> tuple[Access, ...]:
    """The same for all orders that differ in independent steps only."""
    left, ordered = list(steps), list[Access]()
    while left:
        free = [step for at, step in enumerate(left) if not any(step.depends_on(earlier) for earlier in left[:at])]
        ordered.append(min(free))
        left.remove(ordered[-1])
    return tuple(ordered)


def paths(steps: Sequence[list[Access]]) -> Iterator[tuple[Access, ...]]:
    """What one thread can do."""
    if not steps:
        yield ()
        return
    for way in steps[0]:
        for rest in [()] if way.fails else paths(steps[1:]):
            yield (way, *rest)


def interleavings(threads: Sequence[tuple[Access, ...]]) -> Iterator[tuple[Access, ...]]:
    owners = [thread for thread, steps in enumerate(threads) for _ in steps]
    for order in set(permutations(owners)):
        left = [iter(steps) for steps in threads]
        yield tuple(next(left[owner]) for owner in order)


def all_orders(program: Program) -> set[tuple[Access, ...]]:
    """By trying every interleaving of every combination of ways."""
    combined = product(*(paths(accesses(thread, text)) for thread, text in enumerate(program)))
    return {canonical(order) for threads in combined for order in interleavings(threads)}


PROGRAMS = [
    pytest.param(["x x", "y y"], id="independent"),
    pytest.param(["X", "X", "X"], id="three writers"),
    pytest.param(["x Y", "y X"], id="crosswise"),
    pytest.param(["x X y", "X y", "Y"], id="a chain"),
    pytest.param(["x! X!", "x X!", "y"], id="with failures"),
    pytest.param(["x y! X", "X! Y", "y x"], id="mixed"),
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_each_schedule_is_run_once_and_none_is_missed(program: Program) -> None:
    runs = [canonical(steps) for steps in explore(run_of(program))]

    assert len(runs) == len(set(runs))
    assert set(runs) == all_orders(program)


@pytest.mark.parametrize("program", PROGRAMS)
def test_shares_are_the_whole(program: Program) -> None:
    runs = [canonical(steps) for index in range(3) for steps in explore(run_of(program), Share(index, 3))]

    assert len(runs) == len(set(runs))
    assert set(runs) == all_orders(program)
