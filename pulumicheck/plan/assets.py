"""Files that a program hands to a resource, such as a function's code: recorded by what they hold, not by their path.

So a change of content is a change of the resource, and the same content elsewhere is none: as the engine compares them.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from google.protobuf.struct_pb2 import Struct

from pulumicheck.errors import CheckError

_NO_CONTENT = {"__pycache__", ".git", ".pulumi"}


class FileContent(dict[str, str]):
    """Such as `{"archive": "sha256:…"}`; what lies at an address stands for itself by the address.

    Attributes:
        wire: the asset or archive as the program sent it: it takes it back only as such.
    """

    __slots__ = ("wire",)

    def __init__(self, kind: str, told: str, wire: Struct) -> None:
        super().__init__({kind: told})
        self.wire = wire


def content_of(kind: str, wire: Struct, folder: Path) -> FileContent:
    """What an asset or an archive holds.

    Args:
        kind: which of both.
        wire: as the protocol writes it.
        folder: where relative paths begin: the program's working directory.

    Raises:
        CheckError: a file cannot be read.
    """
    if "uri" in wire.fields:
        return FileContent(kind, wire.fields["uri"].string_value, wire)
    files = sorted((name, sha256(content).hexdigest()) for name, content in _files(wire, folder, ""))
    return FileContent(kind, f"sha256:{sha256(json.dumps(files).encode()).hexdigest()}", wire)


def _files(wire: Struct, folder: Path, name: str) -> Iterator[tuple[str, bytes]]:
    """The name in the archive, and the content, of each file."""
    if "text" in wire.fields:
        yield name, wire.fields["text"].string_value.encode()
    elif "uri" in wire.fields:
        yield name, wire.fields["uri"].string_value.encode()
    elif "assets" in wire.fields:
        for inner, each in wire.fields["assets"].struct_value.fields.items():
            yield from _files(each.struct_value, folder, f"{name}/{inner}")
    elif "path" in wire.fields:
        start = folder / wire.fields["path"].string_value
        for path in _paths(start):
            inner = path.relative_to(start).as_posix()
            yield name if inner == "." else f"{name}/{inner}", _content(path)


def _paths(path: Path) -> list[Path]:
    """All files of a folder, or the one file; not what Python, git and Pulumi keep there for themselves."""
    if not path.is_dir():
        return [path]
    inside = ((each, each.relative_to(path).parts) for each in path.rglob("*"))
    return [each for each, parts in inside if _NO_CONTENT.isdisjoint(parts) and each.is_file()]


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CheckError(f"{path}, which the program hands to a resource, cannot be read: {error.strerror}.") from error
