"""Kills the processes of functions when the process that started them has died, however it died.

A function that hangs would outlive a `kill -9` of its parent. Signals on a parent's death are Linux's alone, fire when
a mere thread ends, and need code inside the function's process. So a small process of its own holds the read end of a
pipe, is told which process groups exist, and kills those that are left when the pipe ends.

The file is run by path with an isolated interpreter: it may import the standard library only.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress


class Reaper:
    """Starts its process with the first group that it has to watch."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def watch(self, group: int) -> None:
        """Kills the process group `group` if this process ends before `forget` is called."""
        self._tell(f"+{group}\n")

    def forget(self, group: int) -> None:
        """The group has ended; its number may be given to others from now on."""
        self._tell(f"-{group}\n")

    def close(self) -> None:
        """Ends the process, which kills any group that is still watched."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.communicate()

    def _tell(self, command: str) -> None:
        with self._lock:
            if self._process is None:
                # A session of its own: Ctrl-C in the terminal goes to our process, not to this one.
                self._process = subprocess.Popen(  # noqa: S603 - our own file
                    [sys.executable, "-I", "-S", __file__],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    bufsize=0,
                    start_new_session=True,
                )
            if self._process.stdin is not None:
                self._process.stdin.write(command.encode())


def kill_group(group: int) -> None:
    """Sends SIGKILL to every process of the group."""
    # macOS answers EPERM when all that is left of a group is zombies.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def reap(commands: Iterable[str]) -> None:
    """Follows `+group` and `-group` to the end of the commands, then kills what is left."""
    groups: set[int] = set()
    for command in commands:
        group = int(command[1:])
        (groups.add if command.startswith("+") else groups.discard)(group)
    for group in groups:
        kill_group(group)


if __name__ == "__main__":
    reap(sys.stdin)
