"""The part of a processor that comes with a function's memory, as a control group of the kernel grants it.

Lambda gives one whole processor with 1,769 MB (developer guide, "Configure Lambda function memory"). AWS does not say
how it doles out a part of one; others report periods of 20 ms, of which a function may use its part and then stands
still until the next.
"""

import os
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bench.errors import BenchError

WHOLE_PROCESSOR = 1769  # MB
_PERIOD = 20_000  # microseconds
_V1, _V2 = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")
_PATIENCE = 5.0  # seconds for ended processes to leave


class NoShare(BenchError):  # noqa: N818 - says what there is not
    """No quota can be set here."""


class Share:
    """A control group with a quota."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def admit(self, pid: int) -> None:
        """Throttles a process and all of its threads from now on."""
        (self._folder / "cgroup.procs").write_text(str(pid), encoding="ascii")


@contextmanager
def share_of(memory: int) -> Generator[Share]:
    """The share of so many MB, in a group that is removed at the end.

    Raises:
        NoShare: none can be set here, as without root.
    """
    quota = round(_PERIOD * memory / WHOLE_PROCESSOR)
    folder = _make(f"minitickets-bench-{os.getpid()}", quota)
    try:
        yield Share(folder)
    finally:
        _remove(folder)


def _make(name: str, quota: int) -> Path:
    try:
        if (_V1 / "cpu.cfs_quota_us").exists():
            folder = _V1 / name
            folder.mkdir()
            (folder / "cpu.cfs_period_us").write_text(str(_PERIOD), encoding="ascii")
            (folder / "cpu.cfs_quota_us").write_text(str(quota), encoding="ascii")
        else:
            folder = _V2 / name
            folder.mkdir()
            (folder / "cpu.max").write_text(f"{quota} {_PERIOD}", encoding="ascii")
    except OSError as error:
        raise NoShare(f"no quota of the processor can be set here ({error.strerror}); root can, on Linux") from error
    return folder


def _remove(folder: Path) -> None:
    deadline = time.monotonic() + _PATIENCE
    while folder.exists():
        try:
            folder.rmdir()
        except OSError:
            if time.monotonic() > deadline:
                return  # a process that does not end; the group goes with the machine
            time.sleep(0.05)
