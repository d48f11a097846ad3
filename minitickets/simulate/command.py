"""`minitickets simulate`."""

import json
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from infra.settings import Settings, read_settings
from infra.settings_error import SettingsError
from minitickets.errors import CommandError
from minitickets.home import find_project
from minitickets.scale.assumptions import read_assumptions
from minitickets.scale.document import scale_document
from minitickets.scale.load import make_model
from minitickets.scale.tables import scale_tables
from minitickets.simulate.document import simulation_page
from minitickets.simulate.exhaustive import Exhaustive, run_exhaustive
from minitickets.simulate.faults import Faults, read_faults
from minitickets.simulate.presets import PRESETS
from minitickets.simulate.random_run import Request, run_random
from minitickets.simulate.small_world import Extent
from minitickets.simulate.terminal import show_exhaustive, show_random
from minitickets.simulate.variants import REAL, VARIANTS
from pulumicheck.options import json_option, settings_option, stack_option

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

Progress = Callable[[int, int], None]


@click.command
@click.option(
    "--bookings", "-n", type=click.IntRange(1), default=1000, show_default=True, help="Bookings to publish (random)."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Equal seeds give equal runs (random).")
@click.option(
    "--faults",
    "faults_name",
    metavar="PRESET|FILE",
    default="all",
    show_default=True,
    help=f"What goes wrong (random): {', '.join(PRESETS)}, or a JSON or YAML file.",
)
@click.option(
    "--mode", type=click.Choice(["random", "exhaustive", "page", "scale"]), default="random", show_default=True
)
@click.option(
    "--variant",
    type=click.Choice(list(VARIANTS)),
    default=REAL.name,
    show_default=True,
    help="A worker with one thing wrong, to see it caught.",
)
@click.option(
    "--day",
    "days",
    type=click.IntRange(1),
    multiple=True,
    default=(10_000, 1_000_000, 100_000_000),
    show_default=True,
    metavar="BOOKINGS",
    help="Bookings a day to do the sums for (scale). May be repeated.",
)
@click.option(
    "--assume",
    "assumptions",
    multiple=True,
    metavar="KEY=VALUE",
    help="What to assume instead, such as peak=20 (scale). May be repeated.",
)
@stack_option
@settings_option
@json_option
def simulate(  # noqa: PLR0913 - click hands over each option by itself
    *,
    bookings: int,
    seed: int,
    faults_name: str,
    mode: str,
    variant: str,
    days: tuple[int, ...],
    assumptions: tuple[str, ...],
    stack: str,
    settings: Mapping[str, str],
    as_json: bool,
) -> None:
    """Run the real functions in a simulated world, with everything that can go wrong.

    Time is virtual, chance has a seed, and both functions' code is the one that runs in Lambda. Every run checks that
    no booking is lost, and that none gets more emails than crashes and unclear answers allow. Exit status 1 if not.

    Random mode is for many bookings. Exhaustive mode takes two bookings, each delivered twice, through every schedule
    of crashes and lost answers (some minutes). Page prints docs/simulation.md.

    Scale runs nothing but a small calm world, to count what a booking takes: it prints the tables of docs/scale.md,
    which limit is reached at how many bookings a day, and what a day costs.
    """
    read = _read_settings(stack, settings)
    if mode == "scale":
        _scale(read, days, assumptions, as_json=as_json)
        return
    if mode == "page":
        click.echo(simulation_page(read), nl=False)
        return
    if mode == "exhaustive":
        _exhaustive(read, variant, as_json=as_json)
        return
    overrides = tuple(f"{key}={value}" for key, value in settings.items())
    request = Request(
        bookings=bookings,
        seed=seed,
        faults=_read_faults(faults_name),
        faults_name=faults_name,
        stack=stack,
        settings=read,
        overrides=overrides,
        variant=variant,
    )
    _random(request, as_json=as_json)


def _random(request: Request, *, as_json: bool) -> None:
    began = time.monotonic()
    with _progress("worlds") as progress:
        run = run_random(request, progress)
    if as_json:
        click.echo(json.dumps(run.to_json(), indent=2))
    else:
        show_random(run, time.monotonic() - began)
    if run.outcome.violation_counts:
        _complain(f"seed {request.seed}; run it again with: {request.command}")


def _scale(settings: Settings, days: "Iterable[int]", assumptions: "Iterable[str]", *, as_json: bool) -> None:
    model = make_model(settings, read_assumptions(assumptions))
    if as_json:
        click.echo(json.dumps(scale_document(model, days), indent=2))
    else:
        click.echo("\n\n".join(scale_tables(model, days)))


def _exhaustive(settings: Settings, variant: str, *, as_json: bool) -> None:
    with _progress("of the schedules' beginnings") as progress:
        result = run_exhaustive(settings, Extent(), variant, progress)
    if as_json:
        click.echo(json.dumps(_exhaustive_json(result, variant, settings), indent=2))
    else:
        show_exhaustive(result)
    if result.violation_counts:
        _complain("every schedule that breaks one is the same in each run; the first are shown")


def _exhaustive_json(result: Exhaustive, variant: str, settings: Settings) -> dict[str, Any]:
    return {"seed": None, "seconds": 0, "mode": "exhaustive", "variant": variant, "lease": settings.lease} | (
        result.to_json()
    )


def _complain(how_to_repeat: str) -> None:
    click.echo(f"Error: an invariant does not hold ({how_to_repeat}).", err=True)
    sys.exit(1)


def _read_settings(stack: str, overrides: Mapping[str, str]) -> Settings:
    project = find_project()
    try:
        return read_settings(project.name, stack, project.config(stack, overrides))
    except SettingsError as error:
        raise CommandError(str(error)) from error


def _read_faults(name: str) -> Faults:
    if name in PRESETS:
        return PRESETS[name]
    if not Path(name).is_file():
        raise CommandError(f"{name} is neither a file nor one of {', '.join(PRESETS)}.")
    return read_faults(Path(name))


@contextmanager
def _progress(what: str) -> "Generator[Progress]":
    console = Console(stderr=True, highlight=False, emoji=False)
    with console.status("simulating") as status:
        yield lambda done, of: status.update(f"simulating: {done} of {of} {what}")
