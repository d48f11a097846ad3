"""`minitickets soak`."""

import json
from collections.abc import Mapping

import click

from minitickets.books.coverage import Promise
from minitickets.books.presets import REAL_PRESETS
from minitickets.errors import CommandError
from minitickets.home import find_project, how_to_call
from minitickets.soak.paths import DEFAULT_BOOKINGS, PROMISES
from minitickets.soak.run import SoakRun
from minitickets.soak.stage import deployed_stage
from minitickets.soak.storm import Storm
from minitickets.soak.terminal import SoakProgress, show_outcome
from pulumicheck.options import json_option, settings_option, stack_option


@click.command
@click.option(
    "--bookings",
    "-n",
    type=click.IntRange(1),
    default=DEFAULT_BOOKINGS,
    show_default=True,
    help="Bookings, published at once.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Equal seeds give the same faults.")
@click.option(
    "--faults",
    "preset",
    type=click.Choice(list(REAL_PRESETS)),
    default="all",
    show_default=True,
    help="What goes wrong.",
)
@stack_option
@settings_option
@json_option
def soak(*, bookings: int, seed: int, preset: str, stack: str, settings: Mapping[str, str], as_json: bool) -> None:
    """Run the real processes on the embedded AWS while everything goes wrong.

    Publishes the bookings all at once; kills processes, cuts connections, throttles SES and DynamoDB, lets visibility
    timeouts end too early and delivers messages twice; moves the dead letters back; and checks each booking: at least
    one email, its record and all its tickets, each as it must be, a second email only where a fault allows one, and a
    failure only where something failed it. Exit status 1 if not, and, of 10,000 bookings or more, if the run never came
    by a path that its faults promise.

    Which fault meets which call depends on the seed alone; which thread is faster does not. Ten thousand bookings take
    a quarter of an hour or more, depending on the machine.
    """
    with SoakProgress() as watcher:
        watcher.step(f"Deploying stack {stack} into an AWS of its own")
        with deployed_stage(find_project(), stack, settings) as stage:
            outcome = SoakRun(stage, Storm(REAL_PRESETS[preset], range(bookings), seed)).run(watcher)
    missed = PROMISES.get(preset, Promise()).missed(outcome.paths, leases=stage.settings.lease)
    if as_json:
        click.echo(json.dumps({**outcome.to_json(), "missedPaths": missed}, indent=2))
    else:
        show_outcome(outcome, preset, missed)
    if outcome.violation_counts:
        overrides = "".join(f" -c {key}={value}" for key, value in settings.items())
        again = f"{how_to_call()} soak -n {bookings} --seed {seed} --faults {preset} --stack {stack}{overrides}"
        raise CommandError(f"an invariant does not hold (seed {seed}); run it again with: {again}")
    if missed and bookings >= DEFAULT_BOOKINGS:
        raise CommandError(f"the run proves nothing of paths that {preset} promises: {'; '.join(missed)}.")
