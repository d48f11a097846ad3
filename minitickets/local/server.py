"""An HTTP server on loopback for the embedded AWS."""

from collections.abc import Iterable
from threading import Lock, Thread
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from minitickets.errors import CommandError

LOOPBACK = "127.0.0.1"


class _QuietHandler(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections open, as AWS does

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
            CommandError: the port is taken.
        """
        try:
            self._server: BaseWSGIServer = make_server(
                LOOPBACK, port, app, threaded=True, request_handler=_QuietHandler
            )
        except (OSError, SystemExit) as error:  # werkzeug exits the process where the address is in use
            raise CommandError(f"port {port} is in use: choose another with --port.") from error
        self._thread = Thread(target=self._server.serve_forever, name="embedded-aws", daemon=True)

    @property
    def url(self) -> str:
        """Where it is served, without a slash at the end."""
        return f"http://{LOOPBACK}:{self._server.server_port}"

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
