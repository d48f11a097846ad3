"""Servers that cannot be reached: the request cannot have arrived, and it is known within the connect timeout."""

import socket
import time
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

import pytest

from aws.calls import NotSent, Timeouts
from tests.apps.aws.calls import CALLS, good_answer
from tests.apps.aws.outcomes import Answered, Failed, outcome_of
from tests.apps.aws.transports import PATIENT, QUICK, Transport
from tests.fixtures.wire import Wire

CALL = CALLS["SendEmail"]
UNREACHED = Failed(NotSent)
SLACK = 4  # seconds, of a machine that does other things too: one timeout for each address takes longer


@contextmanager
def black_hole(host: str = "", port: int = 0) -> Generator[int]:
    """A port of one or every address of loopback that takes no connection and refuses none: its queue is full."""
    with ExitStack() as opened:
        listening = opened.enter_context(socket.create_server((host, port), backlog=0))
        found: int = listening.getsockname()[1]
        for _ in range(4):
            waiting = opened.enter_context(socket.socket())
            waiting.setblocking(False)  # its only argument
            waiting.connect_ex((host or "127.0.0.1", found))
        yield found


@contextmanager
def closed_port(host: str = "127.0.0.1", port: int = 0) -> Generator[int]:
    """A port that refuses connections, and that nobody else gets meanwhile."""
    with socket.socket() as bound:
        bound.bind((host, port))
        yield bound.getsockname()[1]


@pytest.fixture
def resolve(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Gives a name addresses."""
    real = socket.getaddrinfo

    def found(host: Any, port: Any, *args: Any, **options: Any) -> Any:
        if host not in ("many.example", b"many.example"):
            return real(host, port, *args, **options)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    addresses: list[str] = []
    monkeypatch.setattr(socket, "getaddrinfo", found)
    return lambda *found: addresses.extend(found)


def test_a_name_that_nobody_knows(transport: Transport) -> None:
    client = transport.client(CALL.service, "http://nowhere.invalid", PATIENT)
    assert outcome_of(client, CALL.operation, CALL.request) == UNREACHED


NO_ENDPOINTS = ("nonsense", "http://", "ftp://localhost", "http://localhost:port", "http://localhost:99999")
NO_NAMES = ("http://two..dots.example", f"http://{'a' * 64}.example", "http://ünï.example", "http://a b.example")


@pytest.mark.parametrize("url", [*NO_ENDPOINTS, *NO_NAMES])
def test_what_is_no_endpoint_is_refused_in_a_sentence_or_not_found(transport: Transport, url: str) -> None:
    try:
        client = transport.client(CALL.service, url, PATIENT)
    except ValueError as refused:
        assert " " in str(refused)  # noqa: PT017 # or else it is called
    else:
        assert outcome_of(client, CALL.operation, CALL.request) in transport.right("a name that is none", UNREACHED)


def test_a_name_without_an_address(transport: Transport, resolve: Callable[..., None]) -> None:
    resolve()
    client = transport.client(CALL.service, "http://many.example", PATIENT)
    assert outcome_of(client, CALL.operation, CALL.request) == UNREACHED


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_port_that_refuses(transport: Transport, scheme: str) -> None:
    with closed_port() as port:
        client = transport.client(CALL.service, f"{scheme}://localhost:{port}", PATIENT)
        assert outcome_of(client, CALL.operation, CALL.request) == UNREACHED


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_an_address_that_says_nothing(transport: Transport, scheme: str) -> None:
    with black_hole() as port:
        client = transport.client(CALL.service, f"{scheme}://127.0.0.1:{port}", QUICK)
        start = time.monotonic()
        assert outcome_of(client, CALL.operation, CALL.request) == UNREACHED
        assert QUICK.connect * 0.9 < time.monotonic() - start < QUICK.connect + SLACK


def test_many_addresses_that_say_nothing_take_one_timeout_together(
    transport: Transport, resolve: Callable[..., None]
) -> None:
    resolve(*(f"127.0.0.{last}" for last in range(1, 17)))
    with black_hole() as port:
        client = transport.client(CALL.service, f"http://many.example:{port}", QUICK)
        start = time.monotonic()
        assert outcome_of(client, CALL.operation, CALL.request) == UNREACHED
        assert time.monotonic() - start < QUICK.connect + SLACK


@pytest.mark.parametrize("first", [black_hole, closed_port])
def test_an_address_that_answers_is_found_behind_a_dead_one(
    transport: Transport, resolve: Callable[..., None], first: Callable[..., AbstractContextManager[int]]
) -> None:
    resolve("127.0.0.2", "127.0.0.1")
    with Wire().answer(good_answer) as server, first("127.0.0.2", server.port):
        client = transport.client(CALL.service, server.url.replace("localhost", "many.example"), Timeouts(0.6, 9))
        assert outcome_of(client, CALL.operation, CALL.request) == Answered(CALL.means)
        assert len(server.requests) == 1


@pytest.mark.parametrize("tries", [1, 2])
def test_what_did_not_connect_is_tried_as_often_as_it_may(transport: Transport, tries: int) -> None:
    with closed_port() as port:
        client = transport.client(CALL.service, f"http://localhost:{port}", PATIENT, tries=tries)
        start = time.monotonic()
        assert outcome_of(client, CALL.operation, CALL.request) == UNREACHED
        assert time.monotonic() - start < 1 + SLACK  # the longest pause between two tries is of a second
