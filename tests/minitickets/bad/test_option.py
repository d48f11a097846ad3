import json
from dataclasses import replace

import pytest
from click.testing import CliRunner, Result

from minitickets.bad import option
from minitickets.bad.edit import all_edits
from minitickets.simulate.command import simulate


def ask(*arguments: str) -> Result:
    return CliRunner().invoke(simulate, ["-n", "20", *arguments])


def test_the_command_runs_again_on_the_variants_code(capfd: pytest.CaptureFixture[str]) -> None:
    ended = ask("--faults", "calm", "--json", "--variant", "no-email")

    run = json.loads(capfd.readouterr().out)
    assert ended.exit_code == 1
    assert (run["variant"], run["bookings"], run["emails"]) == ("no-email", 20, 0)
    assert run["replay"].endswith("--variant no-email")


def test_its_exit_status_is_the_commands() -> None:
    assert ask("--variant", "no-email", "--seed", "one").exit_code == 2


def test_all_are_listed() -> None:
    ended = ask("--variant", "list")

    assert ended.exit_code == 0
    assert [line.split()[0] for line in ended.stdout.splitlines()] == list(all_edits())


def test_the_help_names_some() -> None:
    shown = "".join(ask("--help").stdout.split())

    assert all(edit.name in shown for edit in all_edits().values() if edit.shown)


def test_one_that_no_longer_applies_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    stale = replace(all_edits()["no-email"], old="what nobody wrote")
    monkeypatch.setitem(all_edits(), "no-email", stale)

    ended = ask("--variant", "no-email")

    assert ended.exit_code == 1
    assert ended.stderr == (
        "Error: the functions' code is not what this variant was made for (no-email: its old text is in worker/run.py "
        "0 times, and must be there once).\n"
    )


def test_a_process_that_does_not_run_the_copy_does_not_start_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(option._ASKED, "no-email")

    ended = ask("--variant", "no-email")

    assert ended.exit_code == 1
    assert "comes before the variant's" in ended.stderr
