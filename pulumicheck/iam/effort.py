"""How long policies may be compared: a number of steps, so that the answer is the same on every machine."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

STEPS = 1_000_000
"""Of one comparison; a step takes about a microsecond of a processor."""


class TooComplex(Exception):  # noqa: N818 - not an error: the question stays open, and is taken for a no
    """What two policies say takes too long to compare."""


@dataclass
class Effort:
    """What is left of the steps of one comparison.

    Attributes:
        left: steps; below 0 once they were not enough, and every later question of the same comparison is left open.
    """

    left: int

    @property
    def is_spent(self) -> bool:
        """Whether they were not enough."""
        return self.left < 0


_current: ContextVar[Effort | None] = ContextVar("_current", default=None)


@contextmanager
def limited(steps: int = STEPS) -> Generator[Effort]:
    """Limits what is compared within; that counts in an outer limit, too."""
    outer = _current.get()
    effort = Effort(min(steps, outer.left) if outer else steps)
    given = effort.left
    token = _current.set(effort)
    try:
        yield effort
    finally:
        _current.reset(token)
        if outer:
            outer.left -= given - effort.left


def spend(steps: int = 1) -> None:
    """Takes steps.

    Raises:
        TooComplex: there are not as many left.
    """
    effort = _current.get()
    if effort is not None:
        effort.left -= steps
        if effort.is_spent:
            raise TooComplex
