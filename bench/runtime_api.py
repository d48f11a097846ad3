"""The Lambda Runtime API for one function's process: it hands over an event and takes the answer, and no more.

Bare sockets, and no thread: what is measured runs in the other process, and this one shall take no time from it.
"""

import json
import selectors
import socket
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from bench.errors import BenchError

_NEXT = "/2018-06-01/runtime/invocation/next"


class _Request(NamedTuple):
    client: socket.socket
    method: str
    path: str
    body: bytes


class RuntimeApi:
    """Listens on loopback; `alive` says whether it is worth waiting."""

    def __init__(self, alive: Callable[[], bool]) -> None:
        self._alive = alive
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._buffers: dict[socket.socket, bytearray] = {}
        self._waiting: socket.socket | None = None
        self._number = 0

    @property
    def address(self) -> str:
        """As AWS_LAMBDA_RUNTIME_API has it."""
        host, port = self._listener.getsockname()
        return f"{host}:{port}"

    def wait_for_next(self, seconds: float) -> None:
        """Waits until the function asks for an event: its INIT is over, or its last answer is given."""
        if self._waiting is None:
            request = self._request(seconds)
            if request.path != _NEXT:
                raise BenchError(f"a function failed in INIT: {request.body[:500].decode(errors='replace')}")
            self._waiting = request.client

    def ask(self, event: Mapping[str, Any], seconds: float) -> Any:
        """Hands over an event with that many seconds to go, and gives the answer."""
        assert self._waiting is not None, "wait_for_next comes first"  # noqa: S101
        client, self._waiting = self._waiting, None
        self._number += 1
        _respond(client, 200, json.dumps(event).encode(), self._headers(seconds))
        request = self._request(seconds)
        _respond(request.client, 202, b"{}")
        if not request.path.endswith("/response"):
            raise BenchError(f"a function failed: {request.body[:500].decode(errors='replace')}")
        return json.loads(request.body)

    def close(self) -> None:
        """Closes all that is open."""
        for each in (self._listener, *self._buffers):
            each.close()
        self._selector.close()

    def _headers(self, seconds: float) -> dict[str, str]:
        return {
            "Lambda-Runtime-Aws-Request-Id": f"00000000-0000-4000-8000-{self._number:012}",
            "Lambda-Runtime-Deadline-Ms": str(int((time.time() + seconds) * 1000)),
            "Lambda-Runtime-Invoked-Function-Arn": "arn:aws:lambda:ap-south-1:123456789012:function:bench",
            "Lambda-Runtime-Trace-Id": "Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=0",
        }

    def _request(self, seconds: float) -> _Request:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for key, _ in self._selector.select(0.5):
                if key.fileobj is self._listener:
                    self._accept()
                elif (request := self._read(key.fileobj)) is not None:  # pyright: ignore[reportArgumentType]
                    return request
            if not self._alive():
                raise BenchError("a function's process has ended")
        raise BenchError(f"a function did not answer within {seconds:.0f} s")

    def _accept(self) -> None:
        client, _ = self._listener.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffers[client] = bytearray()
        self._selector.register(client, selectors.EVENT_READ)

    def _read(self, client: socket.socket) -> _Request | None:
        data = client.recv(1 << 20)
        if not data:
            self._selector.unregister(client)
            del self._buffers[client]
            client.close()
            return None
        buffer = self._buffers[client]
        buffer += data
        head, found, rest = bytes(buffer).partition(b"\r\n\r\n")
        if not found or len(rest) < _length(head):
            return None
        del buffer[: len(head) + 4 + _length(head)]
        method, path, _ = head.split(b"\r\n")[0].decode().split(" ")
        return _Request(client, method, path, rest[: _length(head)])


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.partition(b":")[2])
    return 0


def _respond(client: socket.socket, status: int, body: bytes, headers: Mapping[str, str] | None = None) -> None:
    fields = {"Content-Type": "application/json", "Content-Length": str(len(body)), **(headers or {})}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    client.sendall(f"HTTP/1.1 {status} OK\r\n{head}\r\n".encode() + body)
