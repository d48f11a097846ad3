"""One connection to a service: opened within a time, asked one thing at a time, and never asked when it is stale."""

import socket
import ssl
import time
from typing import NoReturn

from aws.addresses import LEAST, connect_within
from aws.endpoints import Endpoint
from aws.http import HttpAnswer

_CHUNK = 65_536  # bytes
_LONGEST_IDLE = 240.0  # seconds: VPCs and load balancers forget a connection after 350, and tell nobody


class NotConnected(Exception):  # noqa: N818 # says what is the matter
    """There is no connection, so that nothing was sent; the text is the name of a class."""


class Connection:
    """A connection.

    Raises:
        NotConnected: the name has no address, none of them answers in time, or TLS fails.
    """

    def __init__(self, endpoint: Endpoint, context: ssl.SSLContext | None, seconds: float) -> None:
        try:
            self._socket = connect_within(endpoint.host, endpoint.port, seconds)
        except OSError as error:
            late = isinstance(error, TimeoutError)
            raise NotConnected("ConnectTimeoutError" if late else "EndpointConnectionError") from error
        self._used = self._now()
        try:
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if context:  # its handshake has what is left of the time
                self._socket = context.wrap_socket(self._socket, server_hostname=endpoint.host.strip("[]"))
        except OSError as error:
            self._socket.close()
            late = isinstance(error, TimeoutError)
            raise NotConnected("ConnectTimeoutError" if late else "SSLError") from error

    def is_stale(self) -> bool:
        """Whether the server has closed it or said anything since the last answer, or may have forgotten it.

        To be asked right before a request is sent: an environment that was frozen learns of it only then.
        """
        if any(now - used > _LONGEST_IDLE for now, used in zip(self._now(), self._used, strict=True)):
            return True
        self._socket.settimeout(0)
        try:
            self._socket.recv(1)
        except (BlockingIOError, ssl.SSLWantReadError):  # silence, or TLS about itself
            return False
        except OSError:
            return True
        return True

    def ask(self, request: bytes, seconds: float) -> HttpAnswer:
        """Sends a request and gives its answer, however slowly the server reads and answers within the time.

        Raises:
            MalformedAnswer: it is no HTTP.
            OSError: no answer came in time, or not all of it; the request may have arrived.
        """
        deadline, answer = time.monotonic() + seconds, HttpAnswer()
        unsent = memoryview(request)
        while unsent:
            self._wait_until(deadline)
            unsent = unsent[self._socket.send(unsent) :]
        while not answer.whole:
            self._wait_until(deadline)
            answer.take(self._socket.recv(_CHUNK))
        self._used = self._now()
        return answer

    def close(self) -> None:
        """Closes it."""
        self._socket.close()

    def _wait_until(self, deadline: float) -> None:
        left = deadline - time.monotonic()
        if left < LEAST:
            _time_out()
        self._socket.settimeout(left)

    @staticmethod
    def _now() -> tuple[float, float]:
        """By two clocks, since one of them may stand still while an environment is frozen."""
        return time.monotonic(), time.time()


def _time_out() -> NoReturn:
    raise TimeoutError("no answer in time")
