"""What the review says of changes beside what Pulumi's own engine says of them.

`python -m tests.engine.test_review_beside_the_engine 120 7 8 9` draws 120 cells of each of the seeds 7, 8 and 9.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from pulumicheck.errors import CheckError
from pulumicheck.review.preview import read_preview
from pulumicheck.review.review import Review
from tests.engine.beside import Outcome, beside_the_engine, deployed, reviewed
from tests.engine.cells import NAME, ROLE, Cell, Q, but, cell, written
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


def test_another_region_of_the_default_provider_replaces_all_and_what_is_protected_refuses(tmp_path: Path) -> None:
    protected = but(Q, opts={"protect": True})
    cells = {
        "c000": cell([Q, ROLE], [Q, ROLE]),
        "c001": cell([protected], [but(protected, name=f"{NAME}2")]),
        "c002": cell([protected], []),
    }
    with deployed(tmp_path, cells) as stack:
        stack.set(form="after")
        said = stack.pulumi("preview", "--json", fails=True)
        refused = {change.resource.name for change in reviewed(stack).resources if change.is_refused}
        # A second refusal beside the first would end the preview before what is asked of it here.
        stack.set(**{"form": "before", "aws:region": "eu-west-1"})
        moved = stack.pulumi("preview", "--json", fails=True)
        found = {change.resource.name: change.change for change in reviewed(stack).resources}

    assert ("c001-q" in said and "c002-q" in said, refused) == (True, {"c001-q", "c002-q"})
    ops = {step["urn"].rpartition("::")[2]: step["op"] for step in _object_in(moved)["steps"]}
    assert found == dict.fromkeys(("c000-q", "c000-r", "c001-q", "c002-q"), "replaced")
    assert {ops.get(name) for name in found} == {"replace"}
    with pytest.raises(CheckError, match="itself failed"):
        read_preview(said)


def _object_in(said: str) -> dict[str, Any]:
    return json.JSONDecoder().raw_decode(said[said.index("{") :])[0]


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
