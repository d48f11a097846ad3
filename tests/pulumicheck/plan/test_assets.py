"""What an archive holds: the names and contents of its files, wherever they lie."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.struct_pb2 import Struct

from pulumicheck.errors import CheckError
from pulumicheck.plan.assets import content_of


def _archive(folder: Path, wire: Mapping[str, Any]) -> str:
    message = Struct()
    message.update(dict(wire))
    return content_of("archive", message, folder)["archive"]


@pytest.fixture
def code(tmp_path: Path) -> Path:
    """A folder with one file in a folder of it."""
    (tmp_path / "code" / "inner").mkdir(parents=True)
    (tmp_path / "code" / "inner" / "handler.py").write_text("print()")
    return tmp_path


def test_a_folder_is_what_its_files_hold(code: Path) -> None:
    before = _archive(code, {"path": "code"})

    (code / "code").rename(code / "moved")
    assert _archive(code, {"path": "moved"}) == before

    (code / "moved" / "inner" / "handler.py").write_text("print(1)")
    assert _archive(code, {"path": "moved"}) != before


@pytest.mark.parametrize("inside", ["__pycache__", ".git", ".pulumi"])
def test_what_tools_keep_for_themselves_is_no_content(code: Path, inside: str) -> None:
    before = _archive(code, {"path": "code"})

    (code / "code" / inside).mkdir()
    (code / "code" / inside / "kept").write_text("x")

    assert _archive(code, {"path": "code"}) == before


def test_a_folder_that_lies_in_one_of_those_is_looked_into(code: Path) -> None:
    (code / "code").rename(code / ".git")

    assert _archive(code, {"path": ".git"}) != _archive(code, {"assets": {}})


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CheckError, match=r"missing\.zip"):
        _archive(tmp_path, {"path": "missing.zip"})
