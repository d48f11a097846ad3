"""A copy of `apps/` with one thing wrong, and a process in which it takes the place of the real one.

The copy says itself which edit it has, in a file beside the code that runs: no variable or argument is believed.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from minitickets.bad.edit import REAL, Edit
from minitickets.home import HOME

_MARK = "edit.txt"


@contextmanager
def edited_copy(edit: Edit) -> Generator[Path]:
    """Makes the copy, and deletes it afterwards.

    Raises:
        EditDoesNotApply: `apps/` is not what the edit was made for.
    """
    edited = edit.edited(running_apps())
    with TemporaryDirectory(prefix="minitickets-") as folder:
        copy = Path(folder, "apps")
        shutil.copytree(running_apps(), copy)  # with times, and so with what Python has compiled of it
        (copy / edit.file).write_text(edited, encoding="utf-8")
        (copy / _MARK).write_text(edit.name, encoding="utf-8")
        yield copy


def running_apps() -> Path:
    """The folder that this process imports the functions' code from."""
    spec = find_spec("worker.batch")
    assert spec is not None  # noqa: S101 # they are installed together
    assert spec.origin is not None  # noqa: S101
    return Path(spec.origin).parents[1]


def running_edit() -> str:
    """The name of the edit that this process runs, `real` if it is none."""
    mark = running_apps() / _MARK
    return mark.read_text(encoding="utf-8") if mark.is_file() else REAL


def run_on(copy: Path, command: Sequence[str], variables: Mapping[str, str]) -> int:
    """Runs a command with a copy in the place of `apps/` and these variables besides; gives its exit status."""
    environment = {**environment_of(copy), **variables}
    return subprocess.run(command, env=environment, check=False).returncode  # noqa: S603 # ours


def environment_of(copy: Path) -> Mapping[str, str]:
    """The variables that make Python look into a copy first."""
    path = os.pathsep.join(filter(None, (str(copy), str(HOME), os.environ.get("PYTHONPATH"))))
    # Without the working directory, in which another checkout may lie.
    return {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def python(module: str, *arguments: str) -> list[str]:
    """The command that runs a module in another process of this Python."""
    return [sys.executable, "-m", module, *arguments]
