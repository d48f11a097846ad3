import json
from contextlib import nullcontext
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from minitickets.books.violations import Violation
from minitickets.soak import command
from minitickets.soak.outcome import SoakOutcome


class Ended:
    """A run that ended so, in the place of one that takes minutes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **figures: Any) -> None:
        usual: dict[str, Any] = {field.name: 0 for field in fields(SoakOutcome)}
        counts = ("emails_per_booking", "faults", "windows", "paths", "violation_counts")
        usual |= {name: {} for name in counts} | {"violations": [], "seed": 5}
        outcome = SoakOutcome(**{**usual, **figures})
        stage = SimpleNamespace(settings=SimpleNamespace(lease=False))
        monkeypatch.setattr(command, "deployed_stage", lambda *_: nullcontext(stage))
        monkeypatch.setattr(command, "SoakRun", lambda *_: SimpleNamespace(run=lambda _: outcome))

    def soak(self, *arguments: str) -> Result:
        return CliRunner().invoke(command.soak, ["--seed", "5", *arguments])


def test_what_must_never_be_is_exit_status_1_and_the_seed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    violation = Violation(1.5, "lost", 3, "it has no email")

    result = Ended(monkeypatch, violations=[violation], violation_counts={"lost": 1}).soak("-n", "4", "--faults", "ses")

    assert result.exit_code == 1
    assert "b3: it has no email" in result.stdout
    assert "(seed 5)" in result.stderr
    assert "soak -n 4 --seed 5 --faults ses" in result.stderr


@pytest.mark.parametrize(("bookings", "status"), [("9999", 0), ("10000", 1)])
def test_a_promised_path_that_never_came_proves_less_and_fails_a_run_of_the_default_size(
    monkeypatch: pytest.MonkeyPatch, bookings: str, status: int
) -> None:
    ended = Ended(monkeypatch, paths={"overlap: met": 7})

    result = ended.soak("-n", bookings, "--faults", "overlap")

    assert result.exit_code == status
    assert "proves less: it never came by window: two workers" in result.stdout
    assert ("proves nothing of paths that overlap promises: window: two workers." in result.stderr) is (status == 1)
    told = json.loads(ended.soak("-n", "4", "--faults", "overlap", "--json").stdout)
    assert (told["paths"], told["missedPaths"]) == ({"overlap: met": 7}, ["window: two workers"])


def test_a_machine_that_was_too_slow_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    result = Ended(monkeypatch, slow_machine=3).soak("-n", "4", "--faults", "calm")

    assert (result.exit_code, "proves less: 3 times this machine was too slow" in result.stdout) == (0, True)


def test_an_unknown_preset_is_bad_usage() -> None:
    result = CliRunner().invoke(command.soak, ["--faults", "tsunami"])

    assert result.exit_code == 2
    assert "'all'" in result.stderr


@pytest.mark.embedded
def test_a_stack_without_functions_is_refused_instead_of_waited_for() -> None:
    result = CliRunner().invoke(command.soak, ["-n", "1", "-c", "computeEnabled=false"])

    assert result.exit_code == 1
    assert "leave out -c computeEnabled=false" in result.stderr
