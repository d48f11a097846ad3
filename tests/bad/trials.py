"""What is tried to catch a bad worker. Only a process that runs the worker's own code may import this."""

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

import pytest

from minitickets.books.presets import SIMULATED_PRESETS
from minitickets.explore.exhaustive import Exhaustive
from minitickets.explore.world import Extent, schedules
from minitickets.simulate.scenario import Scenario, settings_of
from minitickets.simulate.world import simulate

_STACK = "dev"
_BOOKINGS = 1000  # as many as the command has by default
_OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile", "short")
_MARKS = "not embedded and not long and not realtime"


def simulation(*, lease: bool) -> str | None:
    """The first invariant that a random run with all faults finds broken."""
    settings = settings_of(_STACK, {"lease": str(lease).lower()})
    faults = SIMULATED_PRESETS["all"]
    scenario = Scenario(seed="1/0", bookings=_BOOKINGS, faults=faults, settings=settings, stop_at_first=True)
    return next((violation.invariant for violation in simulate(scenario).violations), None)


def schedule() -> str | None:
    """The first invariant that a schedule of the small world breaks, in which one worker is unlucky."""
    seen = Exhaustive()
    for each in schedules(settings_of(_STACK, {}), Extent(unlucky=1, both=False)):
        seen.note(each)
        if seen.violation_counts:
            return next(iter(seen.violation_counts))
    return None


def unit_tests(*paths: str) -> str | None:
    """The first test that fails, of those in these files and folders that need no processes."""
    first, said = _FirstFailure(), StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        ended = pytest.main([*_OPTIONS, "-m", _MARKS, *paths], plugins=[first])
    return first.names[0] if first.names else _unless_passed(ended)


def _unless_passed(ended: int) -> str | None:
    return None if ended == pytest.ExitCode.OK else f"pytest ended with {ended}"


class _FirstFailure:
    def __init__(self) -> None:
        self.names = list[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes a test that failed."""
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Notes a file that cannot be imported."""
        self._note(report)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed:
            self.names.append(report.nodeid)
