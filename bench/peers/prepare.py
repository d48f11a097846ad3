"""Makes what the peers are run from: bundles of TypeScript, and a folder of locked packages for those in Python."""

import hashlib
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.errors import BenchError
from bench.interpreter import Interpreter, uv

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TYPESCRIPT, PYTHON = HERE / "typescript", HERE / "python"
TEMPLATES = [ROOT / "apps" / "worker" / name for name in ("confirmation.txt", "confirmation.html", "button.html")]
_LEAST_NODE = 20
_BUNDLE = (
    "--bundle --minify --platform=node --target=node20 --format=cjs --main-fields=module,main --log-level=error "
    "--loader:.html=text --loader:.txt=text"
)
# What is bundled into which file, and what is put in another's place.
BUNDLES: Mapping[str, list[str]] = {
    "nothing.cjs": ["nothing.ts"],
    "worker.cjs": ["worker.ts"],
    "tickets.cjs": ["tickets.ts"],
    "tickets-lean.cjs": ["tickets.ts", "--alias:#qr=./qr-lean.ts"],
}


@dataclass(frozen=True)
class Node:
    """The Node that was found, and the folder of its bundles."""

    path: str
    version: str
    bundles: Path


def find_node(cache: Path) -> Node:
    """Bundles the peers in TypeScript, after `npm ci` where that was not done.

    Raises:
        BenchError: there is no Node or npm, it is too old, or the packages cannot be installed.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise BenchError("there is no Node with npm on this machine")
    version = _output([node, "--version"])
    if int(version.lstrip("v").partition(".")[0]) < _LEAST_NODE:
        raise BenchError(f"Node is {version}, and the peers need 20 or newer")
    lock, installed = TYPESCRIPT / "package-lock.json", TYPESCRIPT / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        _output([npm, "ci", "--prefix", str(TYPESCRIPT), "--no-audit", "--no-fund"])
        installed.touch()
    return Node(node, version, _bundles(cache))


def _bundles(cache: Path) -> Path:
    folder = cache / f"node-{_digest([*TYPESCRIPT.glob('*.ts'), *TYPESCRIPT.glob('*.json'), *TEMPLATES], '')}"
    if not folder.is_dir():
        making = folder.with_suffix(".making")
        for name, arguments in BUNDLES.items():
            esbuild = str(TYPESCRIPT / "node_modules" / ".bin" / "esbuild")
            _output([esbuild, *arguments, *_BUNDLE.split(), f"--outfile={making / name}"], folder=TYPESCRIPT)
        making.rename(folder)
    return folder


def python_packages(cache: Path, interpreter: Interpreter) -> Path:
    """The peers' packages, Lambda's runtime client among them, for an interpreter, and compiled.

    Raises:
        BenchError: the packages cannot be installed.
    """
    requirements = PYTHON / "requirements.txt"
    folder = cache / f"python-{_digest([requirements], str(interpreter))}"
    if not folder.is_dir():
        making = folder.with_suffix(".making")
        where = ["--python", interpreter.path, "--target", str(making)]
        _output([uv(), "pip", "install", "--quiet", "--require-hashes", *where, "-r", str(requirements)])
        _compile(interpreter, making)
        making.rename(folder)
    return folder


def python_peers(cache: Path, interpreter: Interpreter) -> Path:
    """The task root of the peers in Python: their modules and the templates of the email."""
    sources = [*PYTHON.glob("*.py"), *TEMPLATES]
    folder = cache / f"peers-{_digest(sources, str(interpreter))}"
    if not folder.is_dir():
        making = folder.with_suffix(".making")
        making.mkdir(parents=True, exist_ok=True)
        for source in sources:
            shutil.copy2(source, making)
        _compile(interpreter, making)
        making.rename(folder)
    return folder


def _compile(interpreter: Interpreter, folder: Path) -> None:
    _output([interpreter.path, "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", str(folder)])


def _digest(files: Iterable[Path], more: str) -> str:
    digest = hashlib.sha256(more.encode())
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _output(command: list[str], folder: Path = ROOT) -> str:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - made here
    if ran.returncode != 0:
        raise BenchError(f"{Path(command[0]).name} failed: {(ran.stderr or ran.stdout)[-800:]}")
    return ran.stdout.strip()
