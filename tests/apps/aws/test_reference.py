"""What an exception of botocore's means for the request, and how often the reference transport sends one."""

import threading
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import certifi
import pytest
from botocore.exceptions import (
    ClientError,
    ConnectionClosedError,
    ConnectTimeoutError,
    EndpointConnectionError,
    NoCredentialsError,
    ParamValidationError,
    ReadTimeoutError,
    SSLError,
)
from botocore.parsers import ResponseParserError

from aws.calls import CallFailed, IllFormed, NotSent, Refused, Timeouts, Unanswered
from aws.reference import BotocoreTransport, failure_of
from aws.shared_context import HandshakeFailed, shared_context


class Stalling(BaseHTTPRequestHandler):
    requests = 0
    release = threading.Event()

    def do_POST(self) -> None:
        Stalling.requests += 1
        self.release.wait(10)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 # the base class names it
        pass


@pytest.fixture
def stalling_server() -> Generator[str]:
    Stalling.requests = 0
    Stalling.release.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Stalling) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        Stalling.release.set()
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ReadTimeoutError(endpoint_url="x"), Unanswered),
        (ConnectionClosedError(endpoint_url="x"), Unanswered),
        (ResponseParserError("ada@example.com"), Unanswered),
        (ZeroDivisionError("ada@example.com"), Unanswered),
        (SSLError(endpoint_url="x", error=EOFError()), Unanswered),
        (ConnectTimeoutError(endpoint_url="x"), NotSent),
        (EndpointConnectionError(endpoint_url="x"), NotSent),
        (NoCredentialsError(), NotSent),
        (ParamValidationError(report="ada@example.com"), IllFormed),
        (ClientError({}, "SendEmail"), Refused),
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_an_exception_of_botocore_s_means(error: Exception, expected: type[CallFailed]) -> None:
    failure = failure_of(error, "SendEmail")
    assert type(failure) is expected
    assert "ada" not in str(failure)


def test_a_handshake_that_fails_lets_nothing_be_sent() -> None:
    refused = SSLError(endpoint_url="x", error=HandshakeFailed("self-signed"))
    refused.__cause__ = HandshakeFailed("self-signed")
    assert type(failure_of(refused, "SendEmail")) is NotSent


def test_a_file_of_roots_is_read_once(tmp_path: Path) -> None:
    roots = tmp_path / "roots.pem"
    roots.write_bytes(Path(certifi.where()).read_bytes())
    context = shared_context()
    context.load_verify_locations(str(roots))
    roots.unlink()
    context.load_verify_locations(str(roots))
    assert context.cert_store_stats()["x509_ca"] > 100


def test_a_refusal_is_told_whole() -> None:
    answer = {"Error": {"Code": "SlowDown", "Message": "too fast"}, "ResponseMetadata": {"HTTPStatusCode": 503}}
    failure = failure_of(ClientError(answer, "PutObject"), "PutObject")  # pyright: ignore[reportArgumentType]
    assert isinstance(failure, Refused)
    assert (failure.code, failure.text, failure.status, str(failure)) == (
        "SlowDown",
        "too fast",
        503,
        "PutObject: SlowDown",
    )


@pytest.mark.parametrize("tries", [1, 2])
def test_a_stalling_service_sees_as_many_requests_as_there_are_tries(
    stalling_server: str, monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    monkeypatch.setenv("AWS_ENDPOINT_URL_SESV2", stalling_server)
    client = BotocoreTransport("ap-south-1").client("sesv2", Timeouts(connect=1, read=0.3), tries=tries)
    with pytest.raises(Unanswered):
        client.call("SendEmail", {"Content": {}})
    assert Stalling.requests == tries
