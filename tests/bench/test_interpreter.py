"""A Python that misleads is called one."""

import sys

import pytest

from bench.errors import BenchError
from bench.interpreter import _optimised, choose

BUILT = {
    "by configure": ("'--enable-optimizations' '--with-lto'", "/usr/local", True),
    "by profile": ("-fprofile-use -fprofile-correction", "/opt", True),
    "without": ("'--enable-shared'", "/root/.pyenv/versions/3.11.7", False),
    "a distribution's": ("'--prefix=/usr'", "/usr", None),
}


@pytest.mark.parametrize(("told", "prefix", "optimised"), BUILT.values(), ids=BUILT)
def test_how_it_was_built(told: str, prefix: str, *, optimised: bool | None) -> None:
    assert _optimised(told, prefix) is optimised


def test_one_can_be_named() -> None:
    found = choose(sys.executable)

    assert found.version == sys.version.split()[0]
    assert (found.warning is not None) == (found.optimised is False)


@pytest.mark.parametrize("path", ["/nowhere/python3", "/bin/false"])
def test_what_is_no_python_is_refused(path: str) -> None:
    with pytest.raises(BenchError, match=f"^{path} is no Python that runs: name one with --python"):
        choose(path)
