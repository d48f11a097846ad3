import json

import pytest
from click.testing import CliRunner

from minitickets.books.outage import OUTAGE, dead_letters, hidden_seconds, receives_to_outlast
from minitickets.simulate.command import simulate


def test_five_receives_last_about_seven_minutes() -> None:
    assert hidden_seconds(4) == 290
    assert hidden_seconds(5) == 410


@pytest.mark.parametrize(
    ("outage", "receives"), [(0, 1), (10, 2), (11, 3), (50, 3), (51, 4), (290, 5), (291, 6), (900, 11)]
)
def test_so_many_receives_outlast_an_outage(outage: int, receives: int) -> None:
    assert receives_to_outlast(outage) == receives


def test_the_page_tells_what_the_simulator_finds() -> None:
    result = CliRunner().invoke(simulate, ["--faults", "ses-outage-15m", "--bookings", "200", "--json"])

    found = json.loads(result.stdout)
    assert found["lost"] == 0
    assert abs(found["deadLettered"] - dead_letters(200, receives=5)) <= 1


def test_a_short_outage_ends_without_dead_letters() -> None:
    assert dead_letters(1000, receives=receives_to_outlast(OUTAGE)) == 0
