"""What was measured: figures by side, their medians and minima, and the ratios that the project is held to."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from bench.sides import BEFORE, BOTO3, OURS, POWERTOOLS, REFERENCE, TYPESCRIPT_SIDE

COLUMNS = (OURS, REFERENCE, BEFORE, TYPESCRIPT_SIDE, POWERTOOLS, BOTO3)
"""The sides that have a column of their own."""


@dataclass(frozen=True)
class Figure:
    """One quantity, of each side that has it, in one unit."""

    title: str
    unit: str
    samples: Mapping[str, Sequence[float]]

    def median(self, side: str) -> float:
        """The middle of a side's samples."""
        return median(self.samples[side])

    def as_json(self) -> dict[str, Any]:
        """Medians, minima and how many samples there were."""
        sides = {
            name: {"median": _rounded(median(each)), "minimum": _rounded(min(each)), "samples": len(each)}
            for name, each in self.samples.items()
        }
        return {"title": self.title, "unit": self.unit, "sides": sides}


@dataclass
class Results:
    """Everything of one run.

    Attributes:
        about: what it ran on.
        figures: by name.
        ratios: by name; a number, or for `notStartedOf` an object.
        left_out: sentences: what was not measured, and why.
    """

    about: dict[str, Any] = field(default_factory=dict[str, Any])
    figures: dict[str, Figure] = field(default_factory=dict[str, Figure])
    ratios: dict[str, Any] = field(default_factory=dict[str, Any])
    left_out: list[str] = field(default_factory=list[str])

    def add(self, name: str, figure: Figure) -> Figure:
        """Takes in a figure, and gives it with those sides only that have samples."""
        samples = {side: each for side, each in figure.samples.items() if each}
        found = self.figures[name] = Figure(figure.title, figure.unit, samples)
        return found

    def ratio(self, name: str, figure: Figure, side: str, peer: str) -> None:
        """Keeps the ratio of two sides' medians, if both were measured."""
        if side in figure.samples and peer in figure.samples:
            self.ratios[name] = _rounded(figure.median(side) / figure.median(peer))

    def as_json(self) -> str:
        """The content of `bench.json`."""
        figures = {name: figure.as_json() for name, figure in self.figures.items()}
        found = {"about": self.about, "figures": figures, "ratios": self.ratios, "leftOut": self.left_out}
        return json.dumps(found, indent=2) + "\n"

    def write(self, path: Path) -> None:
        """Writes `bench.json`; what an earlier run of other parts left there stays out."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.as_json(), encoding="utf-8")

    def lines(self) -> Iterator[str]:
        """The table in Markdown, and what is held to a limit."""
        yield _row(["medians", *COLUMNS, "others"])
        yield _row(["---", *(["---:"] * len(COLUMNS)), "---"])
        yield from map(_figure_row, self.figures.values())
        yield ""
        yield from (f"{name:28} {value}" for name, value in self.ratios.items())
        yield from (f"Not measured: {sentence}." for sentence in self.left_out)


def _figure_row(figure: Figure) -> str:
    shown = {side: f"{figure.median(side):.{_digits(figure)}f}" for side in figure.samples}
    others = (f"{side} {value}" for side, value in shown.items() if side not in COLUMNS)
    return _row([f"{figure.title}, {figure.unit}", *(shown.get(side, "") for side in COLUMNS), ", ".join(others)])


def _digits(figure: Figure) -> int:
    largest = max(median(each) for each in figure.samples.values())
    return 0 if largest >= 100 else 1 if largest >= 10 else 2  # noqa: PLR2004 - three digits


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
