"""`minitickets simulate`."""

import json
import time
from collections.abc import Mapping
from pathlib import Path

import click

from minitickets.bad.option import VariantCommand, variant_option
from minitickets.books.coverage import DEFAULT_BOOKINGS
from minitickets.books.faults import Faults, read_faults
from minitickets.books.presets import SIMULATED_PRESETS
from minitickets.books.terminal import progress
from minitickets.errors import CommandError
from minitickets.simulate.random_run import SimulationRequest, run_random
from minitickets.simulate.scenario import settings_of
from minitickets.simulate.terminal import show_run
from pulumicheck.options import json_option, settings_option, stack_option

_MODES = {
    "random": "`minitickets simulate` has one mode: leave --mode out.",
    "exhaustive": "every schedule of a small world has a command of its own: minitickets explore.",
    "scale": "load, limits and costs have a command of their own: minitickets scale.",
    "page": "the pages of docs/ have a command of their own: minitickets docs.",
}


def _refuse_mode(_context: click.Context, _parameter: click.Parameter, mode: str | None) -> None:
    if mode is not None:
        raise click.UsageError(_MODES.get(mode, _MODES["random"]))


@click.command(cls=VariantCommand)
@click.option(
    "--bookings", "-n", type=click.IntRange(1), default=DEFAULT_BOOKINGS, show_default=True, help="Bookings to publish."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Equal seeds give equal runs.")
@click.option(
    "--faults",
    "faults_name",
    metavar="PRESET|FILE",
    default="all",
    show_default=True,
    help=f"What goes wrong: {', '.join(SIMULATED_PRESETS)}, or a JSON or YAML file.",
)
@click.option("--mode", hidden=True, expose_value=False, callback=_refuse_mode)
@variant_option
@stack_option
@settings_option
@json_option
def simulate(
    *, bookings: int, seed: int, faults_name: str, variant: str, stack: str, settings: Mapping[str, str], as_json: bool
) -> None:
    """Run the real functions in a simulated world, with everything that can go wrong.

    Time is virtual, chance has a seed, and both functions' code is the one that runs in Lambda. Every run checks that
    no booking is lost, that none gets more emails than crashes and unclear answers allow, that no message fails but for
    what the world did, and that each path was taken which the preset promises. Exit status 1 if not.
    """
    request = SimulationRequest(
        bookings=bookings,
        seed=seed,
        faults=_read_faults(faults_name),
        faults_name=faults_name,
        stack=stack,
        settings=settings_of(stack, settings),
        overrides=tuple(f"{key}={value}" for key, value in settings.items()),
        variant=variant,
    )
    began = time.monotonic()
    with progress("worlds") as tell:
        outcome = run_random(request, tell)
    if as_json:
        click.echo(json.dumps(request.report(outcome), indent=2))
    else:
        show_run(request, outcome, time.monotonic() - began)
    if outcome.violation_counts:
        raise CommandError(f"an invariant does not hold (seed {seed}; run it again with: {request.command}).")
    if (missed := request.missed(outcome)) and request.keeps_promises:
        raise CommandError(f"the run proves nothing of paths that {faults_name} promises: {'; '.join(missed)}.")


def _read_faults(name: str) -> Faults:
    if name in SIMULATED_PRESETS:
        return SIMULATED_PRESETS[name]
    if not Path(name).is_file():
        raise CommandError(f"{name} is neither a file nor one of {', '.join(SIMULATED_PRESETS)}.")
    return read_faults(Path(name))
