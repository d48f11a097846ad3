"""A run as a person sees it."""

from collections.abc import Iterator

from rich.markup import escape

from minitickets.books.terminal import SHOWN, emails_figures, listed, show_figures, show_violations
from minitickets.numbers import counted, figure
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
        console.print(f"  [yellow]{counted(count, 'dead letter')}[/]: {escape(reason)}", soft_wrap=True)
    if missed := request.missed(outcome):
        console.print(f"[yellow]proves less[/]: no {escape('; no '.join(missed))}", soft_wrap=True)
    show_violations(console, outcome.violations, outcome.violation_counts)


def _figures(outcome: WorldOutcome, wall_seconds: float) -> Iterator[tuple[str, str]]:
    meter = outcome.meter
    throttles = {f"by {service}": count for service, count in meter.throttles.items()}
    yield figure(outcome.bookings, "booking", f", in {counted(outcome.worlds, 'world')}")
    yield figure(meter.deliveries, "delivery", f" in {counted(meter.invocations, 'invocation')}")
    yield from emails_figures(outcome.emails_per_booking)
    yield figure(sum(outcome.windows.values()), "window", f" for one more email{listed(outcome.windows)}")
    yield figure(
        outcome.tickets, "ticket", f"; {counted(outcome.tickets_dead_lettered, 'booking')} without all of theirs"
    )
    yield f"{outcome.lost:,}", "lost"
    yield f"{outcome.dead_lettered:,}", "dead-lettered without an email"
    yield figure(len(+outcome.paths), "path", " taken: --json names them")
    yield figure(outcome.redriven, "dead letter", " moved back once")
    yield figure(sum(throttles.values()), "throttle", listed(throttles))
    drained = f"seconds simulated, the last {outcome.drained_after / SECOND:,.1f} to drain"
    yield f"{outcome.ended / SECOND:,.1f}", drained
    yield meter.dollars(outcome.emails)["total"], f"dollars at the list prices of {REGION}"
    rate = meter.deliveries / max(wall_seconds, 0.001)
    yield "", f"{wall_seconds:.1f} s of real time, {rate:,.0f} deliveries a second"
