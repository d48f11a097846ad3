"""Real processes under faults, on one embedded AWS for a module's tests."""

import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from minitickets.books.faults import Faults
from minitickets.soak.outcome import SoakOutcome
from minitickets.soak.run import SoakRun
from minitickets.soak.stage import SoakedStack, deployed_stage
from minitickets.soak.storm import Storm
from minitickets.stack.deployed import APPS
from pulumicheck.plan.project import find_project


class Silent:
    """Watches, and says nothing."""

    def step(self, sentence: str) -> None:
        """A step."""

    def progress(self, done: int, of: int, faults: int) -> None:
        """Progress."""


class Runs:
    """One run after the other on one stage, each with bookings of its own."""

    def __init__(self, stage: SoakedStack) -> None:
        self._stage = stage
        self._next = 0

    def __call__(self, faults: Faults, bookings: int, *, kill_every: float = 5.0) -> SoakOutcome:
        first, self._next = self._next, self._next + bookings
        return SoakRun(self._stage, Storm(faults, range(first, self._next), kill_every=kill_every)).run(Silent())


@contextmanager
def _stage(settings: dict[str, str]) -> Generator[Runs]:
    with deployed_stage(find_project(), "dev", settings) as stage:
        yield Runs(stage)


@pytest.fixture
def deployed() -> Callable[..., AbstractContextManager[Runs]]:
    """Deploys the stack with these settings."""
    return lambda **settings: _stage(settings)


@pytest.fixture(scope="module")
def under() -> Iterator[Runs]:
    """Runs so many bookings under faults, without leases."""
    with _stage({"lease": "false"}) as runs:
        yield runs


@pytest.fixture
def broken_apps(tmp_path: Path) -> Path:
    """The functions' code, with a worker that records nothing and names no failure."""
    folder = tmp_path / "apps"
    shutil.copytree(APPS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    run, batch = folder / "worker" / "run.py", folder / "worker" / "batch.py"
    _replace(run, "        self._record(job, email_id)\n", "")
    _replace(batch, "return response_of(hidden.message for hidden in failed)", "return response_of([])")
    return folder


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file.name} has no longer exactly one {old!r}"
    file.write_text(text.replace(old, new), encoding="utf-8")
