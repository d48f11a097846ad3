"""A stand-in for Lambda's base image, since no registry can be asked: this machine's Python and AWS's runtime client.

BASE_PREFIX/...        the interpreter, where it is on this machine; `python` in /usr/bin leads there
/var/runtime           awslambdaric, and what it needs
/var/task              the task root, empty
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import distribution
from pathlib import Path

TASK_ROOT, RUNTIME = "/var/task", "/var/runtime"
_PROGRAMS = ("sh", "cat", "chmod", "cp", "find", "grep", "ln", "ls", "mkdir", "mv", "rm", "sed")
# What wheels may take for granted (PEP 600), and what looks up names.
_OF_THE_C_LIBRARY = (
    "libdl.so.2",
    "libgcc_s.so.1",
    "libnss_dns.so.2",
    "libnss_files.so.2",
    "libpthread.so.0",
    "libresolv.so.2",
    "librt.so.1",
    "libstdc++.so.6",
    "libutil.so.1",
)
_RUNTIME_CLIENT = ("awslambdaric", "simplejson", "snapshot-restore-py")
_LEFT_OUT = shutil.ignore_patterns(
    "site-packages", "dist-packages", "test", "idlelib", "config-*", "*.a", "__pycache__"
)
_OF_REGISTRIES = re.compile(
    r"PIP_(?!FIND_LINKS)\w+|UV_(INDEX|DEFAULT_INDEX|NATIVE_TLS)\w*|SSL_CERT_FILE|\w+_(proxy|PROXY)"
)
_FILES_NAMED_BY = ("PIP_CERT", "SSL_CERT_FILE")


def write_base_image(folder: Path) -> None:
    """Writes a folder to build the image from: a Dockerfile and what it copies."""
    root = folder / "root"
    interpreter = _interpreter(root)
    copied = [*_programs(root), interpreter, *_standard_library(root), *_runtime_client(root)]
    for library in _libraries(copied):
        _copy(library, root)
    for name in ("tmp", "usr/bin", "etc", TASK_ROOT):
        (root / name.lstrip("/")).mkdir(parents=True, exist_ok=True)
    (root / "etc/passwd").write_text("root:x:0:0::/:/bin/sh\n", encoding="ascii")
    (root / "usr/bin/python").symlink_to(interpreter)
    _pip(root)
    variables = _variables(root)
    told = "".join(f'ENV {name}="{value}"\n' for name, value in variables.items())
    (folder / "Dockerfile").write_text(f"FROM scratch\nCOPY root /\nWORKDIR {TASK_ROOT}\n{told}", encoding="utf-8")


def _variables(root: Path) -> dict[str, str]:
    """Lambda's own, and how this machine reaches a package registry."""
    of_registries = {name: value for name, value in os.environ.items() if _OF_REGISTRIES.fullmatch(name)}
    for name in _FILES_NAMED_BY:
        if (path := Path(of_registries.get(name, ""))).is_file():
            _copy(path, root)
    return {**of_registries, "LAMBDA_TASK_ROOT": TASK_ROOT, "LAMBDA_RUNTIME_DIR": RUNTIME, "PATH": "/usr/bin:/bin"}


def _interpreter(root: Path) -> Path:
    path = Path(sys.base_prefix, "bin", f"python{sys.version_info.major}.{sys.version_info.minor}")
    _copy(path, root)
    return path


def _programs(root: Path) -> Iterable[Path]:
    for name in _PROGRAMS:
        found = shutil.which(name)
        assert found, f"{name} is a part of every Linux"
        _copy(Path(found).resolve(), root, Path("/bin", name))
        yield Path(found).resolve()


def _standard_library(root: Path) -> Iterable[Path]:
    library = Path(os.__file__).parent
    shutil.copytree(library, _inside(root, library), ignore=_LEFT_OUT, dirs_exist_ok=True)
    return library.rglob("lib-dynload/*.so")


def _runtime_client(root: Path) -> Iterable[Path]:
    for name in _RUNTIME_CLIENT:
        for file in distribution(name).files or ():
            if ".." not in file.parts:
                _copy(Path(str(file.locate())), root, Path(RUNTIME, file))
                if file.suffix == ".so":
                    yield Path(str(file.locate()))


def _pip(root: Path) -> None:
    """The build stage begins with pip; a Python of uv's or of a distribution's has none."""
    target = _inside(root, Path(os.__file__).parent) / "site-packages"
    uv = Path(sys.prefix, "bin", "uv")
    subprocess.run([uv, "pip", "install", "--quiet", "--python", sys.executable, "--target", target, "pip"], check=True)


def _libraries(programs: Sequence[Path]) -> set[Path]:
    """The shared libraries that these need, the loader among them."""
    command = ["ldd", *programs]  # exit status 1: one of them needs none
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = {Path(path) for path in re.findall(r"(?:=> |^\s+)(/\S+) \(0x", told, re.MULTILINE)}
    of_c = {path.parent / name for path in found if path.name == "libc.so.6" for name in _OF_THE_C_LIBRARY}
    return found | {path for path in of_c if path.exists()}


def _copy(path: Path, root: Path, at: Path | None = None) -> None:
    target = _inside(root, at or path)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(path, target)


def _inside(root: Path, path: Path) -> Path:
    return root / path.relative_to("/")
