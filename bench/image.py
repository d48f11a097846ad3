"""The file system of the image's task root, made by the Dockerfile's own lines, here and for this machine.

Of a Dockerfile it knows what ours uses: in the stage `build` ARG, WORKDIR, COPY of the checkout, and RUN, for a shell
in a folder and an environment of their own; of the last stage COPY --from=build. So what is measured is what is
shipped: the same packages, trimmed and compiled by the same commands. Only the interpreter is the one that was chosen.
"""

import hashlib
import os
import platform
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bench.errors import BenchError
from bench.interpreter import Interpreter, uv

TASK_ROOT = "/var/task"
_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64", "arm64": "arm64"}
_INPUTS = ("Dockerfile", "pyproject.toml", "uv.lock")


@dataclass
class _Stage:
    """A build stage on its way.

    Attributes:
        context: the checkout.
        folder: stands for the stage's working directory.
        python: the environment whose `python` the commands find.
        variables: of the commands.
    """

    context: Path
    folder: Path
    python: Path
    variables: dict[str, str] = field(default_factory=dict[str, str])

    def do(self, instruction: str, rest: str) -> None:
        """Does one instruction."""
        if instruction == "ARG":
            name, _, default = rest.partition("=")
            self.variables.setdefault(name.strip(), default.strip())
        elif instruction == "COPY":
            *sources, target = shlex.split(rest)
            for source in sources:
                _copy(self.context / source, self.folder / target)
        elif instruction == "RUN":
            self._run(rest)

    def _run(self, script: str) -> None:
        environment = {**os.environ, **self.variables, "PATH": f"{self.python / 'bin'}:{os.environ['PATH']}"}
        environment.pop("PYTHONPATH", None)
        ran = subprocess.run(  # noqa: S603 - the Dockerfile's own lines
            ["/bin/sh", "-c", script],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode != 0:
            raise BenchError(f"a RUN of the Dockerfile's build stage failed: {script[:80]}…\n{ran.stderr[-1500:]}")


def task_root(
    context: Path, cache: Path, interpreter: Interpreter, *, arguments: Mapping[str, str] | None = None
) -> Path:
    """The task root of the image of a checkout; made once for the same inputs.

    Args:
        context: the checkout.
        cache: where task roots are kept.
        interpreter: which Python it is for.
        arguments: build arguments.

    Raises:
        BenchError: a command of the Dockerfile failed, most likely because no package registry can be reached.
    """
    arguments = dict(arguments or {})
    made = cache / f"image-{_key(context, interpreter, arguments)}"
    if made.is_dir():
        os.utime(made)
        return made / "task"
    work = cache / f"{made.name}.making"
    shutil.rmtree(work, ignore_errors=True)
    (work / "stage").mkdir(parents=True)
    _virtual_environment(interpreter, work / "python")
    lines = list(_instructions((context / "Dockerfile").read_text(encoding="utf-8")))
    variables = {**arguments, "TARGETARCH": _ARCHITECTURES[platform.machine()], "LAMBDA_TASK_ROOT": TASK_ROOT}
    stage = _Stage(context, work / "stage", work / "python", variables)
    for instruction, rest in _stage_lines(lines, "build"):
        stage.do(instruction, rest)
    for source in _taken(lines):
        _copy(stage.folder / source, work / "task")
    shutil.rmtree(work / "stage")
    shutil.rmtree(work / "python")
    work.rename(made)
    return made / "task"


def forget_old(cache: Path, kept: int = 8) -> None:
    """Deletes the task roots that were not used for longest: each change of the apps makes a new one."""
    found = sorted(cache.glob("image-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found[kept:]:
        shutil.rmtree(path, ignore_errors=True)


def _virtual_environment(interpreter: Interpreter, folder: Path) -> None:
    subprocess.run(  # noqa: S603 - ours
        [uv(), "venv", "--quiet", "--seed", "--python", interpreter.path, str(folder)], check=True
    )


def _key(context: Path, interpreter: Interpreter, arguments: Mapping[str, str]) -> str:
    digest = hashlib.sha256(f"{interpreter}{sorted(arguments.items())}".encode())
    apps = sorted(path for path in (context / "apps").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    for path in (*(context / name for name in _INPUTS), *apps):
        digest.update(f"{path.relative_to(context)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _instructions(text: str) -> Iterator[tuple[str, str]]:
    """The instructions, continued lines joined and comments left out."""
    without_comments = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for line in without_comments.replace("\\\n", " ").splitlines():
        if line.strip():
            instruction, _, rest = line.strip().partition(" ")
            yield instruction, rest


def _stage_lines(lines: list[tuple[str, str]], stage: str) -> Iterator[tuple[str, str]]:
    inside = False
    for instruction, rest in lines:
        if instruction == "FROM":
            inside = rest.endswith(f" AS {stage}")
        elif inside:
            yield instruction, rest


def _taken(lines: list[tuple[str, str]]) -> Iterator[str]:
    """What the last stage takes of `build` into the task root, relative to its working directory."""
    for instruction, rest in lines:
        if instruction == "COPY" and (
            found := re.fullmatch(r"--from=build /build/(\S+) \$\{LAMBDA_TASK_ROOT\}/?", rest)
        ):
            yield found[1]


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=_left_out if target.name == "apps" else None)
    else:
        (target if target.is_dir() else target.parent).mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


def _left_out(_folder: str, names: list[str]) -> set[str]:
    return {name for name in names if name == "__pycache__"}  # as .dockerignore says
