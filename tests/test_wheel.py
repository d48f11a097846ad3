import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from uv import find_uv_bin

ROOT = Path(__file__).parents[1]
PROJECT, PULUMICHECK = (
    tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8")) for folder in ("", "pulumicheck")
)
# What is installed with what, by where a path begins; the first that fits counts.
_COVERED = (
    *((f"apps/aws/{module}.py", "boto3") for module in ("connections", "reference", "shared_context", "whole_answers")),
    ("apps/", ""),
    ("infra/", "infra"),
    ("pulumicheck/", "check"),
    ("", "tools"),
)


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
    installed = {extra: _installed_with(extra) for _, extra in _COVERED}
    missing = {
        (path, name)
        for path, source in wheel.items()
        if path.endswith(".py")
        for name in set(_imported(ast.parse(source.read_bytes())))
        if f"{name}/__init__.py" not in wheel
        and not {f"apps/{name}.py", f"apps/{name}/__init__.py"} & set(wheel)
        and name not in installed[next(extra for begins, extra in _COVERED if path.startswith(begins))]
    }
    assert missing == set()


@pytest.mark.parametrize(
    ("script", "needed"), [("pulumicheck", "click"), ("pulumicheck", "pulumi"), ("minitickets", "click")]
)
def test_a_script_without_its_packages_says_which_are_missing(script: str, needed: str) -> None:
    asked = f"import sys; sys.modules[{needed!r}] = None; from {script}.script import main; main()"

    ended = subprocess.run([sys.executable, "-c", asked, "plan"], capture_output=True, text=True, check=False)

    assert ended.returncode == 1
    assert re.fullmatch(
        rf"Error: {script} needs {needed}, which is not installed: `pip install '.*'`\.\n", ended.stderr
    )


def test_pulumicheck_by_itself_asks_for_what_the_extra_asks_for() -> None:
    alone, extras = PULUMICHECK["project"], PROJECT["project"]["optional-dependencies"]

    assert sorted(alone["dependencies"]) == sorted({*extras["check"], *extras["infra"]} - {"minitickets[infra]"})
    assert alone["requires-python"] == PROJECT["project"]["requires-python"]
    assert alone["scripts"].items() <= PROJECT["project"]["scripts"].items()


def test_pulumicheck_by_itself_is_its_package_and_nothing_else() -> None:
    files = {file.distribution_path for file in WheelBuilder(str(ROOT / "pulumicheck")).recurse_included_files()}

    assert files == set(_tree("pulumicheck")) - {"pulumicheck/pyproject.toml"}


@pytest.mark.long
def test_with_what_it_asks_for_pulumicheck_reads_another_program(tmp_path: Path) -> None:
    (built,) = WheelBuilder(str(ROOT / "pulumicheck")).build(directory=str(tmp_path))
    uv, python = find_uv_bin(), tmp_path / "venv" / "bin" / "python"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, tmp_path / "venv"], check=True)
    install = [uv, "pip", "install", "--quiet", "--offline", "--python", python, built]
    if subprocess.run(install, capture_output=True, check=False).returncode:
        pytest.skip("its packages are not in uv's cache")
    shop = shutil.copytree(ROOT / "tests" / "pulumicheck" / "foreign" / "shop", tmp_path / "shop")

    def run(*arguments: str) -> str:
        command = [python.with_name("pulumicheck"), *arguments]
        environment = {"PATH": os.environ["PATH"]}
        ended = subprocess.run(command, cwd=shop, env=environment, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    assert "who-can" in run("--help")
    assert "orders-table" in run("plan")
    assert "shop-taker" in run("what-can", "shop-taker")


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
