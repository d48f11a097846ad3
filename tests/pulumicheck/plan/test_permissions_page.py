from pathlib import Path

from click.testing import CliRunner

from minitickets.particulars import PARTICULARS
from pulumicheck.commands.access import access
from tests.fixtures.project import as_published

PAGE = Path(__file__).parents[3] / "docs" / "permissions.md"


def test_the_page_says_what_the_program_says() -> None:
    result = CliRunner().invoke(access, ["page"], obj=PARTICULARS)

    assert result.exit_code == 0
    assert PAGE.read_text(encoding="utf-8") == as_published(result.output), (
        "run: minitickets access page > docs/permissions.md"
    )


def test_each_role_says_who_may_assume_it() -> None:
    page = PAGE.read_text(encoding="utf-8")

    for role in ("minitickets-dev-worker", "minitickets-dev-tickets"):
        assert f"## Role `{role}`\n\nWho may assume it: `lambda.amazonaws.com`." in page
