"""The image of both functions, built from the Dockerfile by buildah, as a folder."""

import json
import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fixtures.project import PROJECT
from tests.image.stand_in_base import write_base_image

_BASE, _IMAGE = "localhost/lambda-python", "localhost/minitickets"
_POLICY = '{"default": [{"type": "insecureAcceptAnything"}]}'  # nothing is pulled


def why_not() -> str | None:
    """Why no image can be built here; None if one can."""
    if shutil.which("buildah") is None:
        return "buildah is not on this machine: apt-get install buildah"
    return None if os.geteuid() == 0 else "buildah needs root where there is no registry to pull a base image from"


@dataclass(frozen=True)
class BuiltImage:
    """An image: the root of its file system, and what it tells whoever runs it."""

    root: Path
    config: dict[str, Any]


@contextmanager
def built_image(folder: Path) -> Generator[BuiltImage]:
    """Builds it; the folder is gone afterwards."""
    (folder / "policy.json").write_text(_POLICY, encoding="ascii")
    storage = ["--root", folder / "storage", "--runroot", folder / "run", "--storage-driver", "vfs"]
    policy = ["--signature-policy", folder / "policy.json"]

    def buildah(*arguments: str | Path) -> str:
        command = ["buildah", *storage, *arguments]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, f"buildah {arguments[0]}: {ran.stderr[-3000:]}"
        return ran.stdout.strip()

    def build(context: Path, tag: str, *arguments: str | Path) -> None:
        buildah("bud", "--isolation", "chroot", "--pull-never", *policy, *arguments, "--tag", tag, context)

    base = folder / "base"
    base.mkdir()
    try:
        write_base_image(base)
        build(base, _BASE)
        shutil.rmtree(base)
        build(PROJECT.root, _IMAGE, "--build-arg", f"BASE_IMAGE={_BASE}")
        container = buildah("from", "--pull-never", *policy, _IMAGE)
        told = json.loads(buildah("inspect", "--type", "image", _IMAGE))
        yield BuiltImage(Path(buildah("mount", container)), told["OCIv1"]["config"])
        buildah("umount", container)
    finally:
        shutil.rmtree(folder)
