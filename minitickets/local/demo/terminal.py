"""The demo as a person sees it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from minitickets.local.demo.drain import Progress
from minitickets.local.demo.report import Report

if TYPE_CHECKING:
    from rich.status import Status


class TerminalWatcher:
    """Tells each step on standard error, and moves one line while messages are being handled."""

    def __init__(self) -> None:
        self._console = Console(stderr=True, highlight=False, emoji=False)
        self._status: Status | None = None

    def step(self, sentence: str) -> None:
        """Prints the step."""
        self._stop_status()
        self._console.print(f"[bold]»[/] {escape(sentence)}", soft_wrap=True)

    def warn(self, sentence: str) -> None:
        """Prints the warning."""
        self._console.print(f"  [yellow]{escape(sentence)}[/]", soft_wrap=True)

    def progress(self, emails: int, progress: Progress, skipped: float) -> None:
        """Shows the figures in place; on what is no terminal rich shows nothing of it."""
        if self._status is None:
            self._status = self._console.status("")
            self._status.start()
        back = "" if progress.next_visible is None else f", the next comes back in {progress.next_visible:.0f} s"
        leap = f" · {skipped:.0f} s of waiting skipped" if skipped else ""
        self._status.update(f"{emails} emails sent · {progress.waiting} waiting, {progress.hidden} hidden{back}{leap}")

    def _stop_status(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None


def show_report(report: Report) -> None:
    """Prints what happened, for people."""
    console = Console(highlight=False, emoji=False)
    table = Table(show_header=False, title="What happened", title_justify="left", title_style="bold")
    table.add_column(justify="right", style="bold")
    table.add_column()
    for figure, meaning in _rows(report):
        table.add_row(figure, escape(meaning))
    console.print(table)
    for line in _details(report):
        console.print(line, soft_wrap=True)  # a path that is broken in two can be neither clicked nor copied


def _details(report: Report) -> Iterator[str]:
    for letter in report.dead_letters:
        yield f"  [yellow]dead letter[/] in {escape(letter.queue)}: {escape(letter.reason)}"
    yield ""
    yield f"Emails to read:    {escape(str(report.out / 'emails'))}/*.html (.eml for a mail program)"
    yield f"QR codes to scan:  {escape(str(report.out / 'tickets'))}/*.png"
    yield f"What was logged:   {escape(str(report.out / 'logs'))}/*.log"
    yield "Is one genuine?    minitickets verify TOKEN, with what the scanner reads"


def _rows(report: Report) -> list[tuple[str, str]]:
    returned = ", ".join(f"{seconds:.1f} s" for seconds in report.returned_after)
    return [
        (str(report.bookings), "bookings published"),
        (str(report.messages), "messages sent to both queues, duplicates and poison among them"),
        (str(report.emails), f"emails sent: {_verdict(report)}"),
        (str(report.duplicates_skipped), "duplicates recognised and skipped"),
        (str(len(report.returned_after)), f"failed and came back{f' after {returned}' if returned else ''}"),
        (str(len(report.tickets)), "tickets issued, each with its QR code"),
        (str(len(report.dead_letters)), "dead letters"),
        (f"{report.seconds:.1f}", f"seconds, and {report.skipped_seconds:.0f} s of waiting skipped over"),
    ]


def _verdict(report: Report) -> str:
    if report.lost or report.duplicated:
        return f"{len(report.lost)} bookings lost, {len(report.duplicated)} with more than one"
    without = sum(emails == 0 for emails in report.emails_per_booking.values())
    return f"one for each booking{f', but for {without} dead letters' if without else ''}"
