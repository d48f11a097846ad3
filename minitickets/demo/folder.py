"""The folder that a demo fills."""

import fcntl
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Self

from minitickets.errors import CommandError

_MARKER = ".minitickets-demo"  # in a folder that a demo has filled


class DemoFolder:
    """Has `emails/`, `tickets/` and `logs/`, emptied of what an earlier demo left there.

    A context manager: until it ends, no other demo may use the folder.
    """

    def __init__(self, path: Path) -> None:
        """Makes the folder, or empties it.

        Raises:
            CommandError: it holds emails or tickets that no demo has put there, another demo is writing to it, or it
                cannot be written.
        """
        if path.resolve() == Path.cwd():
            raise CommandError("a demo needs a folder of its own: name one with --out.")
        self.path = path
        self.emails = path / "emails"
        self.tickets = path / "tickets"
        self.logs = path / "logs"
        folders = (self.emails, self.tickets, self.logs)
        try:
            taken = [folder.name for folder in folders if folder.exists()]
            if taken and not (path / _MARKER).exists():
                raise CommandError(f"{path} has {' and '.join(taken)} that no demo made: name another with --out.")
            path.mkdir(parents=True, exist_ok=True)
            self._lock = _locked(path / _MARKER)
            with ExitStack() as failing:
                failing.callback(self._lock.close)
                for folder in folders:
                    _empty(folder)
                failing.pop_all()
        except BlockingIOError as error:
            raise CommandError(f"another demo is writing to {path}: name another folder with --out.") from error
        except OSError as error:
            raise CommandError(f"{path} cannot be used ({error.strerror}): name another folder with --out.") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.close()


def _locked(marker: Path) -> IO[str]:
    """Opens the marker for this process alone; the lock ends with the process, however it ends."""
    file = marker.open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise
    return file


def _empty(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
