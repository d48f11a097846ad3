"""What a mistake in the default transport would do to a customer, each in a call or two; the whole is in the others."""

import socket
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import Any

import pytest

from aws.calls import CallFailed, Client, IllFormed, NotSent, Refused, Timeouts, Unanswered
from aws.direct import DirectTransport
from aws.tls import shared_context

LAMBDA = {"AWS_REGION": "eu-central-1", "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "secret"}
EMAIL = {"Content": {"Simple": {"Subject": {"Data": "Your tickets"}, "Body": {}}}}
SENT = b'HTTP/1.1 200 OK\r\nContent-Length: 18\r\n\r\n{"MessageId": "m"}'
FAILED = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"
QUICK = Timeouts(connect=0.3, read=0.3)
Script = Sequence[Sequence[bytes]]  # of each connection: what is said after each request; then it is closed


class Server:
    """Plays a script on loopback and counts requests."""

    def __init__(self, script: Script, pause: float, *, drips: bool) -> None:
        self.requests = 0
        self._script, self._pause, self._drips = script, pause, drips
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        for answers in self._script:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            connection.settimeout(0.6)
            with connection, suppress(OSError):  # a client that gave up, or has no more to ask
                for answer in answers:
                    if not connection.recv(65_536):
                        break
                    self.requests += 1
                    for part in answer.splitlines(keepends=True) if self._drips else [answer]:
                        time.sleep(self._pause)
                        connection.sendall(part)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(5)


Serve = Callable[..., Server]


@pytest.fixture
def serve() -> Generator[Serve]:
    servers: list[Server] = []

    def begin(*script: Sequence[bytes], pause: float = 0, drips: bool = False) -> Server:
        servers.append(Server(script, pause, drips=drips))
        return servers[-1]

    yield begin
    for server in servers:
        server.close()


def client_of(server: Server, **options: Any) -> Client:
    aws = DirectTransport({**LAMBDA, "AWS_ENDPOINT_URL": server.url})
    return aws.client("sesv2", QUICK, **options)


def failure_of(client: Client, request: Any = EMAIL) -> type[CallFailed]:
    with pytest.raises(CallFailed) as failed:
        client.call("SendEmail", request)
    return type(failed.value)


def test_an_email_is_asked_for_once(serve: Serve) -> None:
    for answers in ([FAILED, SENT], [b"", SENT]):
        server = serve(answers, answers)
        assert failure_of(client_of(server)) in (Refused, Unanswered)
        assert server.requests == 1


def test_what_may_be_repeated_is_tried_as_often_as_said(serve: Serve) -> None:
    server = serve([FAILED, SENT])
    assert client_of(server, tries=2).call("SendEmail", EMAIL) == {"MessageId": "m"}
    assert server.requests == 2


def test_an_answer_that_is_cut_or_late_is_none(serve: Serve) -> None:
    assert failure_of(client_of(serve([SENT[:-5]]))) is Unanswered
    assert failure_of(client_of(serve([SENT], pause=0.1, drips=True))) is Unanswered


def test_a_connection_that_the_server_left_is_not_used(serve: Serve) -> None:
    server = serve([SENT], [SENT])
    client = client_of(server)
    for _ in range(2):
        assert client.call("SendEmail", EMAIL) == {"MessageId": "m"}
        time.sleep(0.05)
    assert server.requests == 2


def test_a_late_answer_is_not_another_call_s(serve: Serve) -> None:
    client = client_of(serve([SENT, SENT], [SENT], pause=0.4))
    assert failure_of(client) is Unanswered
    assert failure_of(client) is Unanswered  # the first one's comes while this one waits


@pytest.mark.parametrize("left_out", ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"])
def test_without_credentials_nothing_is_sent(serve: Serve, left_out: str) -> None:
    server = serve([SENT])
    aws = DirectTransport({**LAMBDA, "AWS_ENDPOINT_URL": server.url, left_out: ""})
    assert failure_of(aws.client("sesv2", QUICK)) is NotSent
    assert server.requests == 0


@pytest.mark.parametrize("request_", [{}, {**EMAIL, "Bcc": "x"}, {"Content": "x"}, {**EMAIL, "FromEmailAddress": 7}])
def test_what_the_service_would_never_take_is_not_sent(serve: Serve, request_: Any) -> None:
    server = serve([SENT])
    assert failure_of(client_of(server), request_) is IllFormed
    assert server.requests == 0


@pytest.mark.parametrize("variable", ["AWS_USE_FIPS_ENDPOINT", "AWS_USE_DUALSTACK_ENDPOINT", "HTTPS_PROXY"])
def test_what_only_botocore_can_do_is_refused_by_name(variable: str) -> None:
    with pytest.raises(ValueError, match=f"{variable} is for the transport boto3 alone"):
        DirectTransport({**LAMBDA, variable: "true"})


def test_roots_are_read_once_and_names_verified() -> None:
    context = shared_context({})
    assert context is shared_context({})
    assert (context.check_hostname, context.verify_mode.name) == (True, "CERT_REQUIRED")
