"""An HTTP server on loopback for the embedded AWS."""

import socket
from collections.abc import Iterable
from threading import Lock, Thread
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from embeddedaws.errors import PortTakenError

LOOPBACK = "127.0.0.1"
_LOOK_FOR_STOP = 0.05  # seconds between two looks whether to stop
_BACKLOG = 128  # connections that may wait to be accepted


class _QuietHandler(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002 - werkzeug's name
        """Says nothing: requests are counted elsewhere."""


class Server:
    """Serves a WSGI application on loopback, one thread a connection, from `start` to `stop`."""

    def __init__(self, app: WSGIApplication, port: int = 0) -> None:
        """Binds the address at once, so that `url` is known.

        Args:
            app: what to serve.
            port: 0 takes a free one.

        Raises:
            PortTakenError: the port is in use, or this user may not listen on it.
        """
        try:
            listener = socket.create_server((LOOPBACK, port), backlog=_BACKLOG)
        except OSError as error:
            raise PortTakenError(port) from error
        with listener:  # bound here, since werkzeug exits the process where an address is in use
            self._server: BaseWSGIServer = make_server(
                LOOPBACK, port, app, threaded=True, request_handler=_QuietHandler, fd=listener.fileno()
            )
        self._thread = Thread(
            target=self._server.serve_forever, args=(_LOOK_FOR_STOP,), name="embedded-aws", daemon=True
        )

    @property
    def url(self) -> str:
        """Where it is served, without a slash at the end."""
        return f"http://{LOOPBACK}:{self._server.port}"

    def start(self) -> None:
        """Begins to answer."""
        self._thread.start()

    def stop(self) -> None:
        """Answers no more."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class OneAtATime:
    """Lets one request through at a time: moto's checks and writes are not atomic, DynamoDB's and SQS's are."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self._lock = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers when all earlier requests are answered."""
        with self._lock:
            return list(self._app(environ, start_response))
