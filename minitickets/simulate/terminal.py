"""A run as a person sees it."""

from collections.abc import Iterator

from rich.markup import escape

from minitickets.books.terminal import SHOWN, emails_figures, listed, show_figures, show_violations
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.random_run import SimulationRequest
from minitickets.simulate.scenario import WorldOutcome
from pulumicheck.types.prices import REGION


def show_run(request: SimulationRequest, outcome: WorldOutcome, wall_seconds: float) -> None:
    """Prints a run."""
    title = f"Simulated: {request.faults_name}, seed {request.seed}"
    console = show_figures(title, _figures(outcome, wall_seconds))
    most = sorted(outcome.reasons.items(), key=lambda reason: (-reason[1], reason[0]))
    for reason, count in most[:SHOWN]:
        console.print(f"  [yellow]{count:,} dead letters[/]: {escape(reason)}", soft_wrap=True)
    if missed := request.missed(outcome):
        console.print(f"[yellow]proves less[/]: no {escape('; no '.join(missed))}", soft_wrap=True)
    show_violations(console, outcome.violations, outcome.violation_counts)


def _figures(outcome: WorldOutcome, wall_seconds: float) -> Iterator[tuple[str, str]]:
    meter = outcome.meter
    throttles = {f"by {service}": count for service, count in meter.throttles.items()}
    yield f"{outcome.bookings:,}", f"bookings, in {outcome.worlds:,} world{'s' * (outcome.worlds != 1)}"
    yield f"{meter.deliveries:,}", f"deliveries in {meter.invocations:,} invocations"
    yield from emails_figures(outcome.emails_per_booking)
    yield f"{sum(outcome.windows.values()):,}", f"windows for one more email{listed(outcome.windows)}"
    yield f"{outcome.tickets:,}", f"tickets; {outcome.tickets_dead_lettered:,} bookings without all of theirs"
    yield f"{outcome.lost:,}", "lost"
    yield f"{outcome.dead_lettered:,}", "dead-lettered without an email"
    yield f"{len(+outcome.paths):,}", "paths taken: --json names them"
    yield f"{outcome.redriven:,}", "dead letters moved back once"
    yield f"{sum(throttles.values()):,}", f"throttles{listed(throttles)}"
    drained = f"seconds simulated, the last {outcome.drained_after / SECOND:,.1f} to drain"
    yield f"{outcome.ended / SECOND:,.1f}", drained
    yield meter.dollars(outcome.emails)["total"], f"dollars at the list prices of {REGION}"
    rate = meter.deliveries / max(wall_seconds, 0.001)
    yield "", f"{wall_seconds:.1f} s of real time, {rate:,.0f} deliveries a second"
