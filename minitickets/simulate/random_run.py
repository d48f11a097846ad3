"""A random run: as many worlds as the bookings need, their outcomes together."""

import os
import shlex
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, TypeVar

from infra.settings import Settings
from minitickets.bad.edit import REAL
from minitickets.books.coverage import DEFAULT_BOOKINGS, SIMULATED_PROMISES, Promise
from minitickets.books.faults import Faults
from minitickets.simulate.scenario import Scenario, WorldOutcome
from minitickets.simulate.world import simulate

A = TypeVar("A")
R = TypeVar("R")

WORLD = 10_000
"""Bookings in one world at most; more are shared among several worlds, each with queues and functions of its own."""


@dataclass(frozen=True, kw_only=True)
class SimulationRequest:
    """What was asked for.

    Args:
        faults_name: as it was given, a preset or a file.
        overrides: settings in the place of the stack's, as they were given.
    """

    bookings: int
    seed: int
    faults: Faults
    faults_name: str
    stack: str
    settings: Settings
    overrides: tuple[str, ...] = ()
    variant: str = REAL

    def scenarios(self) -> list[Scenario]:
        """The worlds, of nearly equal size."""
        worlds = -(-self.bookings // WORLD)
        return [
            Scenario(
                seed=f"{self.seed}/{world}",
                bookings=self.bookings * (world + 1) // worlds - self.bookings * world // worlds,
                faults=self.faults,
                settings=self.settings,
            )
            for world in range(worlds)
        ]

    @property
    def command(self) -> str:
        """The command that does the same again."""
        words = ["minitickets", "simulate", "--bookings", str(self.bookings), "--seed", str(self.seed)]
        words += ["--faults", self.faults_name, "--stack", self.stack]
        words += [word for setting in self.overrides for word in ("--config", setting)]
        words += [] if self.variant == REAL else ["--variant", self.variant]
        return shlex.join(words)

    def missed(self, outcome: WorldOutcome) -> list[str]:
        """The paths that the preset promises, and that the run did not take."""
        promise = SIMULATED_PROMISES.get(self.faults_name, Promise())
        return promise.missed(outcome.paths, leases=self.settings.lease)

    @property
    def keeps_promises(self) -> bool:
        """Whether a run like this takes each promised path: it is large enough, and in a world of the default kind."""
        others = [setting for setting in self.overrides if not setting.startswith("lease=")]
        return self.bookings >= DEFAULT_BOOKINGS and not others

    def report(self, outcome: WorldOutcome) -> dict[str, Any]:
        """The run for programs; equal requests give equal bytes."""
        return {
            "seed": self.seed,
            "faults": self.faults_name,
            "variant": self.variant,
            "lease": self.settings.lease,
            "worlds": outcome.worlds,
            **outcome.to_json(),
            "neverTaken": self.missed(outcome),
            "replay": self.command,
        }


def run_random(request: SimulationRequest, progress: Callable[[int, int], None]) -> WorldOutcome:
    """Runs all worlds; `progress` is told how many of them are done."""
    scenarios = request.scenarios()
    whole = WorldOutcome()
    for done, outcome in enumerate(in_processes(simulate, scenarios), start=1):
        whole.add(outcome)
        progress(done, len(scenarios))
    return whole


def in_processes(work: Callable[[A], R], parts: Sequence[A]) -> Iterator[R]:
    """Does each part in one of as many processes as there are processors; gives the results in the parts' order."""
    processes = min(len(parts), os.cpu_count() or 1)
    if processes <= 1:
        yield from map(work, parts)
        return
    # Spawned, not forked: Python 3.14 no longer forks either, and a fork would take a greenlet's stack along.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, parts)
