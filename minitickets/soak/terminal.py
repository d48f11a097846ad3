"""A run under faults as a person sees it."""

import time
from collections.abc import Iterator, Sequence
from typing import Self

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from minitickets.books.terminal import emails_figures, listed, show_figures, show_violations
from minitickets.numbers import counted, figure
from minitickets.soak.outcome import SoakOutcome

_TOLD_EVERY = 30.0  # seconds


class SoakProgress:
    """Tells each step on standard error, and moves one line while messages are handled.

    A context manager, so that the line ends and the cursor comes back however the run ends.
    """

    def __init__(self) -> None:
        console = Console(stderr=True, highlight=False, emoji=False)
        columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[figures]}")
        self._progress = Progress(*columns, TimeElapsedColumn(), console=console, transient=True)
        self._task: TaskID | None = None
        self._told = 0.0

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def step(self, sentence: str) -> None:
        """Prints the step."""
        if self._task is not None:
            self._progress.remove_task(self._task)
            self._task = None
        self._progress.console.print(f"» {escape(sentence)}")

    def progress(self, done: int, of: int, faults: int) -> None:
        """Shows the figures in place; on what is no terminal, a line now and then."""
        if self._task is None:
            self._task = self._progress.add_task("messages", figures="")
            self._told = time.monotonic()
        figures = f"{done:,} of {of:,}" + f" · {counted(faults, 'fault')}" * bool(faults)
        self._progress.update(self._task, completed=done, total=of, figures=figures)
        if not self._progress.console.is_terminal and time.monotonic() - self._told >= _TOLD_EVERY:
            self._told = time.monotonic()
            self._progress.console.print(f"  {figures}")


def show_outcome(outcome: SoakOutcome, preset: str, missed: Sequence[str]) -> None:
    """Prints what happened, and which promised paths the run did not take, for people."""
    console = show_figures(f"Faults {preset}, seed {outcome.seed}", _figures(outcome))
    show_violations(console, outcome.violations, outcome.violation_counts)
    if missed:
        console.print(f"[yellow]proves less: it never came by {escape('; '.join(missed))}[/]", soft_wrap=True)
    if outcome.slow_machine:
        times = counted(outcome.slow_machine, "time")
        console.print(f"[yellow]proves less: {times} this machine was too slow to tell whose fault it was[/]")


def _figures(outcome: SoakOutcome) -> Iterator[tuple[str, str]]:
    yield figure(outcome.bookings, "booking", f", {counted(outcome.messages, 'message')} in both queues")
    yield figure(outcome.deliveries, "delivery", f" in {counted(outcome.invocations, 'invocation')}")
    yield from emails_figures(outcome.emails_per_booking)
    yield figure(sum(outcome.windows.values()), "window", f" for one more email{listed(outcome.windows)}")
    yield figure(outcome.tickets, "ticket", " issued, each with its QR code")
    yield f"{outcome.lost:,}", "lost"
    yield figure(outcome.dead_lettered, "dead letter", ", moved back once")
    yield figure(sum(outcome.faults.values()), "fault", listed(outcome.faults))
    yield figure(len(outcome.paths), "path", f" taken{listed(outcome.paths)}")
    if outcome.timeouts:
        yield figure(outcome.timeouts, "timeout")
    yield f"{outcome.seconds:,.0f}", f"seconds, and {outcome.skipped_seconds:,.0f} s of waiting skipped over"
    yield f"{outcome.peak_megabytes:,}", f"MB at most in this process, with {outcome.peak_threads} threads at most"
