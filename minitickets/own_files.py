"""Files that a command writes into a folder of its user: what it did not write, it neither changes nor removes.

A list of them lies beside them, in the form of `sha256sum`. Whatever is not in the list, or is no longer as it was
written, is the user's. All paths are opened relative to the folder, and no symbolic link is followed.
"""

import fcntl
import os
import re
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from stat import S_ISLNK, S_ISREG
from threading import Lock
from typing import Self

from minitickets.errors import CommandError

_LINE = re.compile(r"([0-9a-f]{64})  ([^/]+)/([^/]+)")
_HERE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # a named pipe in the place of a file would block for ever


class OwnFiles:
    """What a command has in a folder, emptied of what an earlier run wrote there.

    A context manager: until it ends, no other process may use the folder.
    """

    def __init__(self, root: Path, folders: Sequence[str], *, listed_in: str, named: str, otherwise: str) -> None:
        """Takes the folder, and removes what earlier runs wrote, unless something is in the way.

        Args:
            root: the folder, which exists.
            folders: the folders in it that are written to.
            listed_in: the list's file name.
            named: a pattern of the names that may be written.
            otherwise: what the user may do instead, for messages.

        Raises:
            CommandError: a file of the user's has such a name, a folder is a symbolic link, or the list is none.
            BlockingIOError: another process uses the folder.
            OSError: it cannot be written.
        """
        self.root = root
        self._named = re.compile(named)
        self._otherwise = otherwise
        self._lock = Lock()
        with ExitStack() as failing:
            self._root = self._opened(os.open(root, os.O_DIRECTORY | _HERE), failing)
            self._list = self._opened(self._open_list(listed_in), failing)
            fcntl.flock(self._list, fcntl.LOCK_EX | fcntl.LOCK_NB)
            listed = self._listed()
            gone = [self._to_remove(folder, listed) for folder in folders]
            for folder, names in zip(folders, gone, strict=True):
                self._remove(folder, names)
            os.ftruncate(self._list, 0)
            self.wrote = False
            """Whether it has written anything."""
            self._closing = failing.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def write(self, folder: str, name: str, content: bytes) -> None:
        """Writes a new file.

        Raises:
            CommandError: there is a file of that name, or it cannot be written.
        """
        path = self._path(folder, name)
        try:
            # Listed first: a file that is cut off in the middle is in the list at least.
            with self._lock, self._folder(folder) as within:
                self.wrote = True
                os.write(self._list, f"{sha256(content).hexdigest()}  {folder}/{name}\n".encode())
                with os.fdopen(
                    os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _HERE, dir_fd=within), "wb"
                ) as file:
                    file.write(content)
        except FileExistsError as error:
            raise self._in_the_way(path) from error
        except OSError as error:
            raise CommandError(f"{path} cannot be written ({error.strerror}): {self._otherwise}.") from error

    def _opened(self, descriptor: int, failing: ExitStack) -> int:
        failing.callback(os.close, descriptor)
        return descriptor

    def _open_list(self, name: str) -> int:
        try:
            descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_APPEND | _HERE, dir_fd=self._root)
        except OSError as error:
            raise self._in_the_way(self.root / name) from error
        if not S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise self._in_the_way(self.root / name)
        return descriptor

    def _listed(self) -> dict[tuple[str, str], str]:
        """The digest of each file that was written; a last line without an end was cut off."""
        with os.fdopen(os.dup(self._list), "rb") as file:
            *lines, _ = file.read().decode(errors="replace").split("\n")
        read = [_LINE.fullmatch(line) for line in lines]
        if not all(read):
            raise CommandError(f"the list in {self.root} is none that this command wrote: {self._otherwise}.")
        return {(found[2], found[3]): found[1] for found in read if found}

    def _to_remove(self, folder: str, listed: dict[tuple[str, str], str]) -> list[str]:
        """The names of what earlier runs wrote there, and nobody has changed.

        Raises:
            CommandError: something else has a name that may be written.
        """
        if self._mode(folder) is None:
            return []
        with self._folder(folder) as within:
            names = os.listdir(within)  # noqa: PTH208 - a path cannot be relative to a descriptor
            ours = [name for name in names if _is_as_written(name, listed.get((folder, name)), within)]
        for name in sorted(set(names) - set(ours)):
            if self._named.fullmatch(name):
                raise self._in_the_way(self._path(folder, name))
        return ours

    def _remove(self, folder: str, names: Sequence[str]) -> None:
        for name in names:
            with self._folder(folder) as within:
                os.unlink(name, dir_fd=within)

    def _mode(self, folder: str) -> int | None:
        """What stands there, a link as itself; None if nothing does."""
        try:
            return os.stat(folder, dir_fd=self._root, follow_symlinks=False).st_mode
        except FileNotFoundError:
            return None

    @contextmanager
    def _folder(self, name: str) -> Generator[int]:
        """Opens a folder, each time anew: whoever tidies up may have removed it meanwhile."""
        if self._mode(name) is None:
            os.mkdir(name, dir_fd=self._root)
        if S_ISLNK(self._mode(name) or 0):
            raise CommandError(f"{self.root / name} is a symbolic link: {self._otherwise}.")
        descriptor = os.open(name, os.O_DIRECTORY | _HERE, dir_fd=self._root)
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def _path(self, folder: str, name: str) -> Path:
        return self.root / folder / name

    def _in_the_way(self, path: Path) -> CommandError:
        return CommandError(
            f"{path} is in the way, and is not as this command wrote it: move it elsewhere, or {self._otherwise}."
        )


def _is_as_written(name: str, digest: str | None, within: int) -> bool:
    """Whether it is a file with that content, or an empty one, which is all that is left of a write cut off."""
    if digest is None or not S_ISREG(os.stat(name, dir_fd=within, follow_symlinks=False).st_mode):
        return False
    with os.fdopen(os.open(name, os.O_RDONLY | _HERE, dir_fd=within), "rb") as file:
        content = file.read()
    return not content or sha256(content).hexdigest() == digest
