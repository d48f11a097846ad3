"""What the tools cost: `plan`, `map` as a program grows, the access model, comparisons of policies, the map's page."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.errors import BenchError
from bench.results import Figure
from bench.run import Run
from bench.sides import OURS, ROOT

_IMPORT = "import pulumi, pulumi_aws"
_PROGRAM = Path(__file__).parents[1] / "growing_program"
_SMALL, _LARGE = 8, 56  # services of ten resources each, and five that they share: 85 and 565
_ROUNDS = 3  # of the growing program: one sample alone was once twice as long as the others


def plan(run: Run) -> None:
    """Seconds of a processor that `minitickets plan` takes, beside the import of the SDK that the program needs."""
    commands = {OURS: ["-m", "minitickets", "plan"], "import pulumi_aws": ["-c", _IMPORT]}
    samples: dict[str, list[float]] = {name: [] for name in commands}
    for _ in run.turns("plan", run.rounds.commands):
        for name, arguments in commands.items():
            samples[name].append(_processor_seconds(arguments, ROOT))
    figure = run.results.add("planCpu", Figure("plan, processor", "s", samples))
    run.results.ratios["planCpu"] = round(figure.median(OURS), 3)
    run.results.ratio("planOfImport", figure, OURS, "import pulumi_aws")


def growth(run: Run) -> None:
    """Seconds of a processor that the map of a program takes, with 85 resources and with 565."""
    samples: dict[str, list[float]] = {f"{5 + 10 * services} resources": [] for services in (_SMALL, _LARGE)}
    for services in (_SMALL, _LARGE) * _ROUNDS:
        run.tell(f"map of {5 + 10 * services} resources")
        arguments = ["-m", "pulumicheck", "map", "--stack", f"services-{services}", "--output", os.devnull]
        samples[f"{5 + 10 * services} resources"].append(_processor_seconds(arguments, _PROGRAM))
    figure = run.results.add("mapCpu", Figure("map, processor", "s", samples))
    small, large = figure.samples
    run.results.ratio("mapGrowth", figure, large, small)


def access(run: Run) -> None:
    """Decisions of the access model a second."""
    _print(run, "bench.access")


def comparison(run: Run) -> None:
    """The slowest comparisons of two policies."""
    _print(run, "bench.comparison")


def page(run: Run) -> None:
    """The map's page in a browser."""
    _print(run, "bench.map")


def _print(run: Run, module: str) -> None:
    run.tell(module)
    ran = subprocess.run([sys.executable, "-m", module], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    if ran.returncode != 0:
        run.results.left_out.append(f"{module}: {(ran.stderr.strip().splitlines() or ['it failed'])[-1]}")
    run.tell("")
    sys.stdout.write(ran.stdout)


def _processor_seconds(arguments: Sequence[str], folder: Path) -> float:
    """Of a Python of ours and all of its children."""
    process = subprocess.Popen(  # noqa: S603 - ours
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},  # the tools of this checkout, whatever is installed
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None  # noqa: S101 - a fact for the type checker
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise BenchError(f"{' '.join(arguments)} failed: {said[-500:]}")
    return used.ru_utime + used.ru_stime
