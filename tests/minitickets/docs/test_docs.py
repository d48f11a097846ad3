import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from minitickets.docs import command, pages
from tests.fixtures.project import PROJECT, as_published

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `docs` in a project of two pages, of which one keeps what is there and one says something else."""
    (tmp_path / "Pulumi.yaml").write_text("name: minitickets\n")
    (tmp_path / "docs").mkdir()
    for name in ("kept", "other"):
        (tmp_path / "docs" / f"{name}.md").write_text("as it was")
    monkeypatch.setattr(command, "PAGES", {"kept": lambda now: now, "other": lambda _now: "anew"})
    monkeypatch.setattr(command.docs.params[0], "type", command.click.STRING)
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(command.docs, arguments)


def test_pages_are_written_anew_where_they_lie(run: Run, tmp_path: Path) -> None:
    result = run()

    assert (result.exit_code, result.stdout) == (0, "Written anew: docs/other.md.\n")
    assert [(tmp_path / f"docs/{name}.md").read_text() for name in ("kept", "other")] == ["as it was", "anew"]
    assert run().stdout == "Written anew: nothing, as nothing has changed.\n"


def test_a_page_that_is_not_there_yet_is_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "docs/other.md").unlink()

    assert json.loads(run("--json").stdout) == {"changed": ["docs/other.md"]}
    assert (tmp_path / "docs/other.md").read_text() == "anew"


def test_a_check_says_which_page_is_out_of_date_and_leaves_it(run: Run, tmp_path: Path) -> None:
    result = run("--check")

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Error: out of date: docs/other.md; write anew with `minitickets docs other`.\n"
    assert (tmp_path / "docs/other.md").read_text() == "as it was"
    assert run("--check", "kept").exit_code == 0


def test_an_unknown_page_is_bad_usage() -> None:
    result = CliRunner().invoke(command.docs, ["poems"])

    assert result.exit_code == 2
    assert "'permissions'" in result.stderr


def test_the_permissions_are_what_the_program_says() -> None:
    published = PROJECT.root / "docs" / "permissions.md"

    assert published.read_text(encoding="utf-8") == as_published(pages.PAGES["permissions"]("")), (
        "write it anew: minitickets docs permissions"
    )


def test_no_runbook_is_written_after_a_drill_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = SimpleNamespace(name="poison", reproduced=False, undone=True)
    monkeypatch.setattr(pages, "drill_each", lambda *_: [(None, failed)])

    result = CliRunner().invoke(command.docs, ["--check", "runbook"])

    assert (result.exit_code, result.stdout) == (1, "")
    assert "run `minitickets drill all`" in result.stderr
