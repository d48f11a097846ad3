"""What the fuzzer begins with and what it has found, without the fuzzer."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from fuzz.invariant import Broken
from fuzz.run import main
from fuzz.targets import TARGETS

FILES = [
    pytest.param(name, path, id=f"{name}/{path.name}") for name, target in TARGETS.items() for path in target.files
]


@pytest.mark.parametrize(("name", "path"), FILES)
def test_an_input_that_is_kept_breaks_nothing(name: str, path: Path) -> None:
    TARGETS[name].check(path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_no_seed_breaks_anything(name: str) -> None:
    seeds = list(TARGETS[name].seeds())
    for seed in seeds:
        TARGETS[name].check(seed)
    assert len(seeds) >= 5


def test_a_file_of_the_corpus_can_be_looked_at_without_the_fuzzer() -> None:
    path = TARGETS["policy"].files[0]
    result = CliRunner().invoke(main, [str(path)])
    assert (result.exit_code, result.output) == (0, f"{path}: nothing broke\n")


def test_a_file_that_breaks_something_says_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "token" / "crash-1"
    path.parent.mkdir()
    path.write_bytes(b"junk")
    monkeypatch.setattr("fuzz.targets.verdict", lambda _token, _ring: "UnknownKey")
    result = CliRunner().invoke(main, [str(path)])
    assert result.exit_code == 1
    assert isinstance(result.exception, Broken)


def test_a_file_of_no_target_is_refused_with_the_folders_that_there_are(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"")
    result = CliRunner().invoke(main, [str(tmp_path / "x")])
    assert result.exit_code == 1
    assert result.output.endswith("is in no target's folder: move it into one of message, batch, token, policy.\n")


def test_without_the_fuzzer_the_way_to_install_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    result = CliRunner().invoke(main, ["--seconds", "1"])
    assert (result.exit_code, result.output) == (
        1,
        "Error: atheris is not installed: run `uv sync --group fuzz`, on Linux.\n",
    )
