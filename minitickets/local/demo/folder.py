"""The folder that a demo fills."""

from pathlib import Path

from minitickets.errors import CommandError

_MARKER = ".minitickets-demo"  # in a folder that a demo has filled


class DemoFolder:
    """Emails go to `emails/`, QR codes to `tickets/`; what an earlier demo left there goes away first."""

    def __init__(self, path: Path) -> None:
        """Makes the folder, or empties it.

        Raises:
            CommandError: it holds emails or tickets that no demo has put there, or it cannot be written.
        """
        self.path = path
        self.emails = path / "emails"
        self.tickets = path / "tickets"
        if not (path / _MARKER).exists() and (self.emails.exists() or self.tickets.exists()):
            raise CommandError(f"{path} has emails or tickets that no demo made: name another folder with --out.")
        try:
            _empty(self.emails)
            _empty(self.tickets)
            (path / _MARKER).touch()
        except OSError as error:
            raise CommandError(f"{path} cannot be used ({error.strerror}): name another folder with --out.") from error


def _empty(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
