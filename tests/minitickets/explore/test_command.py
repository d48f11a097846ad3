import json
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from minitickets.explore import command
from minitickets.explore.exhaustive import Exhaustive, run_exhaustive
from minitickets.explore.world import Extent
from worker.processed_jobs import DynamoProcessedJobs


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs the command on the schedules in which nothing happens to a worker."""

    def run(settings: object, _extent: Extent, *rest: object) -> Exhaustive:
        return run_exhaustive(settings, Extent(unlucky=0), *rest, shares=1)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(command, "run_exhaustive", run)
    return lambda *arguments: CliRunner().invoke(command.explore, arguments)


def test_json_has_what_programs_rely_on(ask: Callable[..., Result]) -> None:
    ended = ask("--json", "-c", "lease=true")
    result = json.loads(ended.stdout)

    assert ended.exit_code == 0
    assert (result["mode"], result["variant"], result["lease"], result["seed"]) == ("exhaustive", "real", True, None)
    assert (result["lost"], result["violations"]) == (0, [])
    assert result["bookings"] == 2 * result["schedules"] > 0


def test_people_get_a_table(ask: Callable[..., Result]) -> None:
    ended = ask()

    assert ended.exit_code == 0
    for text in ("schedules of crashes and lost answers", "with one email", "lost", "dead-lettered"):
        assert text in ended.stdout


def test_a_breach_ends_in_status_1_with_the_schedule_that_leads_to_it(
    ask: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = DynamoProcessedJobs.is_done
    monkeypatch.setattr(DynamoProcessedJobs, "is_done", lambda *asked: real(*asked) and False)

    ended = ask()

    assert ended.exit_code == 1
    assert "broken: too many emails" in ended.stdout
    assert "first after:\n  worker 1: " in ended.stdout
    assert ended.stderr.endswith("the first are shown).\n")
