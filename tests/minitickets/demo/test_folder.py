from pathlib import Path

import pytest

from minitickets.demo.folder import DemoFolder
from minitickets.errors import CommandError


def test_a_folder_is_made_with_all_above_it(tmp_path: Path) -> None:
    with DemoFolder(tmp_path / "a" / "b") as folder:
        assert sorted(path.name for path in folder.path.iterdir() if path.is_dir()) == ["emails", "logs", "tickets"]
        assert (folder.emails, folder.tickets, folder.logs) == tuple(
            folder.path / name for name in ("emails", "tickets", "logs")
        )


def test_what_an_earlier_demo_left_is_gone_and_everything_else_stays(tmp_path: Path) -> None:
    with DemoFolder(tmp_path) as folder:
        (folder.emails / "0001-a.eml").touch()
        (folder.tickets / "bkg_1-1.png").touch()
        (folder.logs / "worker.log").touch()
        (tmp_path / "notes.txt").touch()

    with DemoFolder(tmp_path):
        pass

    assert [path.name for path in tmp_path.rglob("*") if path.is_file() and path.name[0] != "."] == ["notes.txt"]


def test_a_folder_with_other_files_may_be_used(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()

    with DemoFolder(tmp_path):
        assert (tmp_path / "notes.txt").exists()


def test_two_demos_do_not_share_a_folder(tmp_path: Path) -> None:
    with DemoFolder(tmp_path), pytest.raises(CommandError, match=r"another demo is writing to .*--out\.$"):
        DemoFolder(tmp_path)


def test_the_working_directory_is_no_folder_for_a_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(CommandError, match="a folder of its own"):
        DemoFolder(Path())


@pytest.mark.parametrize("name", ["emails", "tickets", "logs"])
def test_what_no_demo_made_is_never_emptied(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "mine").touch()

    with pytest.raises(CommandError, match=rf"has {name} that no demo made: name another with --out\.$"):
        DemoFolder(tmp_path)
    assert [path.name for path in tmp_path.rglob("*")] == [name, "mine"]


@pytest.mark.parametrize("out", ["file", "file/below", "x" * 300], ids=["a file", "below a file", "too long a name"])
def test_a_path_that_cannot_be_a_folder_is_refused_in_one_sentence(tmp_path: Path, out: str) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(CommandError, match=r"cannot be used \(.+\): name another folder with --out\.$"):
        DemoFolder(tmp_path / out)


def test_a_folder_in_the_place_of_an_email_is_not_removed(tmp_path: Path) -> None:
    with DemoFolder(tmp_path) as folder:
        kept = folder.emails / "kept"
        kept.mkdir()

    with pytest.raises(CommandError, match="cannot be used"):
        DemoFolder(tmp_path)
    assert kept.exists()
