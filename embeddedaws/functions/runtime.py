"""A runtime: one process of AWS's own runtime client, with the Runtime API that it talks to."""

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from embeddedaws.errors import EmbeddedAwsError
from embeddedaws.functions.invocation import Answer, Invocation
from embeddedaws.functions.output import OutputReader
from embeddedaws.functions.reaper import Reaper, kill_group
from embeddedaws.functions.runtime_api import RuntimeApi
from embeddedaws.functions.runtime_server import RuntimeServer


class RuntimeExited(EmbeddedAwsError):  # noqa: N818 - AWS says that a runtime exited
    """The process has ended; `status` as `subprocess` gives it, negative for a signal."""

    def __init__(self, status: int) -> None:
        super().__init__(_describe(status))
        self.status = status


class Runtime:
    """Starts the process at once.

    Args:
        handler: `module.function`.
        task_root: the working directory, first on the module path.
        environment: all variables of the process but AWS_LAMBDA_RUNTIME_API.
        on_line: takes each line that the process writes to its standard output or error.
        reaper: kills the process should ours die.
    """

    def __init__(
        self,
        handler: str,
        *,
        task_root: Path,
        environment: Mapping[str, str],
        on_line: Callable[[str], None],
        reaper: Reaper,
    ) -> None:
        self._api = RuntimeApi()
        self._server = RuntimeServer(self._api)
        self._reaper = reaper
        self._process = subprocess.Popen(  # noqa: S603 - the handler is an argument, and no shell reads it
            [sys.executable, "-m", "awslambdaric", handler],
            cwd=task_root,
            env={**environment, "AWS_LAMBDA_RUNTIME_API": self._server.address},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            start_new_session=True,  # a process group of its own, so that its children can be killed with it
        )
        reaper.watch(self.pid)
        self._peak: int | None = None
        self._releasing = threading.Lock()
        self._released = False
        assert self._process.stdout is not None  # noqa: S101 - a fact for the type checker
        self._output = OutputReader(self._process.stdout.fileno(), on_line)
        self._waiter = threading.Thread(target=self._wait, name=f"runtime-{self.pid}", daemon=True)
        self._waiter.start()

    @property
    def pid(self) -> int:
        """The process id, which is the process group's too."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._waiter.is_alive()

    def wait_initialised(self, seconds: float) -> None:
        """Waits until INIT is over.

        Raises:
            InitError: the runtime reported that INIT failed.
            RuntimeExited: the process ended without a report.
            TimeoutError: it takes longer than that.
        """
        self._api.initialised.result(seconds)

    def ask(self, invocation: Invocation, seconds: float) -> Answer:
        """Hands over the invocation and waits for its answer.

        Raises:
            RuntimeExited: the process ended without an answer.
            TimeoutError: it takes longer than that.
        """
        self._api.offer(invocation)
        return invocation.answer.result(seconds)

    def drain(self) -> None:
        """Hands over every line that was written before the last answer."""
        self._output.drain()

    def max_memory_used(self) -> int | None:
        """The largest resident size so far in MB; None where it cannot be told."""
        self._peak = self._read_peak() or self._peak
        return self._peak

    def stop(self) -> None:
        """Kills the process and its children, and releases all that belongs to it."""
        self.max_memory_used()
        if self.alive:
            kill_group(self.pid)
        self._waiter.join()
        with self._releasing:
            if self._released:
                return
            self._released = True
            self._output.close()
            self._server.close()
            if self._process.stdout is not None:
                self._process.stdout.close()

    def _read_peak(self) -> int | None:
        try:
            status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii", errors="replace")
        except OSError:
            return None
        peak = next((line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")), None)
        return None if peak is None else int(peak) // 1024

    def _wait(self) -> None:
        status = self._process.wait()
        kill_group(self.pid)  # children that it leaves behind
        self._reaper.forget(self.pid)
        self._api.end(RuntimeExited(status))


def _describe(status: int) -> str:
    # The wording is that of the Runtime Interface Emulator and of AWS's log examples.
    if status == 0:
        return "Runtime exited without providing a reason"
    if status > 0:
        return f"Runtime exited with error: exit status {status}"
    name = signal.strsignal(-status) or str(-status)  # "Killed" on Linux, "Killed: 9" on macOS, "killed" at AWS
    return f"Runtime exited with error: signal: {name.partition(':')[0].lower()}"
