"""`minitickets explore`."""

import json
from collections.abc import Iterator, Mapping

import click
from rich.markup import escape

from minitickets.bad.option import VariantCommand, variant_option
from minitickets.books.terminal import emails_figures, progress, show_figures, show_violations
from minitickets.errors import CommandError
from minitickets.explore.exhaustive import Exhaustive, describe, run_exhaustive
from minitickets.explore.world import Extent
from minitickets.simulate.scenario import settings_of
from pulumicheck.options import json_option, settings_option, stack_option


@click.command(cls=VariantCommand)
@variant_option
@stack_option
@settings_option
@json_option
def explore(*, variant: str, stack: str, settings: Mapping[str, str], as_json: bool) -> None:
    """Run the worker through every schedule of crashes and lost answers.

    Two bookings, each delivered twice, reach two workers at once, whose code is the one that runs in Lambda. At each
    call a worker may crash before or after it, or lose its answer. No schedule may lose a booking, and each must lead
    to as many emails as foretold: exit status 1 if not. Takes some minutes.
    """
    read = settings_of(stack, settings)
    with progress("of the schedules' beginnings") as tell:
        result = run_exhaustive(read, Extent(), tell)
    if as_json:
        click.echo(json.dumps(result.to_json(read, variant), indent=2))
    else:
        _show(result)
    if result.violation_counts:
        raise CommandError(
            "an invariant does not hold (it breaks in the same schedules each time; the first are shown)."
        )


def _show(result: Exhaustive) -> None:
    console = show_figures("Two bookings, each delivered twice, to two workers at once", _figures(result))
    show_violations(console, [breach.violation for breach in result.breaches], result.violation_counts)
    for breach in result.breaches[:1]:
        console.print(f"[red]{escape(breach.violation.invariant)}[/], first after:")
        for step in breach.steps:
            console.print(f"  {escape(describe(step))}")


def _figures(result: Exhaustive) -> Iterator[tuple[str, str]]:
    yield f"{result.schedules:,}", "schedules of crashes and lost answers, all that there are"
    yield from emails_figures(result.emails_per_booking)
    yield str(result.lost), "lost"
    yield str(result.dead_lettered), "dead-lettered"
