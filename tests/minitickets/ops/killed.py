"""Runs a command in a process that is killed at its n-th request, as `kill -9` would do it at that moment."""

import os
import signal
from collections.abc import Iterable
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from embeddedaws.introduction import Introduction
from minitickets.ops import dead_letters, redrive

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

_LIMIT = 60  # seconds
_CONTEXT = get_context("forkserver")  # a process that has imported everything, and no threads
_CONTEXT.set_forkserver_preload(
    ["minitickets.cli", "minitickets.ops.publish", "minitickets.ops.dlq", "minitickets.ops.keys", __name__]
)


class Killer:
    """Stands before what answers, and kills who asks.

    Args:
        app: what answers.
        answers_first: whether the request is carried out before its process is killed, and only the answer lost.
    """

    def __init__(self, app: WSGIApplication, *, answers_first: bool) -> None:
        self.introduction = Introduction(self)
        self._app, self._answers_first = app, answers_first
        self._left: int | None = None
        self._process: ForkServerProcess | None = None

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/_embedded-aws" or self._process is None or self._left is None:
            return self._app(environ, start_response)
        self._left -= 1
        if self._left:
            return self._app(environ, start_response)
        if self._answers_first:
            list(self._app(environ, lambda *_: lambda _data: None))
        os.kill(self._process.pid or 0, signal.SIGKILL)
        self._process.join(_LIMIT)
        start_response("500 Internal Server Error", [])
        return []

    def run(self, folder: Path, arguments: list[str], *, killed_at: int | None = None) -> int | None:
        """The exit status of a command; negative if it was killed."""
        self._left = killed_at
        self._process = _CONTEXT.Process(target=_command, args=(str(folder), arguments))
        self._process.start()
        self._process.join(_LIMIT)
        return self._process.exitcode


def _command(folder: str, arguments: list[str]) -> None:
    os.chdir(folder)
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    dead_letters._WAIT, redrive._PAUSE, redrive._PATIENCE = 0, 0, 0.2
    from minitickets.cli import cli  # noqa: PLC0415 - it was loaded before

    cli(arguments)
