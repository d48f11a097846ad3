"""One choice of a run: the steps that can be taken, those that were explored, and those that sleep."""

from collections.abc import Hashable, Sequence
from typing import Generic, Protocol, Self, TypeVar


class Possible(Protocol):
    """A step that a program can take next; equal steps have equal hashes."""

    @property
    def process(self) -> Hashable:
        """Who takes it; a process has one step to take, perhaps in several ways."""
        ...

    def depends_on(self, other: Self, /) -> bool:
        """Whether the order of the two matters, or one makes the other impossible."""
        ...

    def races_with(self, other: Self, /) -> bool:
        """Whether they depend on each other, and either could have come first."""
        ...


S = TypeVar("S", bound=Possible)


class Redundant(Exception):  # noqa: N818 - no error
    """All that this run could do next was explored in another order, or is of another share."""


class Choice(Generic[S]):
    """One choice of the current run."""

    def __init__(self, steps: Sequence[S], sleeping: frozenset[S]) -> None:
        self.steps = steps
        self.sleeping = sleeping
        self._ways: dict[Hashable, list[S]] = {}
        for step in steps:
            self._ways.setdefault(step.process, []).append(step)
        self._explored: list[S] = []
        self._begun: list[Hashable] = []
        self._backtrack: dict[Hashable, None] = {}
        self._left: list[S] = []
        awake = (process for process, ways in self._ways.items() if not sleeping.issuperset(ways))
        if (first := next(awake, None)) is not None:
            self._begin(first)

    @property
    def step(self) -> S:
        """The step of the current run."""
        if not self._left:
            raise Redundant
        return self._left[-1]

    def add(self, process: Hashable) -> None:
        """A process must go first here too; all must, where it could not yet."""
        if process in self._ways:
            self._backtrack[process] = None
        else:
            self.add_all()

    def add_all(self) -> None:
        """Every process must go first here once."""
        self._backtrack.update(dict.fromkeys(self._ways))

    def advance(self) -> bool:
        """Goes on to the next alternative; False if there is none."""
        if self._left:
            self._explored.append(self._left.pop())
        while not self._left:
            following = next((process for process in self._backtrack if process not in self._begun), None)
            if following is None:
                return False
            self._begin(following)
        return True

    def sleeping_after(self) -> frozenset[S]:
        """What sleeps after the current step."""
        step = self.step
        return frozenset(other for other in (*self.sleeping, *self._explored) if not other.depends_on(step))

    def _begin(self, process: Hashable) -> None:
        self._begun.append(process)
        self._left = [way for way in reversed(self._ways[process]) if way not in self.sleeping]
