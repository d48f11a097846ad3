import sys
from pathlib import Path

import pytest

from minitickets.bad.copy import edited_copy, run_on, running_apps, running_edit
from minitickets.bad.edit import all_edits

SHOW = (
    "import pathlib, sys, worker.run, bookings;"
    "from minitickets.bad.copy import running_edit;"
    "told = [worker.run.__file__, bookings.__file__, running_edit(), str(worker.run.RECORD_PAUSES)];"
    "pathlib.Path(sys.argv[1]).write_text('\\n'.join(told))"
)


@pytest.mark.parametrize(
    "folder", [running_apps(), running_apps().parent, Path("/")], ids=["apps", "root", "elsewhere"]
)
def test_the_copy_is_what_runs(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", str(running_apps()))
    told = tmp_path / "told"

    with edited_copy(all_edits()["record-not-retried"]) as copy:
        status = run_on(copy, [sys.executable, "-c", SHOW, str(told)], {})

        assert status == 0
        assert told.read_text().splitlines() == [
            str(copy / "worker" / "run.py"),
            str(copy / "bookings.py"),
            "record-not-retried",
            "()",
        ]


def test_what_runs_here_is_the_real_one() -> None:
    assert running_edit() == "real"
    assert running_apps() == Path(__file__).parents[3] / "apps"


def test_nothing_is_left_and_nothing_of_ours_is_changed() -> None:
    edit = all_edits()["no-email"]
    before = (running_apps() / edit.file).read_bytes()

    with edited_copy(edit) as copy:
        assert (copy / edit.file).read_text(encoding="utf-8") == edit.edited(running_apps())

    assert not copy.parent.exists()
    assert (running_apps() / edit.file).read_bytes() == before
