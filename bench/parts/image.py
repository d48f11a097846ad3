"""How large the image's own part is: dependencies and code, unpacked and compiled."""

from pathlib import Path

from bench.results import Figure
from bench.run import Run
from bench.sides import BEFORE, OURS

_MEGABYTE = 1_000_000


def image(run: Run) -> None:
    """Megabytes of the task root's files."""
    samples = {name: [_size(side.folder)] for name, side in run.sides.worker.items() if name in {OURS, BEFORE}}
    figure = run.results.add("imageMegabytes", Figure("image without its base", "MB", samples))
    run.results.ratios["imageMegabytes"] = figure.median(OURS)


def _size(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / _MEGABYTE
