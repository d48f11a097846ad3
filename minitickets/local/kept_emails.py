"""The emails of a local stack, as files."""

from pathlib import Path
from typing import Self

import click

from minitickets.errors import CommandError
from minitickets.own_files import OwnFiles

_FOLDER = "emails"
_LIST = "emails.sha256"
_NAMED = r"[0-9]{4,}-.*\.(eml|html)"


class KeptEmails:
    """Keeps emails in `emails/`, without those of the last local stack; a context manager."""

    def __init__(self, root: Path) -> None:
        """Touches nothing yet."""
        self.path = root / _FOLDER
        self._root = root
        self._files: OwnFiles
        self._failed = False

    def __enter__(self) -> Self:
        """Removes what the last local stack wrote.

        Raises:
            CommandError: something else is in the way, or the folder cannot be written.
        """
        try:
            self._files = OwnFiles(self._root, [_FOLDER], listed_in=_LIST, named=_NAMED, otherwise="remove it")
        except OSError as error:
            raise CommandError(f"{self.path} cannot be used ({error.strerror}): move it elsewhere.") from error
        return self

    def __exit__(self, *error: object) -> None:
        if not self._files.wrote:
            (self._root / _LIST).unlink(missing_ok=True)
        self._files.__exit__(*error)

    def keep(self, name: str, content: bytes) -> None:
        """Writes one file; the first that cannot be written is told, since SES has accepted the email all the same."""
        try:
            self._files.write(_FOLDER, name, content)
        except CommandError as error:
            if not self._failed:
                click.echo(f"An email is not kept: {error.message}", err=True)
            self._failed = True
