"""A run as a person sees it."""

from collections.abc import Iterator

from rich.console import Console
from rich.markup import escape

from minitickets.books.terminal import SHOWN, emails_figures, listed, show_figures, show_violations
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.random_run import RandomRun
from pulumicheck.types.prices import REGION


def show_run(run: RandomRun, wall_seconds: float) -> None:
    """Prints a run."""
    console = Console(highlight=False, emoji=False)
    title = f"Simulated: {run.request.faults_name}, seed {run.request.seed}"
    show_figures(console, title, _figures(run, wall_seconds))
    most = sorted(run.outcome.reasons.items(), key=lambda reason: (-reason[1], reason[0]))
    for reason, count in most[:SHOWN]:
        console.print(f"  [yellow]{count:,} dead letters[/]: {escape(reason)}", soft_wrap=True)
    show_violations(console, run.outcome.violations, run.outcome.violation_counts)


def _figures(run: RandomRun, wall_seconds: float) -> Iterator[tuple[str, str]]:
    outcome, meter = run.outcome, run.outcome.meter
    throttles = {f"by {service}": count for service, count in meter.throttles.items()}
    yield f"{outcome.bookings:,}", f"bookings, in {run.worlds:,} world{'s' * (run.worlds != 1)}"
    yield f"{meter.deliveries:,}", f"deliveries in {meter.invocations:,} invocations"
    yield from emails_figures(outcome.emails_per_booking)
    yield f"{sum(outcome.windows.values()):,}", f"windows for one more email{listed(outcome.windows)}"
    yield f"{outcome.tickets:,}", f"tickets; {outcome.tickets_dead_lettered:,} bookings without all of theirs"
    yield f"{outcome.lost:,}", "lost"
    yield f"{outcome.dead_lettered:,}", "dead-lettered without an email"
    yield f"{outcome.redriven:,}", "dead letters moved back once"
    yield f"{sum(throttles.values()):,}", f"throttles{listed(throttles)}"
    drained = f"seconds simulated, the last {outcome.drained_after / SECOND:,.1f} to drain"
    yield f"{outcome.ended / SECOND:,.1f}", drained
    yield meter.dollars(outcome.emails)["total"], f"dollars at the list prices of {REGION}"
    rate = meter.deliveries / max(wall_seconds, 0.001)
    yield "", f"{wall_seconds:.1f} s of real time, {rate:,.0f} deliveries a second"
