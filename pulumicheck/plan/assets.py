"""Files that a program hands to a resource, such as a function's code: recorded by what they hold, not by their path.

So a change of content is a change of the resource, and the same content elsewhere is none: as the engine compares them.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pulumi import Archive, Asset, AssetArchive, FileArchive, FileAsset, RemoteArchive, RemoteAsset, StringAsset

from pulumicheck.errors import CheckError


def asset_as_data(value: Asset | Archive, folder: Path) -> dict[str, str]:
    """Such as `{"archive": "sha256:…"}`; what lies at an address stands for itself by the address.

    Args:
        value: an asset or an archive.
        folder: where relative paths begin: the program's working directory.

    Raises:
        CheckError: a file cannot be read.
    """
    kind = "archive" if isinstance(value, Archive) else "asset"
    if isinstance(value, RemoteAsset | RemoteArchive):
        return {kind: value.uri}
    files = sorted((name, sha256(content).hexdigest()) for name, content in _files(value, folder, ""))
    return {kind: f"sha256:{sha256(json.dumps(files).encode()).hexdigest()}"}


def _files(value: Asset | Archive, folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    """The name in the archive, and the content, of each file."""
    if isinstance(value, StringAsset):
        yield name, value.text.encode()
    elif isinstance(value, RemoteAsset | RemoteArchive):
        yield name, value.uri.encode()
    elif isinstance(value, AssetArchive):
        for inner, each in value.assets.items():
            yield from _files(each, folder, f"{name}/{inner}")
    elif isinstance(value, FileAsset | FileArchive):
        for path in _paths(folder / value.path):
            inner = path.relative_to(folder / value.path).as_posix()
            yield name if inner == "." else f"{name}/{inner}", _content(path)


def _paths(path: Path) -> list[Path]:
    """All files of a folder, or the one file. What Python itself writes beside modules is no content of theirs."""
    if not path.is_dir():
        return [path]
    return [each for each in path.rglob("*") if each.is_file() and "__pycache__" not in each.parts]


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CheckError(f"{path}, which the program hands to a resource, cannot be read: {error.strerror}.") from error
