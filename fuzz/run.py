"""Fuzzes each target for a while, guided by coverage.

    .venv/bin/python fuzz/run.py --seconds 60                        all targets, a minute each
    .venv/bin/python fuzz/run.py --target policy --seconds 600 --keep
    .venv/bin/python fuzz/run.py fuzz/corpus/policy/crash-…          only what these files do, without the fuzzer

An input that breaks a target is kept in `fuzz/corpus/<target>/`, where the tests fail on it until the code is mended.
With `--keep` those are kept there, too, that reach code which no other input of the corpus reaches. What else the
fuzzer learns is in `.minitickets/fuzz/`, and the next run goes on from there. Exit status 1 means that something broke.
"""

import hashlib
import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from fuzz.hostile_messages import CORPUS
from fuzz.targets import TARGETS, Target

ROOT = Path(__file__).parents[1]
LEARNT = ROOT / ".minitickets" / "fuzz"
LONGEST = 8_192  # bytes of an input
SLOWEST = 10  # seconds: an input that takes longer counts as a crash
MEGABYTES = 2_048  # what an input may take before it counts as a crash

_PROGRESS = re.compile(r"#(?P<runs>\d+)\s+\w+\s+cov: (?P<coverage>\d+).* corp: (?P<inputs>\d+)")


class Run:
    """One target's run.

    Attributes:
        output: the lines that the fuzzer prints.
        learnt: a folder with inputs that reached something new, of this run and of those before.
        seeds: a folder with the corpus, as files.
        broken: a folder with inputs that broke the target in this run.
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        self.output: list[str] = []
        self.learnt, self.seeds, self.broken = (LEARNT / f"{target.name}{of}" for of in ("", "-seeds", "-broken"))

    def prepare(self) -> None:
        """Makes the folders and writes the seeds."""
        for folder in (self.seeds, self.broken):
            shutil.rmtree(folder, ignore_errors=True)
        for folder in (self.learnt, self.seeds, self.broken):
            folder.mkdir(parents=True, exist_ok=True)
        for seed in self.target.seeds():
            (self.seeds / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)

    def fuzz(self, seconds: int) -> int:
        """Runs the fuzzer, shows how far it is, and gives its exit status."""
        limits = [f"-max_total_time={seconds}", f"-timeout={SLOWEST}", f"-rss_limit_mb={MEGABYTES}"]
        options = [f"-max_len={LONGEST}", f"-artifact_prefix={self.broken}/", *limits]
        with self._start([*options, str(self.learnt), str(self.seeds)]) as process:
            assert process.stdout is not None  # noqa: S101 # it is a pipe
            for line in process.stdout:
                self._tell(line.rstrip())
        return process.returncode

    def keep(self) -> int:
        """Copies into the corpus what reaches code that nothing in it reaches; gives how many files that are."""
        known = set(self.seeds.iterdir())
        with self._start(["-merge=1", f"-max_len={LONGEST}", str(self.seeds), str(self.learnt)]) as process:
            process.communicate()
        new = set(self.seeds.iterdir()) - known
        for path in new:
            _move(path, self.target)
        return len(new)

    def _start(self, arguments: Iterable[str]) -> "subprocess.Popen[str]":
        command = [sys.executable, str(ROOT / "fuzz" / "fuzzer.py"), self.target.name, *arguments]
        return subprocess.Popen(  # noqa: S603 # our own program
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", cwd=ROOT
        )

    def _tell(self, line: str) -> None:
        self.output.append(line)
        if found := _PROGRESS.match(line):
            click.echo(
                f"\r  {int(found['runs']):>11,} runs, {found['coverage']:>5} places reached, {found['inputs']} inputs",
                nl=False,
            )


@click.command
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--seconds", default=60, show_default=True, type=click.IntRange(min=1), help="For each target.")
@click.option("--target", "names", multiple=True, type=click.Choice(list(TARGETS)), help="Only this one; repeatable.")
@click.option("--keep", is_flag=True, help="Keep what reaches new code in the corpus.")
def main(*, files: tuple[Path, ...], seconds: int, names: tuple[str, ...], keep: bool) -> None:
    """Fuzz the targets, or show what FILES of the corpus do."""
    if files:
        for file in files:
            TARGETS[_target_of(file)].check(file.read_bytes())
            click.echo(f"{file}: nothing broke")
        return
    if importlib.util.find_spec("atheris") is None:
        raise click.ClickException("atheris is not installed: run `uv sync --group fuzz`, on Linux.")
    stood = [_fuzz(TARGETS[name], seconds, keep=keep) for name in names or TARGETS]
    if not all(stood):
        sys.exit(1)


def _target_of(file: Path) -> str:
    name = file.resolve().parent.name
    if name not in TARGETS:
        raise click.ClickException(f"{file} is in no target's folder: move it into one of {', '.join(TARGETS)}.")
    return name


def _fuzz(target: Target, seconds: int, *, keep: bool) -> bool:
    """Whether the target stood it."""
    run = Run(target)
    run.prepare()
    click.echo(f"{target.name}, {seconds} s")
    status = run.fuzz(seconds)
    click.echo()
    broken = [_move(path, target) for path in sorted(run.broken.iterdir())]
    for path in broken:
        click.secho(f"  broke: .venv/bin/python fuzz/run.py {path.relative_to(ROOT)}", fg="red")
    if status and not broken:
        click.secho("  the fuzzer itself failed:\n" + "\n".join(run.output[-20:]), fg="red")
    elif keep and not broken:
        click.echo(f"  kept: {run.keep()} inputs")
    return not status


def _move(path: Path, target: Target) -> Path:
    """Makes an input part of the corpus."""
    folder = CORPUS / target.name
    folder.mkdir(exist_ok=True)
    return Path(shutil.move(path, folder / path.name))


if __name__ == "__main__":
    main()
