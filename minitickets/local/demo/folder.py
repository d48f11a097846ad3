"""The folder that a demo fills."""

from pathlib import Path

from minitickets.errors import CommandError

_MARKER = ".minitickets-demo"  # in a folder that a demo has filled


class DemoFolder:
    """Has `emails/`, `tickets/` and `logs/`, emptied of what an earlier demo left there."""

    def __init__(self, path: Path) -> None:
        """Makes the folder, or empties it.

        Raises:
            CommandError: it holds emails or tickets that no demo has put there, or it cannot be written.
        """
        self.path = path
        self.emails = path / "emails"
        self.tickets = path / "tickets"
        self.logs = path / "logs"
        folders = (self.emails, self.tickets, self.logs)
        try:
            taken = [folder.name for folder in folders if folder.exists()]
            if taken and not (path / _MARKER).exists():
                raise CommandError(f"{path} has {' and '.join(taken)} that no demo made: name another with --out.")
            for folder in folders:
                _empty(folder)
            (path / _MARKER).touch()
        except OSError as error:
            raise CommandError(f"{path} cannot be used ({error.strerror}): name another folder with --out.") from error


def _empty(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
