"""How long the functions' clients wait for an answer, by the documents and not by the functions' word.

An answer that comes later is lost on them: the connection is closed, and nobody reads it.
"""

import socket
from collections.abc import Mapping
from contextlib import suppress
from wsgiref.types import WSGIEnvironment

from minitickets.books.faults import Service

PATIENCE: Mapping[Service, float] = {"ses": 4.0, "dynamodb": 0.5}
"""Seconds, by service; what the tickets function waits for longer is not held against it."""

_NEARLY = 0.75  # of it: what a request waits before it comes here cannot be seen


def is_lost(environ: WSGIEnvironment, service: Service, seconds: float) -> bool:
    """Whether an answer that took so long, and is about to be written, reaches nobody."""
    patience = PATIENCE[service]
    return seconds >= patience or (seconds >= _NEARLY * patience and _is_gone(environ))


def _is_gone(environ: WSGIEnvironment) -> bool:
    """Whether the client has closed the connection."""
    connection: socket.socket | None = environ.get("werkzeug.socket")
    if connection is None:
        return False
    with suppress(BlockingIOError):
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    return False
