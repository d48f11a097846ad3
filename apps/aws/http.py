"""HTTP/1.1: one request as bytes, and the answer as it comes in. llhttp, which Node goes by, reads it."""

from collections.abc import Mapping
from typing import NamedTuple

from httptools import HttpParserError, HttpParserUpgrade, HttpResponseParser

_OK = 200  # and above; what is below says that an answer will come
_LARGEST = 16 * 1024 * 1024  # bytes of an answer; a Query's is 1 MB and a little at most


class MalformedAnswer(Exception):  # noqa: N818 # says what is the matter
    """What came is no HTTP, or too much of it."""


class HttpRequest(NamedTuple):
    """A request; the path is encoded, and the headers are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes = b""

    def encoded(self) -> bytes:
        """As it is sent.

        Raises:
            ValueError: a header or the path holds what would end it.
        """
        length = {"content-length": str(len(self.body))}
        lines = [f"{self.method} {self.path} HTTP/1.1", *(f"{n}: {v}" for n, v in {**self.headers, **length}.items())]
        if not all(line.isprintable() for line in lines) or " " in self.path:
            raise ValueError("a header or the path holds a character that would end it")
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + self.body


class HttpAnswer:
    """An answer while it comes.

    Attributes:
        status: the code; 0 until it is known.
        headers: by their names in lower case.
        body: what has come of it.
        whole: whether all of it has come.
        reusable: whether the connection can carry another request.
    """

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.whole = False
        self.reusable = False
        self._headers_whole = False
        self._parts: list[bytes] = []
        self._size = 0
        self._parser = HttpResponseParser(self)

    def take(self, data: bytes) -> None:
        """Takes what came next; none is the end of the connection.

        Raises:
            MalformedAnswer: it is no HTTP.
            ConnectionError: the end came too early.
        """
        self._size += len(data)
        if self._size > _LARGEST:
            raise MalformedAnswer
        if not data:
            self._end()
            return
        try:
            self._parser.feed_data(data)
        except (HttpParserError, HttpParserUpgrade) as error:
            raise MalformedAnswer from error

    def _end(self) -> None:
        """A body of no stated length ends so, and nothing else."""
        stated = "content-length" in self.headers or "transfer-encoding" in self.headers
        if not self._headers_whole or stated:
            raise ConnectionResetError("closed before the end of the answer")
        self._complete(reusable=False)

    def _complete(self, *, reusable: bool) -> None:
        self.body = b"".join(self._parts)
        self.whole, self.reusable = True, reusable

    def on_message_begin(self) -> None:
        """An answer begins: the first, or one behind it, which nobody has asked for."""
        if self.whole:
            self.reusable = False
        self._headers_whole = False

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header."""
        if not self.whole:
            self.headers[name.decode("latin-1").lower()] = value.decode("latin-1").strip()

    def on_headers_complete(self) -> None:
        """All headers have come."""
        if not self.whole:
            self.status = self._parser.get_status_code()
            self._headers_whole = self.status >= _OK

    def on_body(self, part: bytes) -> None:
        """A part of the body."""
        if not self.whole:
            self._parts.append(part)

    def on_message_complete(self) -> None:
        """All of the answer has come, unless it only says that one will."""
        if self.whole:
            return
        if self.status < _OK:
            self.headers.clear()
            return
        self._complete(reusable=self._parser.should_keep_alive())
