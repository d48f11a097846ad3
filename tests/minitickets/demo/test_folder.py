import os
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


def _files(folder: Path) -> dict[str, str]:
    """What is in a folder but for the list, links as what they lead to."""
    paths = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".minitickets")]
    return {str(path.relative_to(folder)): path.read_text() for path in paths}


def _fill(path: Path) -> None:
    with DemoFolder(path) as folder:
        folder.keep_email("0001-ada@example.com.eml", b"an email")
        folder.write("tickets", "bkg_1-1.png", b"a QR code")
        folder.write("logs", "worker.log", b"a line")
        folder.check()


def test_what_an_earlier_demo_wrote_is_gone_and_everything_else_stays(tmp_path: Path) -> None:
    _fill(tmp_path)
    mine = {"notes.txt": "1", "emails/notes.txt": "2", "tickets/photo.png": "3", "logs/deep/worker.log": "4"}
    (tmp_path / "logs" / "deep").mkdir()
    for name, text in mine.items():
        (tmp_path / name).write_text(text)

    with DemoFolder(tmp_path):
        assert _files(tmp_path) == mine
    _fill(tmp_path)
    assert len(_files(tmp_path)) == len(mine) + 3


def test_what_was_cut_off_in_the_middle_of_a_write_is_nobodys(tmp_path: Path) -> None:
    _fill(tmp_path)
    (tmp_path / "tickets" / "bkg_1-1.png").write_text("")
    with (tmp_path / ".minitickets-demo").open("a") as file:
        file.write("00ab")

    _fill(tmp_path)


_IN_THE_WAY = r"is in the way, and is not as this command wrote it: move it elsewhere, or name another .* --out\.$"


@pytest.mark.parametrize(
    "name",
    [
        "emails/0001-ada@example.com.eml",
        "emails/0012-x@y.html",
        "tickets/bkg_1-1.png",
        "tickets/u_1-b-2.png",
        "logs/worker.log",
        "logs/tickets.log",
    ],
)
@pytest.mark.parametrize("kind", ["a file", "a folder", "a link", "a link to nothing"])
def test_what_is_in_the_way_is_refused_before_anything_is_removed(tmp_path: Path, name: str, kind: str) -> None:
    out, outside = tmp_path / "out", tmp_path / "outside"
    out.mkdir()
    outside.write_text("mine")
    _fill(out)
    (out / name).unlink(missing_ok=True)
    before = _files(out)
    if kind == "a file":
        (out / name).write_text("mine")
    elif kind == "a folder":
        (out / name).mkdir()
    else:
        (out / name).symlink_to(outside if kind == "a link" else tmp_path / "nothing")

    with pytest.raises(CommandError, match=_IN_THE_WAY):
        DemoFolder(out)
    assert before.items() <= _files(out).items()
    assert os.path.lexists(out / name)
    assert outside.read_text() == "mine"


def test_a_file_that_comes_in_the_way_later_is_not_written_over(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("mine")
    with DemoFolder(tmp_path / "out") as folder:
        (folder.emails / "0001-a.eml").symlink_to(outside)
        folder.keep_email("0001-a.eml", b"an email")
        with pytest.raises(CommandError, match=_IN_THE_WAY):
            folder.check()
    assert outside.read_text() == "mine"


@pytest.mark.parametrize("name", ["", "emails", "tickets", "logs"])
def test_no_symbolic_link_is_followed(tmp_path: Path, name: str) -> None:
    out, outside = tmp_path / "out", tmp_path / "outside"
    out.mkdir()
    _fill(out)
    (out / name).rename(outside)
    (out / name).symlink_to(outside)
    before = _files(outside)

    with pytest.raises(CommandError, match="is a symbolic link: name "):
        DemoFolder(out)
    assert _files(outside) == before


@pytest.mark.parametrize("content", ["my diary\n", f"{'0' * 64}  ../../outside\n", f"{'0' * 64}  emails/a/b\n"])
def test_a_list_that_no_demo_wrote_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / ".minitickets-demo").write_text(content)

    with pytest.raises(CommandError, match=r"^the list in .* is none that this command wrote: name another"):
        DemoFolder(tmp_path)
    assert (tmp_path / ".minitickets-demo").read_text() == content


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_what_stands_in_the_place_of_the_list_is_left_alone(tmp_path: Path, kind: str) -> None:
    outside = tmp_path / "outside"
    outside.write_text("mine")
    list_ = tmp_path / "out" / ".minitickets-demo"
    list_.parent.mkdir()
    make = {"link": lambda: list_.symlink_to(outside), "pipe": lambda: os.mkfifo(list_), "folder": list_.mkdir}
    make[kind]()

    with pytest.raises(CommandError, match=r"(is in the way|is none that this command wrote)"):
        DemoFolder(list_.parent)
    assert outside.read_text() == "mine"


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
