import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from minitickets.particulars import PARTICULARS
from pulumicheck.commands import map as command
from pulumicheck.commands.map import map_command


@pytest.fixture
def run(dev_document: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Calls the command in an empty folder, with the document made already."""

    def made(_project: object, stack: str, settings: Mapping[str, str], _particulars: object) -> dict[str, Any]:
        return {**dev_document, "stack": stack, **settings}

    monkeypatch.setattr(command, "make_document", made)
    monkeypatch.chdir(tmp_path)
    return _run


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(map_command, arguments, obj=PARTICULARS)


def test_the_map_is_a_file_in_the_working_folder(run: Any, tmp_path: Path) -> None:
    assert run().output == "map.html: open it in a browser.\n"
    assert (tmp_path / "map.html").read_text().startswith("<!doctype html>")


def test_the_same_map_is_the_same_file(run: Any, tmp_path: Path) -> None:
    for name in ("a.html", "b.html"):
        run("-o", name)

    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_the_page_can_be_printed(run: Any, tmp_path: Path) -> None:
    assert run("--output", "-").output.rstrip().endswith("</html>")
    assert list(tmp_path.iterdir()) == []


def test_the_document_can_be_printed_for_programs(run: Any) -> None:
    printed = json.loads(run("--json", "--stack", "prod", "-c", "note=x").output)

    assert (printed["stack"], printed["note"]) == ("prod", "x")
    assert printed.keys() > {"states", "lanes", "groups", "resources", "flows", "grants", "symptoms", "size"}


def test_a_file_that_cannot_be_written_is_one_sentence(run: Any) -> None:
    result = run("-o", "no/such/folder/map.html")

    assert result.exit_code == 1
    assert "cannot be written" in result.output
    assert "-o" in result.output
