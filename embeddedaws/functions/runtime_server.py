"""The Lambda Runtime API, version 2018-06-01, over HTTP.

    GET  /runtime/invocation/next            waits for an invocation; the first call says that INIT is over
    POST /runtime/invocation/<id>/response   the function's answer
    POST /runtime/invocation/<id>/error      the function raised
    POST /runtime/init/error                 INIT failed

Each environment has a listener of its own, so that the address in AWS_LAMBDA_RUNTIME_API tells who is calling.
"""

import json
import socket
import socketserver
import sys
import threading
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from typing import Any

from embeddedaws.functions.invocation import Answer, Invocation
from embeddedaws.functions.runtime_api import RuntimeApi

_HOST = "127.0.0.1"
_ROOT = "/2018-06-01/runtime/"


class RuntimeServer:
    """Serves one runtime, on a free port of the loopback interface."""

    def __init__(self, api: RuntimeApi) -> None:
        self._api = api
        self._listener = _Listener(api)
        self._port = self._listener.server_address[1]
        self._closing = False
        self._thread = threading.Thread(target=self._serve, name=f"runtime-api-{self._port}", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """Host and port, for AWS_LAMBDA_RUNTIME_API."""
        return f"{_HOST}:{self._port}"

    def close(self) -> None:
        """Stops listening."""
        self._closing = True
        self._api.close()
        with suppress(OSError):  # a call that wakes the listener
            socket.create_connection((_HOST, self._port), timeout=1).close()
        self._thread.join()
        self._listener.server_close()

    def _serve(self) -> None:
        while not self._closing:
            self._listener.handle_request()


class _Listener(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self, api: RuntimeApi) -> None:
        self.api = api
        super().__init__((_HOST, 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        # A killed process leaves its call unfinished; that is no fault of ours to print.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # headers and body are two writes

    def do_GET(self) -> None:
        if self.path != f"{_ROOT}invocation/next":
            return self._answer(HTTPStatus.NOT_FOUND)
        invocation = self._api.next()
        if invocation is None:
            self.close_connection = True
            return None
        return self._answer(HTTPStatus.OK, invocation.payload, _headers(invocation))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        match self.path.removeprefix(_ROOT).split("/"):
            case ["init", "error"]:
                status = self._api.init_error(body)
            case ["invocation", request_id, "response"]:
                status = self._api.answer(request_id, Answer(body))
            case ["invocation", request_id, "error"]:
                status = self._api.answer(request_id, Answer(body, raised=True))
            case _:
                status = HTTPStatus.NOT_FOUND
        self._answer(status)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Says nothing: a line for each request is nobody's interest."""

    @property
    def _api(self) -> RuntimeApi:
        assert isinstance(self.server, _Listener)  # noqa: S101 - a fact for the type checker
        return self.server.api

    def _answer(self, status: HTTPStatus, body: bytes | None = None, headers: dict[str, str] | None = None) -> None:
        if body is None:
            body = json.dumps({"status": status.phrase}).encode()
        self.send_response(status)
        for name, value in (headers or {"Content-Type": "application/json"}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _headers(invocation: Invocation) -> dict[str, str]:
    return {
        "Lambda-Runtime-Aws-Request-Id": invocation.request_id,
        "Lambda-Runtime-Deadline-Ms": str(invocation.deadline),
        "Lambda-Runtime-Invoked-Function-Arn": invocation.function_arn,
        "Lambda-Runtime-Trace-Id": invocation.trace_id,
        "Content-Type": "application/json",
    }
