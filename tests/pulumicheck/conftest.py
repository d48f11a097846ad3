import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pulumicheck.commands import access
from pulumicheck.commands.plan import plan
from pulumicheck.plan.plan import Plan, make_plan
from pulumicheck.plan.project import find_project, read_project
from tests.fixtures.programs import Edit, edit

HERE = find_project().root


@contextmanager
def _without_loaded_program() -> Generator[None]:
    """A program is run in this process as if it had never been imported: starting Python anew takes a second."""
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "infra"}
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    try:
        yield
    finally:
        sys.dont_write_bytecode = before
        for name in [name for name in sys.modules if name.partition(".")[0] == "infra"]:
            del sys.modules[name]
        sys.modules.update(kept)


def _copy(to: Path) -> Path:
    shutil.copytree(HERE / "infra", to / "infra", ignore=shutil.ignore_patterns("__pycache__"))
    for path in HERE.glob("Pulumi*.yaml"):
        shutil.copy(path, to)
    return to


@pytest.fixture
def edited_plan(tmp_path: Path) -> Callable[[Sequence[Edit], Mapping[str, str]], Plan]:
    """The plan of the dev stack of an edited copy of the program."""

    def make(edits: Sequence[Edit], settings: Mapping[str, str]) -> Plan:
        edit(_copy(tmp_path), *edits)
        with _without_loaded_program():
            return make_plan(read_project(tmp_path), "dev", settings)

    return make


@cache
def _planned(stack: str, settings: frozenset[tuple[str, str]] = frozenset()) -> Plan:
    return make_plan(read_project(HERE), stack, dict(settings))


@pytest.fixture
def dev_plan() -> Plan:
    """The plan of the dev stack as it is."""
    return _planned("dev")


@pytest.fixture
def planned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """`minitickets access` finds each plan made already."""
    monkeypatch.setattr(access, "make_plan", lambda _, stack, settings: _planned(stack, frozenset(settings.items())))


@pytest.fixture
def git(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Runs git in a folder, without what the developer has configured."""
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "init.defaultBranch=main"]

    def run(folder: Path, *arguments: str) -> str:
        command = ["git", *identity, *arguments]
        return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()

    return run


@pytest.fixture
def repository(tmp_path: Path, git: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A git repository with the program as its one commit, and the working directory in it."""
    root = tmp_path / "repository"
    root.mkdir()
    _copy(root)
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "The program")
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def run_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs `minitickets plan` in this process, with temporary files in a folder of its own."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))

    def run(*arguments: str) -> Result:
        with _without_loaded_program():
            result = CliRunner().invoke(plan, arguments)
        assert list(scratch.iterdir()) == [], "something is left behind"
        return result

    return run
