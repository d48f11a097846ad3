"""What the review says of changes beside what Pulumi's own engine says of them.

`python -m tests.engine.test_review_beside_the_engine 120 7 8 9` draws 120 cells of each of the seeds 7, 8 and 9.
"""

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pulumicheck.review.review import Review
from tests.engine.beside import Outcome, beside_the_engine
from tests.engine.cells import Cell, written
from tests.engine.drawn import drawn
from tests.engine.verdicts import WORSE, Differs, differences_of, not_told_as_lost

CELLS = dict([*written(), *drawn(1, 60)])
ROUTES = ("diff", "diff_from")


def _numbered(cells: Iterable[Cell]) -> Mapping[str, Cell]:
    return {f"c{index:03d}": cell for index, cell in enumerate(cells)}


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    return beside_the_engine(tmp_path_factory.mktemp("cells"), _numbered(CELLS.values()))


def _called(found: Differs, names: list[str]) -> str:
    cell = found.urn.split("::", maxsplit=3)[3].partition("-")[0]
    return f"{names[int(cell[1:])]}: {found.urn.split('::')[2]}: {found.engine}, and ours is {found.ours!r}"


def _review(outcome: Outcome, route: str) -> Review:
    return outcome.diff if route == "diff" else outcome.diff_from


def test_there_are_two_hundred_changes() -> None:
    assert len(CELLS) >= 200


@pytest.mark.parametrize("route", ROUTES)
def test_the_review_is_nowhere_milder_than_the_engine(outcome: Outcome, route: str) -> None:
    found = [_called(each, list(CELLS)) for each in differences_of(outcome, _review(outcome, route)) if each.is_milder]

    assert found == []


@pytest.mark.parametrize("route", ROUTES)
def test_what_the_engine_deletes_with_its_data_is_asked_about(outcome: Outcome, route: str) -> None:
    assert not_told_as_lost(outcome, _review(outcome, route)) == set()


@pytest.mark.parametrize("route", ROUTES)
def test_where_the_review_says_more_there_is_a_reason_of_those_that_are_written_down(
    outcome: Outcome, route: str
) -> None:
    found = [each for each in differences_of(outcome, _review(outcome, route)) if not each.is_milder]

    assert [_called(each, list(CELLS)) for each in found if each.why not in WORSE] == []


def main() -> None:
    """Draws more, and prints where the review differs."""
    number, *seeds = map(int, sys.argv[1:])
    for seed in seeds:
        cells = dict(drawn(seed, number))
        with TemporaryDirectory() as folder:
            found = beside_the_engine(Path(folder), _numbered(cells.values()))
        print(f"seed {seed}: {len(cells)} cells, {len(found.engine)} resources")  # noqa: T201
        for route in ROUTES:
            review = _review(found, route)
            for each in differences_of(found, review):
                print(f"  {route}: {'MILDER ' * each.is_milder}{each.why or '?'}: {_called(each, list(cells))}")  # noqa: T201
            for urn in not_told_as_lost(found, review):
                print(f"  {route}: MILDER: lost and not told: {urn}")  # noqa: T201


if __name__ == "__main__":
    main()
