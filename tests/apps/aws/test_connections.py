import importlib
import socket
import sys
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack
from typing import Any

import botocore.session
import pytest
from botocore.config import Config
from botocore.exceptions import ConnectTimeoutError, EndpointConnectionError, ReadTimeoutError
from urllib3.util import connection

from aws import connections

TIMEOUT = 0.8  # seconds
WORKER_NEEDS = ("PROCESSED_JOBS_TABLE", "JOBS_QUEUE_URL", "SENDER")
TICKETS_NEEDS = ("TICKETS_TABLE", "ASSETS_BUCKET", "SIGNING_SECRET_ARN")
Call = Callable[[], float]


@pytest.fixture
def dead_port() -> Generator[int]:
    """A port of every loopback address on which a connection waits for ever: its queue is full."""
    with ExitStack() as open_sockets:
        listening = open_sockets.enter_context(socket.create_server(("", 0), backlog=0))
        port: int = listening.getsockname()[1]
        for _ in range(4):
            waiting = open_sockets.enter_context(socket.socket())
            waiting.setblocking(False)  # its only argument
            waiting.connect_ex(("127.0.0.1", port))
        yield port


@pytest.fixture
def resolve(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes every name have these addresses."""
    real = socket.getaddrinfo

    def answer(*addresses: tuple[str, int]) -> None:
        def found(host: Any, port: Any, *args: Any, **options: Any) -> Any:
            if str(host).startswith("127."):
                return real(host, port, *args, **options)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", address) for address in addresses]

        monkeypatch.setattr(socket, "getaddrinfo", found)

    monkeypatch.setattr(connection, "create_connection", connections.create_connection)
    return answer


@pytest.fixture
def call() -> Call:
    """Calls SQS once and gives the seconds that it took to fail."""
    config = Config(connect_timeout=TIMEOUT, read_timeout=TIMEOUT, retries={"total_max_attempts": 1})
    session = botocore.session.get_session()
    session.set_credentials("testing", "testing")
    client: Any = session.create_client("sqs", "eu-central-1", endpoint_url="https://sqs.example", config=config)

    def timed() -> float:
        start = time.monotonic()
        with pytest.raises((ConnectTimeoutError, EndpointConnectionError, ReadTimeoutError)):
            client.list_queues()
        return time.monotonic() - start

    return timed


def dead(port: int, addresses: int) -> list[tuple[str, int]]:
    return [(f"127.0.0.{number}", port) for number in range(1, addresses + 1)]


@pytest.mark.parametrize("addresses", [1, 8])
def test_dead_addresses_take_one_connect_timeout_together(
    dead_port: int, resolve: Callable[..., None], call: Call, addresses: int
) -> None:
    resolve(*dead(dead_port, addresses))
    assert TIMEOUT * 0.9 < call() < TIMEOUT * 4


def test_tls_has_the_rest_of_the_connect_timeout_and_no_second_one(
    dead_port: int, resolve: Callable[..., None], call: Call
) -> None:
    with socket.create_server(("127.0.0.9", 0)) as silent:
        resolve(*dead(dead_port, 3), silent.getsockname())
        assert TIMEOUT * 0.9 < call() < TIMEOUT * 1.8


def test_an_address_that_answers_is_found_behind_dead_and_closed_ones(
    dead_port: int, resolve: Callable[..., None]
) -> None:
    with socket.create_server(("127.0.0.9", 0)) as alive:
        resolve(*dead(dead_port, 2), ("127.0.0.1", 1), alive.getsockname())
        with connections.create_connection(("sqs.example", 443), TIMEOUT) as connected:
            assert connected.getpeername() == alive.getsockname()
            assert 0 < (connected.gettimeout() or 0) < TIMEOUT


def test_an_address_may_stand_in_brackets_as_one_of_version_6_does() -> None:
    with socket.create_server(("127.0.0.1", 0)) as alive:
        address = ("[127.0.0.1]", alive.getsockname()[1])
        with connections.create_connection(address, TIMEOUT) as connected:
            assert connected.getpeername() == alive.getsockname()


def test_a_name_without_an_address_is_an_error_of_the_network(resolve: Callable[..., None]) -> None:
    resolve()
    with pytest.raises(OSError, match="no address"):
        connections.create_connection(("sqs.example", 443), TIMEOUT)


def test_without_a_timeout_nothing_changes() -> None:
    with socket.create_server(("127.0.0.1", 0)) as alive:
        for timeout in ((), (None,)):
            with connections.create_connection(alive.getsockname(), *timeout) as connected:
                assert connected.gettimeout() is None


@pytest.mark.parametrize("entry_point", ["lambda", "ticket_lambda"])
def test_each_function_keeps_its_connect_timeouts_from_its_start_on(
    monkeypatch: pytest.MonkeyPatch, entry_point: str
) -> None:
    monkeypatch.setattr(connection, "create_connection", None)
    for name in ("AWS_REGION", "AWS_DEFAULT_REGION"):
        monkeypatch.setenv(name, "eu-central-1")
    monkeypatch.setenv("TRANSPORT", "boto3")
    for name in (*WORKER_NEEDS, *TICKETS_NEEDS):
        monkeypatch.setenv(name, "x")
    monkeypatch.delitem(sys.modules, entry_point, raising=False)
    importlib.import_module(entry_point)
    del sys.modules[entry_point]
    assert connection.create_connection is connections.create_connection
