from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from pulumicheck.plan import process
from tests.fixtures import warm
from tests.fixtures.examples import SHORT

_OTHER_PROGRAMS = {"terraform", "engine", "sdk"}  # folders of tests

pytest_plugins = ["tests.fixtures.browser", "tests.fixtures.servers", "tests.fixtures.worlds"]

# How long a machine takes is no property of the code: on a busy one these would fail at random.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("short", settings.get_profile("any machine"), max_examples=SHORT)
settings.load_profile("any machine")

process.start = warm.start  # `warm.fresh` is as it was


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what needs a browser; what waits for other programs begins first, since it takes longest."""
    items.sort(key=lambda item: _OTHER_PROGRAMS.isdisjoint(item.path.parts))
    for item in items:
        if isinstance(item, pytest.Function) and "browser" in item.fixturenames:
            item.add_marker("browser")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Prints what tests have recorded as their summary, such as how many mutants there were."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "summary" and report.when == "call":
                terminalreporter.write_line(str(value))


@pytest.fixture(autouse=True)
def _no_credentials_of_the_developer(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_PROFILE", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL"):
        monkeypatch.delenv(name, raising=False)
