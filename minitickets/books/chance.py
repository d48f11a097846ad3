"""Chance that falls the same way for the same seed, on every Python."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Draws from `random.Random.random`, the one method whose stream Python promises to keep between versions."""

    def __init__(self, seed: str) -> None:
        self._draw = Random(seed).random  # noqa: S311 - a simulation wants to be predictable

    def falls(self, probability: float) -> bool:
        """Whether something of that probability happens; nothing is drawn for what is impossible or certain."""
        return probability > 0 and (probability >= 1 or self._draw() < probability)

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + int(self._draw() * (high - low + 1))

    def one_of(self, choices: Sequence[T]) -> T:
        """One of the choices."""
        return choices[int(self._draw() * len(choices))]
