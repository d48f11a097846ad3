"""The folder that a demo fills."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from minitickets.errors import CommandError
from minitickets.own_files import OwnFiles

_MARKER = ".minitickets-demo"  # in a folder that a demo has filled: the list of what it wrote
_FOLDERS = ("emails", "tickets", "logs")
_NAMED = r"[0-9]{4,}-.*\.(eml|html)|[A-Za-z0-9_-]+-[0-9]+\.png|(worker|tickets)\.log"
_OTHERWISE = "name another folder with --out"


class DemoFolder:
    """Has `emails/`, `tickets/` and `logs/`, without what an earlier demo wrote there.

    A context manager: until it ends, no other demo may use the folder. Nothing of the user's is removed, written over
    or reached through a symbolic link.
    """

    def __init__(self, path: Path) -> None:
        """Makes the folder, or removes what demos wrote.

        Raises:
            CommandError: it holds emails or tickets that no demo has put there, another demo is writing to it, or it
                cannot be written.
        """
        self.path = path
        self.emails, self.tickets, self.logs = (path / name for name in _FOLDERS)
        self._problem: CommandError | None = None
        with _told(path):
            _make(path)
            self._files = OwnFiles(path, _FOLDERS, listed_in=_MARKER, named=_NAMED, otherwise=_OTHERWISE)
            for folder in (self.emails, self.tickets, self.logs):
                folder.mkdir(exist_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._files.__exit__(*error)

    def write(self, folder: str, name: str, content: bytes) -> None:
        """Writes a file into one of the folders.

        Raises:
            CommandError: there is one of that name, or it cannot be written.
        """
        self._files.write(folder, name, content)

    def keep_email(self, name: str, content: bytes) -> None:
        """Writes an email's file. What is wrong is said by `check`: SES, which calls this, has accepted the email."""
        try:
            self.write("emails", name, content)
        except CommandError as error:
            self._problem = self._problem or error

    def check(self) -> None:
        """Raises what was wrong with the first email that could not be kept."""
        if self._problem is not None:
            raise self._problem


@contextmanager
def _told(path: Path) -> Generator[None]:
    """What the file system says, as sentences."""
    try:
        yield
    except BlockingIOError as error:
        raise CommandError(f"another demo is writing to {path}: {_OTHERWISE}.") from error
    except OSError as error:
        raise CommandError(f"{path} cannot be used ({error.strerror}): {_OTHERWISE}.") from error


def _make(path: Path) -> None:
    if path.is_symlink():
        raise CommandError(f"{path} is a symbolic link: name the folder itself with --out.")
    if path.resolve() == Path.cwd():
        raise CommandError("a demo needs a folder of its own: name one with --out.")
    taken = [name for name in _FOLDERS if (path / name).exists()]
    if taken and not (path / _MARKER).exists():
        raise CommandError(f"{path} has {' and '.join(taken)} that no demo made: name another with --out.")
    path.mkdir(parents=True, exist_ok=True)
