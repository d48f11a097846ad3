"""TLS: nothing is said to a server that does not prove who it is."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
import trustme

from aws.calls import NotSent
from tests.apps.aws.calls import CALLS, good_answer, http
from tests.apps.aws.outcomes import Answered, Failed, outcome_of
from tests.apps.aws.transports import QUICK, Transport
from tests.fixtures.certificates import server_context
from tests.fixtures.wire import Wire
from tests.fixtures.wire_connection import Drip, Ending

CALL = CALLS["SendEmail"]
SLACK = 4  # seconds, of a machine that does other things too: the server waits longer


def wire(context: Callable[[], object]) -> Callable[[], Wire]:
    return lambda: Wire(tls=context())  # pyright: ignore[reportArgumentType]


def plainly(*greeting: bytes | Drip | Ending) -> Callable[[], Wire]:
    return lambda: Wire(scheme="https", greeting=greeting)


UNPROVEN: dict[str, Callable[[], AbstractContextManager[Wire]]] = {
    "another authority": wire(lambda: server_context(issuer=trustme.CA())),
    "another name": wire(lambda: server_context("sqs.example")),
    "a part of the name": wire(lambda: server_context("*.localhost")),
    "an address instead of the name": wire(lambda: server_context("127.0.0.1")),
    "expired": wire(lambda: server_context(expired=True)),
    "an old version": wire(lambda: server_context(oldest_only=True)),
    "no TLS": plainly(http(400, b"This is no TLS"), Ending.CLOSE),
    "nonsense for TLS": plainly(b"\x16\x03\x03\x00\x02xx" * 10, Ending.CLOSE),
    "closed before TLS": plainly(Ending.CLOSE),
    "reset before TLS": plainly(Ending.RESET),
}


@pytest.mark.parametrize("name", UNPROVEN)
def test_a_server_that_does_not_prove_itself_hears_nothing(transport: Transport, bundle: str, name: str) -> None:
    with UNPROVEN[name]() as server:
        client = transport.client(CALL.service, server.answer(good_answer).url, environ={"AWS_CA_BUNDLE": bundle})
        assert outcome_of(client, CALL.operation, CALL.request) in transport.right(name, Failed(NotSent))
        assert not server.requests


@pytest.mark.parametrize("names", [("localhost",), ("other.example", "localhost")])
def test_a_server_that_proves_itself_is_asked(transport: Transport, bundle: str, names: tuple[str, ...]) -> None:
    with Wire(tls=server_context(*names)).answer(good_answer) as server:
        client = transport.client(CALL.service, server.url, environ={"AWS_CA_BUNDLE": bundle})
        assert outcome_of(client, CALL.operation, CALL.request) == Answered(CALL.means)


def test_an_authority_of_ours_is_not_trusted_unless_named(transport: Transport) -> None:
    with Wire(tls=server_context()).answer(good_answer) as server:
        client = transport.client(CALL.service, server.url)
        assert outcome_of(client, CALL.operation, CALL.request).kind is NotSent
        assert not server.requests


STALLS: dict[str, tuple[bytes | Drip | Ending, ...]] = {
    "a stall before TLS": (Ending.HANG,),
    "a dripping handshake": (b"\x16\x03\x03\x20\x00", Drip(b"\x02" * 80, 0.1), Ending.HANG),
}


@pytest.mark.parametrize("name", STALLS)
def test_a_handshake_that_stalls_has_the_connect_timeout(transport: Transport, bundle: str, name: str) -> None:
    with plainly(*STALLS[name])() as server:
        client = transport.client(CALL.service, server.url, QUICK, environ={"AWS_CA_BUNDLE": bundle})
        start = time.monotonic()
        assert outcome_of(client, CALL.operation, CALL.request) in transport.right(name, Failed(NotSent))
        assert time.monotonic() - start < QUICK.connect + SLACK


def test_a_handshake_is_made_once_for_many_calls(transport: Transport, bundle: str) -> None:
    with Wire(tls=server_context()).answer(good_answer) as server:
        client = transport.client(CALL.service, server.url, environ={"AWS_CA_BUNDLE": bundle})
        for _ in range(5):
            assert outcome_of(client, CALL.operation, CALL.request) == Answered(CALL.means)
        assert len(server.connections) == 1
