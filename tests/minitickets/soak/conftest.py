"""Real processes under faults, on one embedded AWS for a module's tests."""

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from minitickets.bad.edit import all_edits
from minitickets.books.faults import Faults
from minitickets.soak.outcome import SoakOutcome
from minitickets.soak.run import SoakRun
from minitickets.soak.stage import SoakedStack, deployed_stage
from minitickets.soak.storm import Storm
from pulumicheck.plan.project import find_project
from tests.fixtures.edited_apps import EditedApps


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


@pytest.fixture(scope="module")
def on_edited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., SoakOutcome]]:
    """Runs so many bookings under faults, on functions that have these things wrong."""
    apps = EditedApps(tmp_path_factory.mktemp("soak") / "apps")
    with deployed_stage(find_project(), "dev", {"lease": "false"}, task_root=apps.folder) as stage:
        runs = Runs(stage)

        def run(edits: list[str], faults: Faults, bookings: int) -> SoakOutcome:
            functions = stage.aws.lambda_service.functions
            with apps.edited(functions, [all_edits()[name] for name in edits]):
                return runs(faults, bookings)

        yield run
