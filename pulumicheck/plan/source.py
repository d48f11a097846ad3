"""Where a program makes a resource, as the SDK says it with each registration."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname


def source_of(request: Any, top: Path) -> str:
    """The innermost line of the repository's own code that led to a registration, such as `infra/queue.py:12`.

    Args:
        request: a RegisterResourceRequest or a ReadResourceRequest.
        top: the repository's root.
    """
    return next((place for at in _positions(request) if (place := _place(at, top))), "")


def _positions(request: Any) -> Iterator[Any]:
    if request.HasField("sourcePosition"):
        yield request.sourcePosition
    if request.HasField("stackTrace"):
        yield from (frame.pc for frame in request.stackTrace.frames)


def _place(at: Any, top: Path) -> str:
    if not at.uri.startswith("file:") or at.line < 1:
        return ""
    path = Path(url2pathname(urlsplit(at.uri).path)).resolve()
    is_own = path.is_relative_to(top.resolve()) and "site-packages" not in path.parts
    return f"{path.relative_to(top.resolve()).as_posix()}:{at.line}" if is_own else ""
