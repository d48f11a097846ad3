"""The connections to one endpoint that wait for their next request."""

import ssl
import weakref
from collections import deque

from aws.calls import Timeouts
from aws.connection import Connection
from aws.endpoints import Endpoint
from aws.http import HttpAnswer


class Pool:
    """Keeps connections open between calls, the last one used first.

    Args:
        endpoint: where they lead to.
        context: their TLS; None without.
        size: how many are kept.
    """

    def __init__(self, endpoint: Endpoint, context: ssl.SSLContext | None, size: int) -> None:
        self._endpoint = endpoint
        self._context = context
        self._size = size
        self._idle: deque[Connection] = deque()  # its append and pop are safe among threads
        weakref.finalize(self, _close_all, self._idle)

    def ask(self, request: bytes, timeouts: Timeouts) -> HttpAnswer:
        """Sends a request, over a connection that is not stale, and gives its answer.

        Args:
            request: as it is sent.
            timeouts: for a new connection, if there has to be one, and for the answer.

        Raises:
            NotConnected: nothing was sent.
            MalformedAnswer: what came is no HTTP.
            OSError: it may have arrived, and not all of the answer came.
        """
        connection = self._fresh() or Connection(self._endpoint, self._context, timeouts.connect)
        try:
            answer = connection.ask(request, timeouts.read)
        except BaseException:
            connection.close()  # its answer may still come, and must not be taken for another call's
            raise
        if answer.reusable and len(self._idle) < self._size:
            self._idle.append(connection)
        else:
            connection.close()
        return answer

    def _fresh(self) -> Connection | None:
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return None
            if not connection.is_stale():
                return connection
            connection.close()


def _close_all(connections: deque[Connection]) -> None:
    while connections:
        connections.pop().close()
