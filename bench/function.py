"""One function's process, as Lambda would run it, and what it costs."""

import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType
from typing import Any, NamedTuple, Self

from bench.errors import BenchError
from bench.runtime_api import RuntimeApi

_PATIENCE = 120.0  # seconds for an INIT


@dataclass(frozen=True, kw_only=True)
class Side:
    """One of those that are compared: how its function is started."""

    name: str
    command: Sequence[str]
    folder: Path
    environment: Mapping[str, str]


class Cost(NamedTuple):
    """What an invocation took: seconds of the clock, seconds of a processor, and its answer."""

    wall: float
    cpu: float
    answer: Any


class Function:
    """Starts the process at once; a context manager.

    Attributes:
        started: when, in seconds of `time.perf_counter`.
    """

    def __init__(self, side: Side, environment: Mapping[str, str]) -> None:
        self._output = TemporaryFile()  # noqa: SIM115 - closed with the process
        self._stopped = False
        self._api = RuntimeApi(self._alive)
        self.started = time.perf_counter()
        self._process = subprocess.Popen(  # noqa: S603 - a side's own command
            side.command,
            cwd=side.folder,
            env={**environment, **side.environment, "AWS_LAMBDA_RUNTIME_API": self._api.address},
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
        )
        self._name = side.name

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def cpu(self) -> float:
        """Seconds of a processor since its start: the kernel's own account of the process, ended threads included."""
        return time.clock_gettime(_processor_clock(self.pid))

    @property
    def lines(self) -> str:
        """What it has written."""
        self._output.seek(0)
        return self._output.read().decode(errors="replace")

    def initialise(self) -> None:
        """Waits until its INIT is over.

        Raises:
            BenchError: it ended, or takes too long.
        """
        self._do(lambda: self._api.wait_for_next(_PATIENCE))

    def invoke(self, event: Mapping[str, Any], seconds: float) -> Cost:
        """Hands over an event, with that many seconds to go."""
        self.initialise()
        cpu, wall = self.cpu, time.perf_counter()
        answer = self._do(lambda: self._api.ask(event, seconds))
        return Cost(time.perf_counter() - wall, self.cpu - cpu, answer)

    def first(self, event: Mapping[str, Any], seconds: float) -> Cost:
        """The first event: what is told counts from the start of the process."""
        answer = self.invoke(event, seconds).answer
        return Cost(time.perf_counter() - self.started, self.cpu, answer)

    @property
    def memory(self) -> float:
        """Its largest resident memory so far in MB; not `ru_maxrss`, in which what started it counts too."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii", errors="replace")
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")) / 1024

    def stop(self) -> None:
        """Ends the process."""
        if not self._stopped:
            self._stopped = True
            self._process.kill()
            self._process.wait()
            self._api.close()
            self._output.close()

    def _alive(self) -> bool:
        return self._process.poll() is None

    def _do(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except BenchError as error:
            raise BenchError(f"{self._name}: {error}\n{self.lines[-2000:]}") from error


def _processor_clock(pid: int) -> int:
    return (~pid << 3) | 2  # clock_getcpuclockid(3), as Linux makes it
