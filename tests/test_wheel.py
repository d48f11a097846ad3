import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from uv import find_uv_bin

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel() -> dict[str, Path]:
    """The wheel's files, without its metadata: the path that each has in it, and where it is taken from."""
    files = WheelBuilder(str(ROOT)).recurse_included_files()
    return {file.distribution_path: Path(file.path) for file in files}


def test_the_wheel_has_every_file_of_the_folders_that_run(wheel: dict[str, Path]) -> None:
    assert {path for path in wheel if path.startswith("apps/")} == set(_tree("apps"))
    folders = {path.partition("/")[0] for path in wheel}
    assert folders >= {"apps", "infra", "minitickets"}
    assert set(wheel) == {path for folder in folders for path in _tree(folder)} | {"minitickets.pth"}


def test_where_the_wheel_is_installed_the_apps_are_a_source_root(wheel: dict[str, Path]) -> None:
    assert wheel["minitickets.pth"].read_text(encoding="utf-8") == "apps\n"


def test_no_module_imports_what_the_wheel_does_not_have_or_ask_for(wheel: dict[str, Path]) -> None:
    covered = {folder: _installed_with(extra) for folder, extra in (("apps", ""), ("infra", "infra"), ("", "tools"))}
    missing = {
        (path, name)
        for path, source in wheel.items()
        if path.endswith(".py")
        for name in set(_imported(ast.parse(source.read_bytes())))
        if f"{name}/__init__.py" not in wheel
        and not {f"apps/{name}.py", f"apps/{name}/__init__.py"} & set(wheel)
        and name not in covered.get(path.partition("/")[0], covered[""])
    }
    assert missing == set()


def _tree(folder: str) -> Iterator[str]:
    if not (ROOT / folder).is_dir():
        return
    for path in (ROOT / folder).rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(ROOT).as_posix()


def _installed_with(extra: str) -> set[str]:
    """The modules that `pip install '.[extra]'` brings, by the lock file, and those of Python itself."""
    arguments = ["--frozen", "--offline", "--no-default-groups", "--no-emit-project", "--no-hashes", "--no-header"]
    locked = subprocess.run(
        [find_uv_bin(), "export", *arguments, *(["--extra", extra] if extra else [])],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    distributions = set(re.findall(r"^[a-z0-9-]+", locked.stdout, re.MULTILINE))
    found = packages_distributions().items()
    return {name for name, names in found if distributions & {_normal(one) for one in names}} | sys.stdlib_module_names


def _normal(distribution: str) -> str:
    return re.sub(r"[-_.]+", "-", distribution).lower()


def _imported(tree: ast.AST) -> Iterator[str]:
    """The top-level names that a module imports when it runs."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]
            case _:
                yield from _imported(node)
