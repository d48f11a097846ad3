"""`make bench`: measures the project beside its peers, prints a table and writes `.minitickets/bench.json`."""

import platform
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from bench.errors import BenchError
from bench.image import forget_old
from bench.interpreter import Interpreter, choose
from bench.parts import image, starts, tools, warm
from bench.parts.same_work import judge
from bench.parts.share import share
from bench.peers.prepare import Node, find_node
from bench.results import Results
from bench.run import QUICK, WHOLE, Run
from bench.services import Services
from bench.sides import BASELINE, ROOT, Sides, Stack, checkout_of

PARTS: Mapping[str, Callable[[Run], None]] = {
    "first-start": starts.first_start,
    "email": warm.email,
    "warm": warm.batch_of_ten,
    "tls": starts.tls,
    "booking": warm.booking,
    "share": share,
    "image": image.image,
    "plan": tools.plan,
    "growth": tools.growth,
    "access": tools.access,
    "comparison": tools.comparison,
    "page": tools.page,
}
_OF_FUNCTIONS = {"first-start", "email", "warm", "tls", "booking", "share"}
_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False, resolve_path=True)
_FILE = click.Path(path_type=Path, dir_okay=False)
_NOT_QUICK = {"growth", "access", "comparison", "page"}


@dataclass(frozen=True)
class Options:
    """What is asked for on the command line."""

    parts: tuple[str, ...]
    quick: bool
    python: str | None
    apps: Path
    before: str
    out: Path

    @property
    def chosen(self) -> Sequence[str]:
        """The parts that were named, or else all, or all that are quick."""
        return self.parts or [name for name in PARTS if not self.quick or name not in _NOT_QUICK]


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice([*PARTS]))
@click.option("--quick", is_flag=True, help="A few rounds of each, in less than 90 seconds; not for quoting.")
@click.option("--python", metavar="PATH", help="The interpreter that the functions run on.")
@click.option("--apps", type=_FOLDER, default=ROOT, help="The checkout whose functions are ours.")
@click.option("--before", metavar="COMMIT", default=BASELINE, show_default=True, help="Which commit `before` is.")
@click.option("--out", type=_FILE, default=ROOT / ".minitickets" / "bench.json", help="The file to write.")
def main(**options: Any) -> None:
    """Measures PARTS, or all of them."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that what was started is ended
    try:
        _measure(Options(**options))
    except BenchError as error:
        raise click.ClickException(str(error)) from error


def _measure(options: Options) -> None:
    if sys.platform != "linux":
        raise BenchError("the benchmark reads Linux's account of each process: run it on Linux")
    interpreter, results, cache = choose(options.python), Results(), ROOT / ".minitickets" / "bench"
    cache.mkdir(parents=True, exist_ok=True)
    node, before = _node(cache, results), checkout_of(options.before, cache)
    if before is None:
        results.left_out.append(f"what came before, since git does not give commit {options.before} here")
    if options.quick and not options.parts:
        results.left_out.append(f"{', '.join(sorted(_NOT_QUICK))}, since the run is quick")
    results.about = _about(interpreter, node, quick=options.quick)
    sides = Sides(cache, interpreter, node, options.apps, before)
    with tempfile.TemporaryDirectory() as folder, Services(Path(folder), python=interpreter.path) as services:
        run = Run(sides, Stack.planned(), services, QUICK if options.quick else WHOLE, results, _progress)
        if _OF_FUNCTIONS & {*options.chosen}:
            judge(run)
        for name in options.chosen:
            PARTS[name](run)
            results.about["disturbed"] = dict(run.disturbed)
            results.write(options.out)  # what is measured is kept, should a later part fail
    forget_old(cache)
    _progress("")
    _show(results, interpreter)
    click.echo(f"Written to {options.out}")


def _node(cache: Path, results: Results) -> Node | None:
    try:
        return find_node(cache)
    except BenchError as error:
        results.left_out.append(f"the peers in TypeScript, and each ratio to them: {error}")
        return None


def _about(interpreter: Interpreter, node: Node | None, *, quick: bool) -> dict[str, object]:
    return {
        "python": interpreter.described,
        "warning": interpreter.warning,
        "node": node and node.version,
        "machine": f"{platform.machine()}, {platform.release()}",
        "quick": quick,
    }


def _show(results: Results, interpreter: Interpreter) -> None:
    click.echo(f"{interpreter.described}; Node {results.about['node']}; medians")
    for line in results.lines():
        click.echo(line)
    if interpreter.warning:
        click.echo(interpreter.warning, err=True)


def _progress(text: str) -> None:
    """One line that is written over, on a terminal only."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)


if __name__ == "__main__":
    main(prog_name="bench")
