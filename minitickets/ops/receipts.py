"""What was done before a run was cut off, so that the next one goes on from there.

A file in the project's `.minitickets/`, which is there only as long as something is unfinished. What SQS has taken is
noted as soon as it says so: only what it takes while a process is killed may be sent once more, and for that the
functions know what is done.
"""

import fcntl
import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import click

from minitickets.errors import CommandError


class Receipts:
    """The receipts of one piece of work; they are not kept where there is no file."""

    def __init__(self, descriptor: int | None = None, path: Path | None = None) -> None:
        self._descriptor, self._path = descriptor, path
        self._earlier = frozenset[str]() if descriptor is None else _read(descriptor)

    def __contains__(self, receipt: str) -> bool:
        """Whether an earlier run got it."""
        return receipt in self._earlier

    def add(self, receipts: Iterable[str]) -> None:
        """Notes them.

        Raises:
            CommandError: they cannot be noted, as on a full disk.
        """
        if self._descriptor is None:
            return
        try:
            os.write(self._descriptor, "".join(f"{receipt}\n" for receipt in receipts).encode())
        except OSError as error:
            raise CommandError(f"{self._path} cannot be written ({error.strerror}): make room on its disk.") from error

    def forget(self) -> None:
        """Begins anew."""
        self._earlier = frozenset()
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, 0)

    def settle(self) -> None:
        """All is done: there is nothing to go on with."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)


@contextmanager
def receipts_of(folder: Path, *work: str) -> Generator[Receipts]:
    """Those of a piece of work.

    Args:
        folder: the project's own, where they are kept in `.minitickets/`; if that cannot be written, a note says so.
        work: what tells it from any other.

    Raises:
        CommandError: another process is at the same work.
    """
    path = folder / ".minitickets" / f"unfinished-{sha256(repr(work).encode()).hexdigest()[:16]}"
    try:
        descriptor = _locked(path)
    except BlockingIOError as error:
        raise CommandError("another process is doing the same at this moment: wait until it is done.") from error
    except OSError as error:
        click.echo(f"Note: {path} cannot be written ({error.strerror}), so a run cut off begins anew.", err=True)
        yield Receipts()
        return
    try:
        yield Receipts(descriptor, path)
    finally:
        os.close(descriptor)


def _locked(path: Path) -> int:
    """Opens the file for this process alone, once it is the one that has the name: its last user may remove it."""
    path.parent.mkdir(exist_ok=True)
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if path.exists() and os.path.samestat(path.stat(), os.fstat(descriptor)):
                return descriptor
        except OSError:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _read(descriptor: int) -> frozenset[str]:
    """All whole lines; a last one that was cut off counts for nothing, and is ended."""
    with os.fdopen(os.dup(descriptor), "rb") as file:
        *lines, rest = file.read().decode(errors="replace").split("\n")
    if rest:
        os.write(descriptor, b"\n")
    return frozenset(lines)
