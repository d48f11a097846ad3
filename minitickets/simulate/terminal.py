"""Runs as a person sees them."""

from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from minitickets.simulate.exhaustive import Exhaustive, describe
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.prices import REGION, dollars
from minitickets.simulate.random_run import RandomRun
from minitickets.simulate.violations import Invariant, Violation

_SHOWN = 5  # violations and reasons


def show_random(run: RandomRun, wall_seconds: float) -> None:
    """Prints a random run."""
    console = Console(highlight=False, emoji=False)
    console.print(_table(f"Simulated: {run.request.faults_name}, seed {run.request.seed}", _rows(run, wall_seconds)))
    _show_reasons(console, run.outcome.reasons)
    _show_violations(console, run.outcome.violations, run.outcome.violation_counts)


def show_exhaustive(result: Exhaustive) -> None:
    """Prints what all schedules led to."""
    console = Console(highlight=False, emoji=False)
    rows = [
        (f"{result.schedules:,}", "schedules of crashes and lost answers, all that there are"),
        *_emails_rows(result.emails_per_booking),
        (str(result.lost), "lost"),
        (str(result.dead_lettered), "dead-lettered"),
    ]
    console.print(_table("Two bookings, each delivered twice, to two workers at once", rows))
    _show_violations(console, [breach.violation for breach in result.breaches], result.violation_counts)
    for breach in result.breaches[:1]:
        console.print(f"[red]{escape(breach.violation.invariant)}[/], first after:")
        for step in breach.steps:
            console.print(f"  {escape(describe(step))}")


def _rows(run: RandomRun, wall_seconds: float) -> list[tuple[str, str]]:
    outcome, meter = run.outcome, run.outcome.meter
    windows = ", ".join(f"{count:,} {name}" for name, count in sorted(outcome.windows.items()) if count)
    throttles = ", ".join(f"{count:,} by {service}" for service, count in sorted(meter.throttles.items()))
    rate = f"{wall_seconds:.1f} s of real time, {meter.deliveries / max(wall_seconds, 0.001):,.0f} deliveries a second"
    return [
        (f"{outcome.bookings:,}", f"bookings, in {run.worlds:,} world{'s' * (run.worlds != 1)}"),
        (f"{meter.deliveries:,}", f"deliveries in {meter.invocations:,} invocations"),
        *_emails_rows(outcome.emails_per_booking),
        (f"{sum(outcome.windows.values()):,}", f"windows for one more email{f': {windows}' * bool(windows)}"),
        (f"{outcome.tickets:,}", f"tickets; {outcome.tickets_dead_lettered:,} bookings without all of theirs"),
        (f"{outcome.lost:,}", "lost"),
        (f"{outcome.dead_lettered:,}", "dead-lettered without an email"),
        (f"{outcome.redriven:,}", "dead letters moved back once"),
        (f"{sum(meter.throttles.values()):,}", f"throttles{f': {throttles}' * bool(throttles)}"),
        (
            f"{outcome.ended / SECOND:,.1f}",
            f"seconds simulated, the last {outcome.drained_after / SECOND:,.1f} to drain",
        ),
        (f"{dollars(meter, outcome.emails)['total']}", f"dollars at the list prices of {REGION}"),
        ("", rate),
    ]


def _emails_rows(emails_per_booking: Mapping[int, int]) -> list[tuple[str, str]]:
    words = {0: "without an email", 1: "with one email"}
    return [
        (f"{count:,}", words.get(emails, f"with {emails} emails"))
        for emails, count in sorted(emails_per_booking.items())
    ]


def _table(title: str, rows: Iterable[tuple[str, str]]) -> Table:
    table = Table(show_header=False, title=title, title_justify="left", title_style="bold")
    table.add_column(justify="right", style="bold")
    table.add_column()
    for figure, meaning in rows:
        table.add_row(figure, escape(meaning))
    return table


def _show_reasons(console: Console, reasons: Mapping[str, int]) -> None:
    most = sorted(reasons.items(), key=lambda reason: (-reason[1], reason[0]))
    for reason, count in most[:_SHOWN]:
        console.print(f"  [yellow]{count:,} dead letters[/]: {escape(reason)}", soft_wrap=True)


def _show_violations(console: Console, violations: Iterable[Violation], counts: Mapping[Invariant, int]) -> None:
    for invariant, count in sorted(counts.items()):
        console.print(f"[red]broken: {escape(invariant)}[/], {count:,} times")
    for violation in list(violations)[:_SHOWN]:
        about = "" if violation.booking < 0 else f" b{violation.booking}:"
        console.print(f"  at {violation.seconds:.3f} s:{about} {escape(violation.what)}", soft_wrap=True)
