"""Serves the live page on loopback, from a thread of its own."""

import asyncio
import socket
from threading import Thread
from typing import Self

import uvicorn

from embeddedaws.server import LOOPBACK
from minitickets.errors import CommandError
from minitickets.local.app import Page, live_app
from minitickets.local.embedded_system import EmbeddedSystem

_PATIENCE = 1  # seconds for requests in flight when the server stops
_BACKLOG = 128  # connections that may wait to be accepted


class LiveServer:
    """A context manager: the page is there from its beginning to its end."""

    def __init__(self, system: EmbeddedSystem, page: Page, port: int = 0) -> None:
        """Binds the address at once, so that `url` is known.

        Args:
            system: what the page shows.
            page: renders it.
            port: 0 takes a free one.

        Raises:
            CommandError: the port is taken, or this user may not listen on it.
        """
        try:
            self._socket = socket.create_server((LOOPBACK, port), backlog=_BACKLOG)
        except OSError as error:
            raise CommandError(f"port {port} is taken or not allowed: choose another with --page-port.") from error
        self._port: int = self._socket.getsockname()[1]
        self._app, self._feed = live_app(system, page, self._port)
        config = uvicorn.Config(
            self._app,
            lifespan="on",
            http="h11",
            ws="none",
            loop="asyncio",
            log_config=None,
            log_level="critical",  # what a stranger sends is no news for the terminal
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_PATIENCE,
        )
        self._server = uvicorn.Server(config)
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run, name="live-page", daemon=True)

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{LOOPBACK}:{self._port}/"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop)
        self._thread.join()
        self._socket.close()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._server.serve(sockets=[self._socket]))

    def _stop(self) -> None:
        self._server.should_exit = True
        self._closing = asyncio.ensure_future(self._feed.close())
