"""Where the live page is served."""

import socket
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from minitickets.errors import CommandError
from minitickets.local.live_page import live_page
from minitickets.local.server import LiveServer


def test_a_port_that_is_taken_is_told_with_the_option_that_helps(system: Any, serve: Callable[..., LiveServer]) -> None:
    port = serve(system)._port

    with pytest.raises(CommandError, match=f"port {port} is taken or not allowed: choose another with --page-port"):
        LiveServer(system, lambda _nonce: "", port)


def test_a_port_is_free_again_when_the_server_has_stopped(system: Any) -> None:
    with LiveServer(system, lambda _nonce: "") as first:
        port = first._port
    with LiveServer(system, lambda _nonce: "again", port) as second:
        assert httpx.get(second.url, trust_env=False).text == "again"


def test_what_is_no_http_is_refused_without_a_word_in_the_terminal(
    system: Any, serve: Callable[..., LiveServer], caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_connection(("127.0.0.1", serve(system)._port), timeout=10) as stranger:
        stranger.sendall(b"\x16\x03\x01 no HTTP\r\n\r\n")
        answer = stranger.recv(1024)

    assert answer.startswith(b"HTTP/1.1 400 ")
    assert caplog.records == []


def test_a_map_that_cannot_be_made_is_said_where_the_page_is_asked_for(
    system: Any, serve: Callable[..., LiveServer]
) -> None:
    def fail() -> dict[str, Any]:
        raise CommandError("the program refused its settings.")

    answer = httpx.get(serve(system, live_page(fail)).url, trust_env=False)

    assert answer.status_code == 500
    assert "the program refused its settings." in answer.json()["error"]
