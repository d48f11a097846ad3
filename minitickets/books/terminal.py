"""What every run shows to a person: its progress, its figures, and what must never be and was."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from minitickets.books.violations import Invariant, Violation
from minitickets.numbers import counted

SHOWN = 5
"""Violations, and reasons, that are printed in full."""


@contextmanager
def progress(what: str) -> Generator[Callable[[int, int], None]]:
    """Shows how many are done of how many, on standard error."""
    console = Console(stderr=True, highlight=False, emoji=False)
    with console.status("simulating") as status:
        yield lambda done, of: status.update(f"simulating: {done} of {of} {what}")


def show_figures(title: str, figures: Iterable[tuple[str, str]]) -> Console:
    """Prints a table of figures and what each means; gives the console for what follows."""
    console = Console(highlight=False, emoji=False)
    table = Table(show_header=False, title=title, title_justify="left", title_style="bold")
    table.add_column(justify="right", style="bold")
    table.add_column()
    for figure, meaning in figures:
        table.add_row(figure, escape(meaning))
    console.print(table)
    return console


def show_violations(console: Console, violations: Iterable[Violation], counts: Mapping[Invariant, int]) -> None:
    """Prints how often each invariant was broken, and the first breaches."""
    for invariant, count in sorted(counts.items()):
        console.print(f"[red]broken: {escape(invariant)}[/], {counted(count, 'time')}")
    for violation in list(violations)[:SHOWN]:
        about = "" if violation.booking < 0 else f" b{violation.booking}:"
        console.print(f"  at {violation.seconds:.3f} s:{about} {escape(violation.what)}", soft_wrap=True)


def emails_figures(emails_per_booking: Mapping[int, int]) -> Iterator[tuple[str, str]]:
    """How many bookings got how many emails."""
    words = {0: "without an email", 1: "with one email"}
    for emails, count in sorted(emails_per_booking.items()):
        yield f"{count:,}", words.get(emails, f"with {emails} emails")


def listed(counts: Mapping[str, int]) -> str:
    """Counts by name, behind a colon; nothing if there are none."""
    names = ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items()) if count)
    return f": {names}" * bool(names)
