"""Every command, wherever its output leads: a terminal that has only ASCII, a pipe that nobody reads, a full disk.

The commands are those that click knows, so that a new one is tested, too.
"""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest

import minitickets.cli
import pulumicheck.__main__
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.recording import Recording
from tests.fixtures.project import PROJECT

MAINS = {"minitickets": minitickets.cli, "pulumicheck": pulumicheck.__main__}

# What each does within a second or two, with results if it has any without a stack; the others tell how they are used.
QUICK = {
    "access evaluate": ["-"],
    "access page": [],
    "access what-can": ["api"],
    "access who-can": ["sqs:SendMessage", "minitickets-dev-jobs"],
    "accepted": ["--help"],
    "dlq list": ["--local"],
    "drill": [],
    "keys list": ["--local"],
    "map": ["-o", "-"],
    "plan": [],
    "publish": [os.devnull, "--local"],
    "scale": [],
    "teardown lines": [],
    "simulate": ["--bookings", "30"],
    "verify": ["MT1.k1.bkg_1-1.evt_9.AAAAAAAAAAAAAAAAAAAAAA"],
    "what-can": ["api"],
    "who-can": ["sqs:SendMessage", "minitickets-dev-jobs"],
}


def _leaves(command: click.Command, *path: str) -> Iterator[tuple[str, ...]]:
    """The ways to type each command that does something."""
    if not isinstance(command, click.Group):
        yield path
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from _leaves(below, *path, name)


def _lines() -> Iterator[tuple[str, ...]]:
    for program, module in MAINS.items():
        yield program, "--help"
        for path in _leaves(module.cli):
            yield program, *path, *QUICK.get(" ".join(path), ["--help"])


@pytest.fixture(scope="module")
def dev_recording() -> Recording:
    return make_plan(PROJECT, "dev").recording


@pytest.fixture(autouse=True)
def _recorded_once(dev_recording: Recording, dev_document: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program says is not what is tested here."""
    monkeypatch.setattr("pulumicheck.plan.plan.recording", lambda *_: nullcontext(lambda: dev_recording))
    monkeypatch.setattr("pulumicheck.commands.map.make_document", lambda *_: dev_document)


LINES = list(_lines())


@dataclass(frozen=True)
class Ended:
    status: int
    out: bytes
    err: bytes


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Ended]:
    """Runs a line in this process, its output led to wherever a test says."""
    monkeypatch.chdir(PROJECT.root)
    error = tmp_path / "error"

    def run(line: tuple[str, ...], out: int, encoding: str = "utf-8") -> Ended:
        with (
            open(out, "w", encoding=encoding) as stdout,
            error.open("w", encoding=encoding) as stderr,
            monkeypatch.context() as context,
        ):
            context.setattr(sys, "argv", list(line))
            context.setattr(sys, "stdout", stdout)
            context.setattr(sys, "stderr", stderr)
            context.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
            with pytest.raises(SystemExit) as ending:
                MAINS[line[0]].main()
        return Ended(int(ending.value.code or 0), b"", error.read_bytes())

    return run


@pytest.fixture
def printed(ended: Callable[..., Ended], tmp_path: Path) -> Callable[..., Ended]:
    """Runs a line with its output led into a file of an encoding."""

    def run(line: tuple[str, ...], encoding: str) -> Ended:
        file = os.open(tmp_path / "out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        end = ended(line, file, encoding)
        return Ended(end.status, (tmp_path / "out").read_bytes(), end.err)

    return run


DOCUMENTS = {"map", "page", "--markdown"}  # what is a file in UTF-8 wherever it is printed


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_its_output_may_lead_anywhere(
    line: tuple[str, ...], ended: Callable[..., Ended], printed: Callable[..., Ended]
) -> None:
    as_is = printed(line, "utf-8")
    plain = printed(line, "ascii")
    assert plain.status == as_is.status, plain.err.decode()
    assert b"fault of ours" not in plain.err
    if not DOCUMENTS & set(line):
        assert plain.out.decode("ascii").count("\n") == as_is.out.decode().count("\n")

    reader, writer = os.pipe()
    os.close(reader)
    gone = ended(line, writer)
    assert gone.status == (141 if as_is.out else as_is.status)
    assert not as_is.out or b"Error" not in gone.err

    full = ended(line, os.open("/dev/full", os.O_WRONLY))
    assert full.status == (1 if as_is.out else as_is.status)
    if as_is.out:
        assert full.err.decode().splitlines()[-1] == (
            "Error: the output cannot be written (No space left on device): send it elsewhere."
        )


@pytest.mark.parametrize("command", ["plan", "map", "access what-can api"])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_json_says_the_same_in_every_encoding(printed: Callable[..., Ended], command: str, encoding: str) -> None:
    line = ("minitickets", *command.split(), "--json")

    assert json.loads(printed(line, encoding).out.decode(encoding)) == json.loads(printed(line, "utf-8").out)


def test_what_an_encoding_lacks_is_written_as_what_is_like_it_or_as_its_escape(printed: Callable[..., Ended]) -> None:
    @click.command
    def say() -> None:
        click.echo("a → b · c… Zoë \N{ADMISSION TICKETS} \udc80")

    for encoding, text in {
        "ascii": r"a -> b | c... Zo\u00eb \ud83c\udf9f \udc80",
        "latin-1": r"a -> b · c... Zoë \ud83c\udf9f \udc80",
        "utf-8": "a → b · c… Zoë \N{ADMISSION TICKETS} \\udc80",
    }.items():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(minitickets.cli, "cli", say)
            assert printed(("minitickets",), encoding).out == f"{text}\n".encode(encoding)


def test_a_process_whose_output_was_closed_before_it_began_ends_as_it_would() -> None:
    shell = ["/bin/sh", "-c", f"exec {sys.executable} -m minitickets plan >&- 2>&-"]
    ended = subprocess.run(shell, cwd=PROJECT.root, timeout=60, check=False)

    assert ended.returncode == 0


def test_a_file_on_a_full_disk_is_told_in_a_sentence(
    ended: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @click.command
    def write() -> None:
        (tmp_path / "full").write_text("much")

    (tmp_path / "full").symlink_to("/dev/full")
    monkeypatch.setattr(minitickets.cli, "cli", write)

    end = ended(("minitickets",), os.open(os.devnull, os.O_WRONLY))

    assert (end.status, end.err.decode()) == (
        1,
        "Error: a file or a connection cannot be used (No space left on device): make room on its disk.\n",
    )


@pytest.mark.parametrize("program", MAINS)
def test_an_interrupt_while_it_is_still_loaded_says_so_in_a_word(program: str, tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt")
    code = f"from {program}.script import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    ended = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60, check=False
    )

    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "Aborted!\n")
