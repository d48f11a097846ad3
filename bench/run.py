"""One run of the benchmark: what all parts share."""

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from bench.function import Function, Side
from bench.results import Results
from bench.services import Services
from bench.sides import Sides, Stack


class Rounds(NamedTuple):
    """How often each thing is done; warm-ups are batches, as many as V8 takes until it has compiled what is hot."""

    starts: int
    warm_up: int
    emails: int
    warm: int
    tls: int
    share: int
    share_peer: int
    bookings: int
    commands: int


WHOLE = Rounds(starts=15, warm_up=150, emails=60, warm=20, tls=12, share=100, share_peer=20, bookings=30, commands=5)
QUICK = Rounds(starts=3, warm_up=20, emails=12, warm=4, tls=2, share=2, share_peer=2, bookings=6, commands=1)
TINY = Rounds(starts=1, warm_up=1, emails=2, warm=1, tls=1, share=1, share_peer=1, bookings=1, commands=1)


@dataclass(frozen=True)
class Run:
    """What the parts measure with, and where they put it."""

    sides: Sides
    stack: Stack
    services: Services
    rounds: Rounds
    results: Results
    tell: Callable[[str], None]
    """Shows on a terminal how far it is."""
    disturbed: Counter[str] = field(default_factory=Counter[str])
    """By side, batches that are no samples."""

    def turns(self, what: str, rounds: int) -> Iterator[int]:
        """Numbers from 0 on, telling each."""
        for number in range(rounds):
            self.tell(f"{what} {number + 1}/{rounds}")
            yield number

    @contextmanager
    def running(self, function: str, sides: Mapping[str, Side], *, tls: bool) -> Generator[dict[str, Function]]:
        """One process of each side, initialised."""
        start = self.stack.start(function, self.services, tls=tls)
        with ExitStack() as open_:
            functions = {name: open_.enter_context(start(side)) for name, side in sides.items()}
            for each in functions.values():
                each.initialise()
            yield functions
