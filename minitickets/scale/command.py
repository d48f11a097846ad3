"""`minitickets scale`."""

import json
from collections.abc import Mapping

import click

from minitickets.scale.assumptions import read_assumptions
from minitickets.scale.document import scale_document
from minitickets.scale.load import make_model
from minitickets.scale.page import DAYS, scale_tables
from minitickets.simulate.scenario import settings_of
from pulumicheck.options import json_option, settings_option, stack_option


@click.command
@click.option(
    "--day",
    "days",
    type=click.IntRange(1),
    multiple=True,
    default=DAYS,
    show_default=True,
    metavar="BOOKINGS",
    help="Bookings a day to do the sums for. May be repeated.",
)
@click.option(
    "--assume",
    "assumptions",
    multiple=True,
    metavar="KEY=VALUE",
    help="What to assume instead, such as peak=20. May be repeated.",
)
@stack_option
@settings_option
@json_option
def scale(
    *, days: tuple[int, ...], assumptions: tuple[str, ...], stack: str, settings: Mapping[str, str], as_json: bool
) -> None:
    """Say which limit is reached at how many bookings a day, and what a day costs.

    Runs nothing but a small calm world of the simulator, to count what a booking takes, and prints the tables of
    docs/scale.md.
    """
    model = make_model(settings_of(stack, settings), read_assumptions(assumptions))
    if as_json:
        click.echo(json.dumps(scale_document(model, days), indent=2))
    else:
        click.echo("\n\n".join(scale_tables(model, days).values()))
