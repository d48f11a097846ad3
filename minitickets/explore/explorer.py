"""Every schedule of a small program, each that differs in more than the order of independent steps once.

The program is run again and again. Where it has a choice, it asks; the explorer answers as in the run before, up to the
last place where an alternative is left. Two methods keep the runs few (Flanagan and Godefroid, Dynamic partial-order
reduction for model checking software, 2005; Godefroid, Partial-Order Methods, 1996, chapter 5):

    backtrack sets   another process goes first only where one of its steps turned out to race with the one that did
    sleep sets       what was explored sleeps in the branches beside it, until a step that depends on it is taken
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from minitickets.explore.choice import Choice, Redundant, S

R = TypeVar("R")

_BEGINNING = 3
"""Steps after which the shares part."""


@dataclass
class Share:
    """One part of all schedules: every `of`th of the ways to begin, from number `index` on."""

    index: int = 0
    of: int = 1
    _begun: int = 0

    def take(self) -> bool:
        """Whether the next way to begin is of this share."""
        self._begun += 1
        return self._begun % self.of == self.index


class _Chooser(Generic[S]):
    """Answers the choices of one run, along the path of the explorer."""

    def __init__(self, path: list[Choice[S]], share: Share) -> None:
        self._path = path
        self._share = share
        self._depth = 0

    def choose(self, steps: Sequence[S]) -> S:
        """The step to take."""
        if self._depth == len(self._path):
            sleeping = self._path[-1].sleeping_after() if self._path else frozenset[S]()
            if self._depth == _BEGINNING and not self._share.take():
                raise Redundant
            self._path.append(Choice(steps, sleeping))
            if self._depth < _BEGINNING and self._share.of > 1:  # the races may show in another share only
                self._path[-1].add_all()
            self._find_races()
        step = self._path[self._depth].step
        self._depth += 1
        return step

    def _find_races(self) -> None:
        """Looks for races of what may come now with what came before, as far as the last step brought news of them."""
        if len(self._path) == 1:
            return
        taken = [node.step for node in self._path[:-1]]
        last = taken[-1]
        moved_on = (way for way in self._path[-1].steps if way.process == last.process)
        # Also of those that the last step has ended: they are waiting no more.
        met = (way for way in self._path[-2].steps if way.process != last.process and way.depends_on(last))
        for way in (*moved_on, *met):
            self._find_races_of(way, taken)

    def _find_races_of(self, way: S, taken: Sequence[S]) -> None:
        """Where a step that was taken could have come after `way`: lets what `way` needs first go first there."""
        needed: list[S] = []  # the steps that `way` depends on, directly or not, the last one first
        for position in range(len(taken) - 1, -1, -1):
            step = taken[position]
            indirectly = any(step.depends_on(later) for later in needed)
            if not indirectly and step.races_with(way):
                self._path[position].add((needed[-1] if needed else way).process)
            if indirectly or step.depends_on(way):
                needed.append(step)


Choose = Callable[[Sequence[S]], S]


def explore(run: Callable[[Choose[S]], R], share: Share | None = None) -> Iterator[R]:
    """Runs the program once for each schedule, and gives what each run returned.

    Args:
        run: one run, from the beginning; with the same answers to its choices it must do the same.
        share: which of the schedules; all if it is not given.
    """
    share = share or Share()
    path: list[Choice[S]] = []
    while True:
        with suppress(Redundant):
            result = run(_Chooser(path, share).choose)
            if len(path) > _BEGINNING or share.take():
                yield result
        while path and not path[-1].advance():
            path.pop()
        if not path:
            return
