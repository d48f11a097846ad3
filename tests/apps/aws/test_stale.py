"""Connections that the server left while nobody called: seen before a request is sent, never after."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from tests.apps.aws.calls import CALLS, good_answer, http
from tests.apps.aws.cases import LOST
from tests.apps.aws.outcomes import Answered, outcome_of
from tests.apps.aws.transports import QUICK, Transport
from tests.fixtures.certificates import server_context
from tests.fixtures.wire import Wire
from tests.fixtures.wire_connection import Ending, Pause, Script

CALL = CALLS["SendEmail"]
THREADS = 10
LINGER = Pause(0.05)  # which parts what comes after an answer from it

# What a server does with an idle connection.
LEFT: dict[str, Script] = {
    "closed": (LINGER, Ending.CLOSE),
    "reset": (LINGER, Ending.RESET),
    "closed at once": (Ending.CLOSE,),
    "a timeout that is told": (LINGER, http(408, b"", "Connection: close"), Ending.CLOSE),
    "another answer": (LINGER, http(200, b'{"MessageId": "of another call"}')),
}


@pytest.fixture(params=["http", "https"])
def wire(request: pytest.FixtureRequest) -> Callable[[], Wire]:
    return lambda: Wire(tls=server_context() if request.param == "https" else None)


@pytest.mark.parametrize("left", LEFT)
def test_an_email_reaches_the_server_once(
    transport: Transport, bundle: str, wire: Callable[[], Wire], left: str
) -> None:
    with wire().script((CALL.answer, *LEFT[left]), (CALL.answer,)) as server:
        client = transport.client(CALL.service, server.url, environ={"AWS_CA_BUNDLE": bundle})
        assert outcome_of(client, CALL.operation, CALL.request) == Answered(CALL.means)
        server.settle()
        assert outcome_of(client, CALL.operation, CALL.request) == Answered(CALL.means)
        assert [request.connection for request in server.requests] == [1, 2]


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_a_connection_that_the_server_means_to_close_carries_no_further_call(
    transport: Transport, version: str
) -> None:
    last = http(200, json.dumps(CALL.means).encode(), "Connection: close", version=version)
    with Wire().script((last,), (CALL.answer,)) as server:
        client = transport.client(CALL.service, server.url)
        for _ in range(2):
            assert outcome_of(client, CALL.operation, CALL.request) == Answered(CALL.means)
        assert [request.connection for request in server.requests] == [1, 2]


def test_more_than_was_said_is_no_part_of_the_next_answer(
    transport: Transport, bundle: str, wire: Callable[[], Wire]
) -> None:
    more = http(200, b'{"MessageId": "of another call"}')
    with wire().script((CALL.answer + more,), (CALL.answer,)) as server:
        client = transport.client(CALL.service, server.url, environ={"AWS_CA_BUNDLE": bundle})
        assert outcome_of(client, CALL.operation, CALL.request) in (Answered(CALL.means), LOST)
        server.settle()
        assert outcome_of(client, CALL.operation, CALL.request) in (Answered(CALL.means), LOST)
        assert len(server.requests) == 2


def at_once(call: Callable[[], Any], times: int = THREADS) -> list[Any]:
    """Calls on as many threads, none of which is done before all have begun."""
    barrier = Barrier(times)

    def begin(_: int) -> Any:
        barrier.wait(10)
        return call()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(begin, range(times)))


def test_ten_threads_share_ten_connections(transport: Transport, bundle: str, wire: Callable[[], Wire]) -> None:
    with wire() as server:
        everyone = Barrier(THREADS)

        def answer_all_together(_: Any) -> Script:
            everyone.wait(10)
            return (CALL.answer,)

        server.answer(answer_all_together)
        client = transport.client(CALL.service, server.url, connections=THREADS, environ={"AWS_CA_BUNDLE": bundle})
        for _ in range(3):
            outcomes = at_once(lambda: outcome_of(client, CALL.operation, CALL.request))
            assert outcomes == [Answered(CALL.means)] * THREADS
        assert len(server.connections) == THREADS


def test_after_a_freeze_each_call_reaches_the_server_once(
    transport: Transport, bundle: str, wire: Callable[[], Wire]
) -> None:
    with wire().answer(good_answer) as server:
        client = transport.client(CALL.service, server.url, connections=THREADS, environ={"AWS_CA_BUNDLE": bundle})
        for _ in range(3):
            before = len(server.requests)
            outcomes = at_once(lambda: outcome_of(client, CALL.operation, CALL.request))
            assert outcomes == [Answered(CALL.means)] * THREADS
            assert len(server.requests) == before + THREADS
            server.hang_up()


def test_a_connection_whose_call_failed_carries_no_other(transport: Transport) -> None:
    """Its answer may still come, and would be taken for the next call's."""
    late = http(200, b'{"MessageId": "of another call"}')
    with Wire().script((Pause(0.6), late), (CALL.answer,)) as server:
        client = transport.client(CALL.service, server.url, QUICK)
        outcome_of(client, CALL.operation, CALL.request)
        assert outcome_of(client, CALL.operation, CALL.request) == Answered(CALL.means)
        assert [request.connection for request in server.requests] == [1, 2]
