"""`minitickets local` as its user runs it."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from minitickets.local import command
from pulumicheck.plan.project import find_project
from tests.fixtures.project import NAME

pytestmark = pytest.mark.embedded

ROOT = Path(__file__).resolve().parents[3]


def _start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "minitickets", *arguments]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project of its own with our program, so that a local stack of the developer's stays what it is."""
    ours = find_project(ROOT)
    pulumi_yaml = (ROOT / "Pulumi.yaml").read_text(encoding="utf-8").replace("main: infra", f"main: {ours.main}")
    (tmp_path / "Pulumi.yaml").write_text(pulumi_yaml, encoding="utf-8")
    (tmp_path / "Pulumi.dev.yaml").write_bytes((ROOT / "Pulumi.dev.yaml").read_bytes())
    return tmp_path


@pytest.fixture
def local(folder: Path) -> Iterator["Running"]:
    """The running command, once it says where its page is."""
    process = _start(folder, "local")
    try:
        assert process.stdout is not None
        welcome = process.stdout.readline()
        assert welcome.startswith("Stack dev is running; Ctrl-C stops it. The live page: http://127.0.0.1:")
        yield Running(process, welcome.split()[-1])
    finally:
        process.kill()
        process.communicate()


@dataclass(frozen=True)
class Running:
    process: subprocess.Popen[str]
    page: str


def _ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=30)
    return process.returncode, out, err


@pytest.mark.long
def test_it_is_found_while_it_runs_and_leaves_nothing_after_ctrl_c(folder: Path, local: Running) -> None:
    assert _ended(_start(folder, "keys", "list", "--local", "--json")) == (0, '{"active": "k1", "keys": ["k1"]}\n', "")
    page = httpx.get(local.page, timeout=60, trust_env=False)
    assert (page.status_code, f"{NAME}-dev-jobs" in page.text) == (200, True)

    with httpx.stream("GET", f"{local.page}live/events", timeout=60, trust_env=False) as events:
        assert any(line == "event: snapshot" for line in events.iter_lines())
        local.process.send_signal(signal.SIGINT)
        status, _, err = _ended(local.process)

    assert (status, err) == (0, "")
    assert list((folder / ".minitickets").iterdir()) == []


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP], ids=["kill -9", "a closed terminal"])
def test_after_one_that_was_killed_the_next_begins_and_takes_nothing_of_the_users(
    folder: Path, local: Running, number: signal.Signals
) -> None:
    announced = json.loads((folder / ".minitickets" / "local.json").read_text())
    local.process.send_signal(number)
    local.process.wait(timeout=30)
    assert (folder / ".minitickets" / "local.json").exists() == (number == signal.SIGKILL)
    mine = folder / ".minitickets" / "emails" / "notes.txt"
    mine.parent.mkdir()
    mine.touch()

    with closing(socket.create_server(("127.0.0.1", int(announced["endpoint_url"].rpartition(":")[2])))):
        status, _, err = _ended(_start(folder, "keys", "list", "--local"))
        assert (status, err) == (1, "Error: no local stack is running: start one with `minitickets local`.\n")
        second = _start(folder, "local")
        assert second.stdout is not None
        assert second.stdout.readline().startswith("Stack dev is running; ")
        second.send_signal(signal.SIGINT)
        assert _ended(second)[0] == 0
    assert mine.exists()


def test_an_email_of_the_users_is_refused_before_anything_is_touched(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    mine = folder / ".minitickets" / "emails" / "0001-ada@example.com.eml"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")

    result = CliRunner().invoke(command.local, [])

    assert (result.exit_code, result.stdout) == (1, "")
    assert "0001-ada@example.com.eml is in the way" in result.stderr
    assert mine.read_text() == "mine"


@pytest.mark.long
def test_a_second_one_is_refused_and_leaves_the_emails_of_the_first(folder: Path, local: Running) -> None:
    email = folder / ".minitickets" / "emails" / "0001-ada@example.com.eml"
    email.parent.mkdir(exist_ok=True)
    email.touch()

    status, out, err = _ended(_start(folder, "local"))

    assert (status, out) == (1, "")
    assert err.startswith("Error: a local stack is running already at http://127.0.0.1:")
    assert email.exists()
    assert local.process.poll() is None


def test_a_port_that_is_taken_is_refused_and_another_option_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        result = CliRunner().invoke(command.local, ["--port", port])

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"Error: port {port} is taken or not allowed: choose another with --port.\n"
