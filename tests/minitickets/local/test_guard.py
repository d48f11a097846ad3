"""Who may talk to the live page."""

import socket
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from minitickets.local.server import LiveServer

Headers = dict[str, str]


def test_it_listens_on_loopback_only(system: Any, serve: Callable[..., LiveServer]) -> None:
    server = serve(system)

    assert server._socket.getsockname()[0] == "127.0.0.1"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}", ""]
)
def test_a_foreign_host_is_refused(client: httpx.Client, host: str) -> None:
    answer = client.get("/", headers={"host": host.format(port=client.base_url.port)})

    assert answer.status_code == 421
    assert "script" not in answer.text


def test_a_second_host_is_refused(client: httpx.Client) -> None:
    port = client.base_url.port or 0
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(f"GET / HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n".encode())
        status = connection.makefile("rb").readline()

    assert status.split()[1] in {b"400", b"421"}


def test_it_answers_under_the_name_localhost(client: httpx.Client) -> None:
    host = f"localhost:{client.base_url.port}"

    assert client.get("/", headers={"host": host}).status_code == 200
    assert client.post("/live/poison", headers={"host": host, "origin": f"http://{host}"}, json={}).status_code == 202


@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "https://127.0.0.1:{port}"],
    ids=["none", "null", "foreign", "no port", "another port", "another scheme"],
)
@pytest.mark.parametrize(
    "path", ["bookings", "duplicates", "poison", "burst", "drills/poison"], ids=lambda path: path.partition("/")[0]
)
def test_nobody_else_may_post(client: httpx.Client, system: Any, path: str, origin: str | None) -> None:
    headers = {} if origin is None else {"origin": origin.format(port=client.base_url.port)}
    request = client.build_request("POST", f"/live/{path}", json={"count": 1})
    del request.headers["origin"]
    request.headers.update(headers)

    assert client.send(request).status_code == 403
    assert system.told == []


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_only_json_is_taken(client: httpx.Client, system: Any, content_type: str) -> None:
    answer = client.post("/live/burst", content=b'{"count": 5}', headers={"content-type": content_type})

    assert (answer.status_code, system.told) == (415, [])


@pytest.mark.parametrize("path", ["/", "/live/tickets?userId=u", "/live/emails/e1", "/nowhere", "/live/poison"])
def test_every_answer_keeps_the_page_in_its_place(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers

    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "access-control-allow-origin" not in headers


def test_each_page_has_a_nonce_of_its_own(client: httpx.Client) -> None:
    pages = [client.get("/") for _ in range(2)]
    nonces = [page.text.removeprefix("<p>").removesuffix("</p>") for page in pages]

    assert nonces[0] != nonces[1]
    for page, nonce in zip(pages, nonces, strict=True):
        assert f"script-src 'nonce-{nonce}'" in page.headers["content-security-policy"]


def test_an_email_may_be_framed_by_the_page_and_do_nothing(client: httpx.Client, system: Any) -> None:
    system.add_email("e1")

    policy = client.get("/live/emails/e1/html").headers["content-security-policy"]

    assert policy.split("; ")[:2] == ["sandbox", "default-src 'none'"]
    assert "script-src" not in policy
    assert "frame-ancestors 'self'" in policy
