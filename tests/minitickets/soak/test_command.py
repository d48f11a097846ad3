import json
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from minitickets.books.faults import Fault, Faults
from minitickets.soak import command
from minitickets.soak.stage import deployed_stage


@pytest.mark.embedded
@pytest.mark.long
def test_a_worker_that_records_nothing_and_names_no_failure_is_found_out_and_the_seed_is_told(
    broken_apps: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    half_refused = Faults(disruptions=[Fault(service="ses", kind="serverError", until=150, attempts=1)])
    monkeypatch.setitem(command.REAL_PRESETS, "ses", half_refused)
    monkeypatch.setattr(command, "deployed_stage", partial(deployed_stage, task_root=broken_apps))

    result = CliRunner().invoke(command.soak, ["-n", "4", "--seed", "5", "--faults", "ses", "--json"])

    assert result.exit_code == 1
    report = json.loads(result.stdout)
    assert (report["seed"], report["bookings"], report["emailsPerBooking"]) == (5, 4, {"0": 2, "1": 2})
    assert report["violationCounts"] == {"lost": 2, "too many emails": 2}
    assert "no fault opened the window (not recorded)" in str(report["violations"])
    assert "(seed 5)" in result.stderr
    assert "soak -n 4 --seed 5 --faults ses" in result.stderr


def test_an_unknown_preset_is_bad_usage() -> None:
    result = CliRunner().invoke(command.soak, ["--faults", "tsunami"])

    assert result.exit_code == 2
    assert "'all'" in result.stderr


@pytest.mark.embedded
def test_a_stack_without_functions_is_refused_instead_of_waited_for() -> None:
    result = CliRunner().invoke(command.soak, ["-n", "1", "-c", "computeEnabled=false"])

    assert result.exit_code == 1
    assert "leave out -c computeEnabled=false" in result.stderr
