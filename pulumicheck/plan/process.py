"""The process of a program: how it is started, what it is given, and how it ends.

**What a program gets as its environment**: `PATH` (with the folder of its interpreter first), `LANG`, `LC_*` and `TZ`
of the caller; `HOME` and `TMPDIR`, a scratch folder that is empty; `AWS_REGION` and `AWS_DEFAULT_REGION` of its
settings; `PULUMI_CONFIG` and what else Pulumi's language host sets. Nothing else: no credentials, no token, no proxy.
A call to AWS ends with "Unable to locate credentials", since neither a profile nor a machine's metadata is asked.
"""

import json
import os
import signal
import site
import subprocess
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO, Any, Protocol

import click

from pulumicheck.errors import CheckError

LAUNCHER = Path(__file__).with_name("launcher.py")
"""What runs there, by its path."""
_KEPT = ("LANG", "LANGUAGE", "TZ", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
_LAST = 20  # lines of what a program that failed has printed
_LAST_BYTES = 8_000


class ProgramError(CheckError):
    """A program gave no recording; what it has printed by then is shown apart."""

    def __init__(self, message: str, printed: str = "") -> None:
        super().__init__(message)
        self.printed = printed

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints both on standard error."""
        for line in self.printed.splitlines():
            click.echo(f"  | {line}", file=file or sys.stderr)
        super().show(file)


class Started(Protocol):
    """What `subprocess.Popen` gives, as far as it is used here."""

    pid: int
    returncode: int | Any

    def wait(self, timeout: float | None = None) -> int:
        """Waits for its end; raises `subprocess.TimeoutExpired`."""
        ...


def start(told: IO[bytes], output: IO[bytes], report: IO[bytes], environment: Mapping[str, str]) -> Started:
    """Starts the launcher in a fresh interpreter and a session of its own.

    Args:
        told: a file to be its standard input.
        output: one for its standard output and error.
        report: one that it has open under the same descriptor.
        environment: all of its environment.
    """
    return subprocess.Popen(  # noqa: S603 - our own interpreter and launcher
        [sys.executable, "-P", str(LAUNCHER)],
        env=environment,
        stdin=told,
        stdout=output,
        stderr=subprocess.STDOUT,
        pass_fds=(report.fileno(),),
        start_new_session=True,
    )


@dataclass(frozen=True)
class Process:
    """A program that was started."""

    started: Started
    output: IO[bytes]
    report: IO[bytes]
    seconds: float

    def outcome(self) -> Mapping[str, Any]:
        """Waits for the end, and tells how the program ended, as the launcher says it; `{}` if it did not say."""
        try:
            self.started.wait(self.seconds)
        except subprocess.TimeoutExpired:
            return {"refused": f"the program did not end within {self.seconds:g} seconds."}
        self.report.seek(0)
        try:
            said = json.loads(self.report.read())
        except ValueError:
            said = {}
        return said if isinstance(said, dict) and said else {"refused": self._how_it_ended()}

    def _how_it_ended(self) -> str:
        status = self.started.returncode
        how = f"by signal {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
        return f"its process ended {how} before the program did: leave the end of it to Pulumi."

    def last_words(self) -> str:
        """The last lines that it printed, without what a terminal would obey."""
        self.output.seek(max(0, self.output.seek(0, os.SEEK_END) - _LAST_BYTES))
        lines = self.output.read().decode(errors="replace").splitlines()[-_LAST:]
        return "\n".join("".join(each if each.isprintable() else " " for each in line) for line in lines)


@contextmanager
def started(
    told: Mapping[str, Any], config: Mapping[str, str], region: str | None, seconds: float
) -> Generator[Process]:
    """Starts a program; whatever happens, it and all that it has started end with the block.

    Args:
        told: what the launcher is to know, but for `report` and `seconds`.
        config: the settings of its stack.
        region: that of AWS, if they say one.
        seconds: that it may take.
    """
    with (
        TemporaryDirectory(prefix="program-") as scratch,
        TemporaryFile() as asked,
        TemporaryFile() as output,
        TemporaryFile() as report,
    ):
        asked.write(json.dumps({**told, "report": report.fileno(), "seconds": int(seconds) + 5}).encode())
        asked.seek(0)
        process = start(asked, output, report, _environment(Path(scratch), config, region))
        try:
            yield Process(process, output, report, seconds)
        finally:
            _end(process)


def _end(process: Started) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _environment(scratch: Path, config: Mapping[str, str], region: str | None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in _KEPT or name.startswith("LC_")}
    regions = dict.fromkeys(("AWS_REGION", "AWS_DEFAULT_REGION"), region) if region else {}
    return {
        **kept,
        **{name: value for name, value in regions.items() if value},
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]),
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "PYTHONUSERBASE": site.getuserbase(),
        "AWS_EC2_METADATA_DISABLED": "true",
        "PULUMI_CONFIG": json.dumps(dict(config)),
        # As under the language host, an Output that is formatted into a string must fail and not print a repr.
        "PULUMI_ERROR_OUTPUT_STRING": "true",
    }
