import contextlib
import socket
import threading
import urllib.request
from collections.abc import Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from embeddedaws.errors import PortTakenError
from embeddedaws.server import OneAtATime, Server

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


def _hello(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [environ["PATH_INFO"].encode()]


@contextlib.contextmanager
def _serving(app: "WSGIApplication", port: int = 0) -> Generator[Server]:
    server = Server(app, port)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def _get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - our own server
        return answer.read()


def test_it_answers_from_start_to_stop() -> None:
    server = Server(_hello)
    server.start()
    assert _get(f"{server.url}/where") == b"/where"

    server.stop()

    with pytest.raises(OSError, match="refused"):
        _get(server.url)


def test_it_listens_on_loopback_only() -> None:
    with _serving(_hello) as server:
        assert server.url.startswith("http://127.0.0.1:")
        assert server._server.socket.getsockname()[0] == "127.0.0.1"


def test_a_port_may_be_asked_for_and_asked_for_again_after_the_stop() -> None:
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    for _ in range(2):
        with _serving(_hello, port) as server:
            assert server.url == f"http://127.0.0.1:{port}"
            assert _get(server.url + "/") == b"/"


def test_a_port_that_is_taken_is_refused_in_one_sentence_and_nothing_else(capfd: pytest.CaptureFixture[str]) -> None:
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortTakenError, match=rf"^port {port} is taken or not allowed$"):
            Server(_hello, port)
    assert capfd.readouterr() == ("", "")


def test_it_says_nothing_of_requests(capfd: pytest.CaptureFixture[str]) -> None:
    with _serving(_hello) as server:
        _get(server.url)

    assert capfd.readouterr() == ("", "")


def test_requests_are_answered_side_by_side() -> None:
    both = threading.Barrier(2, timeout=5)

    def meet(_environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        both.wait()
        start_response("200 OK", [])
        return [b"met"]

    with _serving(meet) as server, ThreadPoolExecutor() as two:
        assert list(two.map(_get, [server.url] * 2)) == [b"met"] * 2


def test_one_at_a_time_lets_no_two_requests_in_however_slowly_they_answer() -> None:
    inside, most = 0, 0

    def slow(_environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        nonlocal inside, most
        start_response("200 OK", [])
        inside += 1
        most = max(most, inside)
        for _ in range(3):
            threading.Event().wait(0.01)
            yield b"."
        inside -= 1

    with _serving(OneAtATime(slow)) as server, ThreadPoolExecutor(4) as four:
        assert list(four.map(_get, [server.url] * 4)) == [b"..."] * 4
    assert most == 1
