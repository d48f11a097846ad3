import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from minitickets.errors import CommandError
from minitickets.scale.assumptions import read_assumptions
from minitickets.scale.command import scale
from minitickets.scale.page import scale_page
from minitickets.simulate.scenario import settings_of

DOCUMENT = Path(__file__).parents[3] / "docs/scale.md"


def ask(*arguments: str) -> Result:
    return CliRunner().invoke(scale, arguments)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("peek=20", "peek: is none of peak, headroom"),
        ("peak=high", "peak: Input should be a valid number"),
        ("peak=0", "peak: Input should be greater than or equal to 1"),
        ("peak", "peak: Input should be a valid number"),
        ("peak=nan", "peak: "),
    ],
)
def test_an_assumption_that_cannot_be_is_refused(change: str, complaint: str) -> None:
    with pytest.raises(CommandError, match=f"--assume {complaint}"):
        read_assumptions([change])


def test_json_has_what_programs_rely_on() -> None:
    document: dict[str, Any] = json.loads(ask("--json", "--day", "5000", "--assume", "peak=20").stdout)

    assert document["assumptions"]["peak"] == 20
    [load] = document["loads"]
    assert load["peak"] == pytest.approx(5000 / 86_400 * 20)
    assert load["limitsExceeded"] == ["SES sandbox: emails a day"]
    assert load["functions"].keys() == {"worker", "tickets"}
    assert sum(load["dollarsPerDay"].values()) == pytest.approx(0.63, rel=0.05)


@pytest.mark.parametrize("bookings", ["1", "1000000000000"])
def test_any_number_of_bookings_can_be_asked(bookings: str) -> None:
    assert ask("--day", bookings).exit_code == 0


def test_the_document_holds_the_tables_of_the_dev_stack() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")

    assert scale_page(settings_of("dev", {}), document) == document, "write it anew: minitickets docs scale"
    printed = ask().stdout
    assert all(table in document for table in printed.strip().split("\n\n"))
    assert printed.count("100M a day") == 3


def test_only_tables_are_made_anew() -> None:
    page = "before\n\n<!-- table: summary -->\n| old |\n\nafter\n"

    made = scale_page(settings_of("dev", {}), page)

    assert made.startswith("before\n\n<!-- table: summary -->\n|  | 10k a day |")
    assert made.endswith(" |\n\nafter\n")
    assert "old" not in made
