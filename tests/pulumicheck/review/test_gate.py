from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pulumicheck.errors import CheckError
from pulumicheck.review.gate import DEFAULT, GateChange, gate_changes, gate_of
from pulumicheck.review.git import Git
from tests.fixtures.project import PROJECT


@pytest.mark.parametrize(
    "path",
    [
        ".github/workflows/plan.yml",
        ".github/CODEOWNERS",
        "CODEOWNERS",
        "action.yml",
        "tools/action.yaml",
        "Makefile",
        "sub/makefile",
        "GNUmakefile",
        "uv.lock",
        "infra/uv.lock",
        "poetry.lock",
        "requirements.txt",
        "infra/requirements-dev.txt",
        "pyproject.toml",
        "infra/sitecustomize.py",
        "x.pth",
        ".gitattributes",
        ".GITHUB/workflows/plan.yml",
    ],
)
def test_by_default_what_starts_the_review_and_its_packages_are_the_gate(path: str) -> None:
    assert [change.files for change in gate_changes([path], DEFAULT)] == [(path,)]


@pytest.mark.parametrize("path", ["infra/__main__.py", "Pulumi.dev.yaml", "README.md", "docs/github/x.md", "lock.py"])
def test_the_program_is_not_the_gate(path: str) -> None:
    assert gate_changes([path], DEFAULT) == []


@pytest.mark.parametrize(
    "path",
    ["pulumicheck/iam/glob.py", "pulumicheck/types/table.py", "uv.lock", "Makefile", ".github/workflows/plan.yml"],
)
def test_this_project_s_gate_has_the_reviewer_and_its_table_of_types(path: str) -> None:
    assert gate_changes([path], gate_of(PROJECT))


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("a/*.py", "a/b.py", True),
        ("a/*.py", "a/b/c.py", False),
        ("a/**", "a/b/c.py", True),
        ("**/x", "x", True),
        ("**/x", "a/b/x", True),
        ("**/x", "ax", False),
        ("a?c", "abc", True),
        ("a?c", "a/c", False),
        ("a.c", "abc", False),
        ("/a", "a", True),
        ("a[b]", "a[b]", True),
        ("a/**", "a/b\nc", True),
    ],
)
def test_a_pattern_is_as_in_a_gitignore(pattern: str, path: str, fits: bool) -> None:  # noqa: FBT001
    assert bool(gate_changes([path], [pattern])) is fits


def test_a_file_stands_under_the_first_pattern_that_fits() -> None:
    found = gate_changes(["a/x", "a/y", "b"], ["a/x", "a/**", "c"])

    assert found == [GateChange("a/x", ("a/x",)), GateChange("a/**", ("a/y",))]


@pytest.fixture
def changed(tmp_path: Path, git: Callable[..., str]) -> Callable[[], Sequence[str]]:
    git(tmp_path, "init", "--quiet")
    for name in ("Makefile", "kept", "taken away"):
        (tmp_path / name).write_text(name)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "One")
    return lambda: Git(tmp_path).changed("HEAD")


def test_what_is_changed_new_staged_renamed_or_gone_has_changed(
    changed: Callable[[], Sequence[str]], tmp_path: Path, git: Callable[..., str]
) -> None:
    assert changed() == []
    (tmp_path / "Makefile").write_text("all:")
    (tmp_path / " é\n").write_text("new")
    (tmp_path / "taken away").rename(tmp_path / "put here")
    git(tmp_path, "add", "put here")

    assert changed() == [" é\n", "Makefile", "put here", "taken away"]


def _set(folder: Path, text: str) -> None:
    (folder / "pyproject.toml").write_text(text)


def test_the_base_sets_the_list_in_the_program_s_folder_or_at_the_root(tmp_path: Path) -> None:
    (tmp_path / "program").mkdir()
    base = replace(PROJECT, root=tmp_path / "program", tree=tmp_path)

    assert gate_of(base) == DEFAULT
    _set(tmp_path, "[tool.other]\n")
    assert gate_of(base) == DEFAULT
    _set(tmp_path, "[tool.pulumicheck]\ngate = ['a']\n")
    assert gate_of(base) == ["a"]
    _set(tmp_path / "program", "[tool.pulumicheck]\ngate = []\n")
    assert gate_of(base) == []


@pytest.mark.parametrize(
    "text", ["gate", "[tool.pulumicheck]\ngate = 'a'", "[tool.pulumicheck]\ngate = [1]", "tool = 1"]
)
def test_a_setting_that_is_none_is_refused_in_one_sentence(text: str, tmp_path: Path) -> None:
    _set(tmp_path, text)

    with pytest.raises(CheckError, match=r"pyproject\.toml"):
        gate_of(replace(PROJECT, root=tmp_path, tree=tmp_path))
