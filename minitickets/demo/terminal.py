"""The demo as a person sees it."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from minitickets.demo.report import DemoReport
from minitickets.home import how_to_call
from minitickets.numbers import counted, figure
from minitickets.stack.drain import Progress

if TYPE_CHECKING:
    from rich.status import Status

_NAMED_TIMES = 6


class TerminalWatcher:
    """Tells each step on standard error, and moves one line while messages are being handled.

    A context manager, so that the line ends and the cursor comes back however the demo ends.
    """

    def __init__(self) -> None:
        self._console = Console(stderr=True, highlight=False, emoji=False)
        self._status: Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop_status()

    def step(self, sentence: str) -> None:
        """Prints the step."""
        self._stop_status()
        _print(self._console, f"» {sentence}")

    def warn(self, sentence: str) -> None:
        """Prints the warning."""
        _print(self._console, f"  {sentence}", "yellow")

    def progress(self, emails: int, progress: Progress, skipped: float) -> None:
        """Shows the figures in place; on what is no terminal rich shows nothing of it."""
        if self._status is None:
            self._status = self._console.status("")
            self._status.start()
        back = "" if progress.next_visible is None else f", back in {progress.next_visible:.0f} s"
        leap = f" · {skipped:.0f} s skipped" if skipped else ""
        self._status.update(
            f"{emails} emails sent · {progress.waiting} messages wait, {progress.hidden} are hidden{back}{leap}"
        )

    def _stop_status(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None


def show_report(report: DemoReport) -> None:
    """Prints what happened, for people."""
    console = Console(highlight=False, emoji=False)
    table = Table(show_header=False, title="What happened", title_justify="left", title_style="bold")
    table.add_column(justify="right", style="bold")
    table.add_column()
    for shown, meaning in _rows(report):
        table.add_row(shown, escape(meaning))
    console.print(table)
    for problem in _problems(report):
        _print(console, f"  {problem}", "yellow")
    for line in _next_steps(report):
        _print(console, line)


def _print(console: Console, line: str, style: str = "") -> None:
    """Prints a line to the letter; on a terminal it is wrapped between words, since a path in two is of no use."""
    if console.is_terminal:
        line = textwrap.fill(line, console.width, break_long_words=False, break_on_hyphens=False)
    console.print(escape(line), style=style, soft_wrap=True)


def _problems(report: DemoReport) -> Iterator[str]:
    yield from map(str, report.published.bad_lines)
    reading = attrgetter("line", "reason")
    for (line, reason), letters in groupby(sorted(report.dead_letters, key=reading), key=reading):
        queues = " and ".join(sorted({letter.queue for letter in letters}))
        yield f"line {line} is a dead letter in {queues}: {reason}"


def _next_steps(report: DemoReport) -> Iterator[str]:
    yield ""
    yield f"Emails to read:    {report.out / 'emails'}/*.html (.eml for a mail program)"
    yield f"QR codes to scan:  {report.out / 'tickets'}/*.png"
    yield f"What was logged:   {report.out / 'logs'}/*.log"
    yield f"Is one genuine?    {how_to_call()} verify TOKEN, with what the scanner reads"


def _rows(report: DemoReport) -> list[tuple[str, str]]:
    return [
        figure(report.bookings, "booking"),
        figure(report.messages, "message", " sent, both queues together, duplicates and poison among them"),
        figure(report.emails, "email", f" sent: {_verdict(report)}"),
        figure(report.duplicates_skipped, "duplicate", " recognised and skipped"),
        (f"{len(report.returned_after):,}", f"failed and came back{_after(report.returned_after)}"),
        figure(len(report.tickets), "ticket", " issued, each with its QR code"),
        figure(len(report.dead_letters), "dead letter"),
        *([figure(len(report.published.bad_lines), "line", " not sent")] if report.published.bad_lines else []),
        (f"{report.seconds:.1f}", f"seconds, and {report.skipped_seconds:.0f} s of waiting skipped over"),
    ]


def _after(seconds: Sequence[float]) -> str:
    """Each time while they are few; of more, the range."""
    if len(seconds) > _NAMED_TIMES:
        return f" after {min(seconds):.1f} to {max(seconds):.1f} s"
    return " after " + ", ".join(f"{each:.1f} s" for each in seconds) if seconds else ""


def _verdict(report: DemoReport) -> str:
    if report.lost or report.duplicated:
        return f"{counted(len(report.lost), 'booking')} lost, {len(report.duplicated)} with more than one"
    without = sum(emails == 0 for emails in report.emails_per_booking.values())
    but_for = f", but for {counted(without, 'dead letter')}" if without else ""
    return f"one for each booking{but_for}"
