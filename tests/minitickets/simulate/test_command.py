import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from infra.settings import Settings
from minitickets.books.coverage import SIMULATED_PROMISES, Promise
from minitickets.books.presets import SIMULATED_PRESETS
from minitickets.simulate import random_run
from minitickets.simulate.command import simulate
from minitickets.simulate.random_run import WORLD, SimulationRequest
from tests.fixtures.project import NAME

BOOKED = {"bookings", "deliveries", "emails", "emailsPerBooking", "lost", "deadLettered", "violations"}
REQUIRED = BOOKED | {"paths", "neverTaken", "seed", "seconds", "drainSeconds", "invocations", "throttles", "cost"}


def ask(*arguments: str) -> Result:
    return CliRunner().invoke(simulate, arguments)


def test_json_has_what_programs_rely_on() -> None:
    ended = ask("--bookings", "40", "--seed", "3", "--faults", "crashes", "--json")
    run = json.loads(ended.stdout)

    assert ended.exit_code == 0
    assert run.keys() >= REQUIRED
    assert (run["seed"], run["bookings"], run["lost"], run["violations"]) == (3, 40, 0, [])
    assert sum(run["emailsPerBooking"].values()) == 40


@pytest.mark.long
def test_the_same_seed_is_the_same_to_the_byte() -> None:
    arguments = "--bookings", "60", "--faults", "all", "--json"

    assert ask(*arguments).stdout_bytes == ask(*arguments).stdout_bytes
    assert ask(*arguments).stdout_bytes != ask(*arguments, "--seed", "2").stdout_bytes


def test_people_get_a_table() -> None:
    ended = ask("--bookings", "40", "--faults", "ses-outage-15m")

    assert ended.exit_code == 0
    for text in ("bookings, in 1 world", "with one email", "lost", "dead-lettered", "seconds simulated", "dollars"):
        assert text in ended.stdout


def test_a_breach_ends_in_status_1_with_the_command_that_repeats_it(capfd: pytest.CaptureFixture[str]) -> None:
    ended = ask("-n", "200", "--seed", "5", "--faults", "crashes", "--variant", "record-first", "-c", "lease=false")

    shown = capfd.readouterr()
    assert ended.exit_code == 1
    assert "broken: lost" in shown.out
    command = (
        "minitickets simulate --bookings 200 --seed 5 --faults crashes --stack dev --config lease=false "
        "--variant record-first"
    )
    assert shown.err.endswith(f"Error: an invariant does not hold (seed 5; run it again with: {command}).\n")


def test_the_command_that_is_printed_repeats_the_run(capfd: pytest.CaptureFixture[str]) -> None:
    ask("-n", "100", "--faults", "crashes", "--variant", "record-first", "--json")
    broken = json.loads(capfd.readouterr().out)

    ask(*broken["replay"].split()[2:], "--json")

    assert json.loads(capfd.readouterr().out) == broken
    assert broken["violations"]


def test_faults_can_come_from_a_file(tmp_path: Path) -> None:
    document = tmp_path / "faults.yaml"
    document.write_text("{copies: 1}")

    run = json.loads(ask("-n", "20", "--faults", str(document), "--json").stdout)

    assert run["deliveries"] == 80


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        pytest.param(
            ["--faults", "storm"], 1, "Error: storm is neither a file nor one of calm, duplicates,", id="preset"
        ),
        pytest.param(["-c", "workerTimeout=0"], 1, f"{NAME}:workerTimeout", id="setting"),
        pytest.param(["-n", "0"], 2, "0 is not in the range", id="no bookings"),
        pytest.param(["--variant", "lazy"], 2, "'lazy' is none of them", id="variant"),
        pytest.param(["--mode", "exhaustive"], 2, "a command of its own: minitickets explore.", id="schedules"),
        pytest.param(["--mode", "scale"], 2, "a command of their own: minitickets scale.", id="load"),
        pytest.param(["--mode", "page"], 2, "a command of their own: minitickets docs.", id="pages"),
        pytest.param(["--mode", "random"], 2, "has one mode: leave --mode out.", id="mode"),
    ],
)
def test_nonsense_is_refused_in_one_sentence(arguments: list[str], status: int, sentence: str) -> None:
    ended = ask(*arguments)

    assert ended.exit_code == status
    assert sentence in ended.stderr


def test_many_bookings_are_shared_among_worlds(settings: Callable[..., Settings]) -> None:
    faults = SIMULATED_PRESETS["calm"]
    request = SimulationRequest(
        bookings=2 * WORLD + 1, seed=1, faults=faults, faults_name="calm", stack="dev", settings=settings()
    )

    scenarios = request.scenarios()

    assert sum(scenario.bookings for scenario in scenarios) == 2 * WORLD + 1
    assert len({scenario.seed for scenario in scenarios}) == 3


def test_a_small_run_says_what_it_does_not_prove() -> None:
    ended = ask("-n", "5", "--faults", "crashes")

    assert ended.exit_code == 0
    assert "proves less: no " in ended.stdout


def test_a_run_that_never_came_by_what_its_preset_promises_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SIMULATED_PROMISES, "calm", Promise(always=("send: no answer",)))  # pyright: ignore[reportArgumentType]
    monkeypatch.setattr(random_run, "DEFAULT_BOOKINGS", 20)

    ended = ask("-n", "20", "--faults", "calm", "--json")

    assert ended.exit_code == 1
    assert ended.stderr == "Error: the run proves nothing of paths that calm promises: send: no answer.\n"
    assert json.loads(ended.stdout)["neverTaken"] == ["send: no answer"]
