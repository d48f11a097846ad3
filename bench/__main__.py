"""`make bench`: measures the project beside its peers, prints a table and writes `.minitickets/bench.json`."""

import platform
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from bench.errors import BenchError
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
_NOT_QUICK = {"growth", "access", "comparison", "page"}


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice([*PARTS]))
@click.option("--quick", is_flag=True, help="A few rounds of each, in less than 90 seconds; not for quoting.")
@click.option("--python", "python", metavar="PATH", help="The interpreter that the functions run on.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=ROOT / ".minitickets" / "bench.json", show_default=False
)
def main(parts: tuple[str, ...], python: str | None, out: Path, *, quick: bool) -> None:
    """Measures PARTS, or all of them."""
    try:
        _measure(
            parts or tuple(name for name in PARTS if not quick or name not in _NOT_QUICK), python, out, quick=quick
        )
    except BenchError as error:
        raise click.ClickException(str(error)) from error


def _measure(parts: tuple[str, ...], python: str | None, out: Path, *, quick: bool) -> None:
    if sys.platform != "linux":
        raise BenchError("the benchmark reads Linux's account of each process: run it on Linux")
    interpreter, results = choose(python), Results()
    cache = out.parent / "bench"
    cache.mkdir(parents=True, exist_ok=True)
    sides = Sides(cache, interpreter, _node(cache, results), checkout_of(BASELINE, cache))
    results.about = _about(interpreter, sides.node, quick=quick)
    with tempfile.TemporaryDirectory() as folder, Services(Path(folder), python=interpreter.path) as services:
        run = Run(sides, Stack.planned(), services, QUICK if quick else WHOLE, results, _progress)
        if _OF_FUNCTIONS & {*parts}:
            judge(run)
        for name in parts:
            PARTS[name](run)
            results.write(out)  # what is measured is kept, should a later part fail
    _progress("")
    _show(results, interpreter)
    click.echo(f"Written to {out}")


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
