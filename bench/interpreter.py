"""Which Python the functions run on, and how it was built: one without optimisation misleads."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.errors import BenchError

_ASK = """
import json, ssl, sys, sysconfig
get = sysconfig.get_config_var
names = ("CONFIG_ARGS", "PY_CFLAGS_NODIST", "PY_CORE_CFLAGS", "PY_LDFLAGS_NODIST")
told = " ".join(str(get(name) or "") for name in names)
print(json.dumps({
    "version": sys.version.split()[0], "minor": sys.version_info[:2], "prefix": sys.base_prefix, "told": told,
    "openssl": ssl.OPENSSL_VERSION,
}))
"""
_LEAST = (3, 11)


@dataclass(frozen=True, kw_only=True)
class Interpreter:
    """One Python. `optimised` is None where it does not say, as those of a Linux distribution do not."""

    path: str
    version: str
    minor: str
    openssl: str
    optimised: bool | None
    lto: bool

    @property
    def described(self) -> str:
        """A line for the table."""
        built = {True: "with PGO", False: "without PGO", None: "a distribution's, which are built with PGO"}
        return (
            f"Python {self.version} ({self.path}), {built[self.optimised]}{', LTO' if self.lto else ''}, {self.openssl}"
        )

    @property
    def warning(self) -> str | None:
        """What to think of its figures; None if they may be believed."""
        if self.optimised is not False:
            return None
        return (
            f"{self.path} was built without profile-guided optimisation, and Lambda's is not: what Python costs is "
            "overstated by a third or so. Name another with --python, such as /usr/bin/python3."
        )


def uv() -> str:
    """The uv that `make install` put beside this Python, or else the machine's.

    Raises:
        BenchError: there is none.
    """
    found = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    if found is None:
        raise BenchError("there is no uv: run `make install`")
    return found


def choose(path: str | None) -> Interpreter:
    """The one that was named; else this one, or a distribution's that is better built.

    Raises:
        BenchError: it is none, or too old.
    """
    if path is not None:
        return look_at(path)
    found = list(_at_hand())
    return next((each for each in found if each.optimised is not False), found[0])


def _at_hand() -> Iterator[Interpreter]:
    yield look_at(sys.executable)
    for minor in (13, 12, 11):
        if path := shutil.which(f"/usr/bin/python3.{minor}"):
            yield look_at(path)


def look_at(path: str) -> Interpreter:
    """Asks an interpreter what it is.

    Raises:
        BenchError: it is none, or too old.
    """
    try:
        ran = subprocess.run([path, "-c", _ASK], capture_output=True, text=True, check=True)  # noqa: S603 - named by the user
    except (OSError, subprocess.CalledProcessError) as error:
        raise BenchError(f"{path} is no Python that runs: name one with --python") from error
    found = json.loads(ran.stdout)
    if tuple(found["minor"]) < _LEAST:
        raise BenchError(
            f"{path} is Python {found['version']}, and the functions need 3.11 or newer: name one with --python"
        )
    return Interpreter(
        path=path,
        version=found["version"],
        minor="{}.{}".format(*found["minor"]),
        openssl=found["openssl"],
        optimised=_optimised(found["told"], found["prefix"]),
        lto="-flto" in found["told"] or "--with-lto" in found["told"],
    )


def _optimised(told: str, prefix: str) -> bool | None:
    if "--enable-optimizations" in told or "-fprofile-use" in told:
        return True
    # Debian's rules make it by `make profile-opt`, of which nothing is left in sysconfig; Fedora's pass the option.
    return None if prefix == "/usr" else False
