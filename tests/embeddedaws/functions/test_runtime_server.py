import json
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, RemoteDisconnected

import pytest

from embeddedaws.functions.invocation import Answer, Invocation
from embeddedaws.functions.runtime_api import InitError, RuntimeApi
from embeddedaws.functions.runtime_server import RuntimeServer

RUNTIME = "/2018-06-01/runtime"


@pytest.fixture
def api() -> RuntimeApi:
    return RuntimeApi()


@pytest.fixture
def connection(api: RuntimeApi) -> Iterator[HTTPConnection]:
    server = RuntimeServer(api)
    connection = HTTPConnection(server.address, timeout=5)
    yield connection
    connection.close()
    server.close()


def invocation(request_id: str = "request-1") -> Invocation:
    return Invocation(request_id=request_id, payload=b'{"a": 1}', deadline=1234, function_arn="arn", trace_id="Root=1")


def offered(api: RuntimeApi) -> Invocation:
    current = invocation()
    api.offer(current)
    return current


def call(connection: HTTPConnection, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
    connection.request(method, f"{RUNTIME}{path}", body)
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_next_brings_the_event_with_its_headers(api: RuntimeApi, connection: HTTPConnection) -> None:
    api.offer(invocation())

    connection.request("GET", f"{RUNTIME}/invocation/next")
    answer = connection.getresponse()

    assert (answer.status, answer.read()) == (200, b'{"a": 1}')
    assert answer.headers["Lambda-Runtime-Aws-Request-Id"] == "request-1"
    assert answer.headers["Lambda-Runtime-Deadline-Ms"] == "1234"
    assert answer.headers["Lambda-Runtime-Invoked-Function-Arn"] == "arn"
    assert answer.headers["Lambda-Runtime-Trace-Id"] == "Root=1"


def test_the_first_next_ends_init_and_waits_for_an_invocation(api: RuntimeApi, connection: HTTPConnection) -> None:
    waiting = threading.Thread(target=call, args=(connection, "GET", "/invocation/next"))
    waiting.start()

    api.initialised.result(5)
    assert waiting.is_alive()
    api.offer(invocation())
    waiting.join(5)
    assert not waiting.is_alive()


@pytest.mark.parametrize(("end", "raised"), [("response", False), ("error", True)], ids=["returned", "raised"])
def test_an_answer_reaches_the_one_who_invoked(
    api: RuntimeApi, connection: HTTPConnection, end: str, *, raised: bool
) -> None:
    current = offered(api)

    status, _ = call(connection, "POST", f"/invocation/request-1/{end}", b"[]")

    assert status == 202
    assert current.answer.result(0) == Answer(b"[]", raised=raised)


def test_a_failed_init_is_passed_on(api: RuntimeApi, connection: HTTPConnection) -> None:
    assert call(connection, "POST", "/init/error", b'{"errorType": "X"}')[0] == 202

    with pytest.raises(InitError, match="errorType"):
        api.initialised.result(0)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/invocation/another/response", 400),
        ("POST", "/invocation/request-1/nonsense", 404),
        ("GET", "/restore/next", 404),
    ],
    ids=["another request", "unknown end", "unknown path"],
)
def test_a_wrong_call_is_refused(
    api: RuntimeApi, connection: HTTPConnection, method: str, path: str, status: int
) -> None:
    current = offered(api)

    assert call(connection, method, path, b"{}")[0] == status
    assert not current.answer.done()


def test_an_answer_that_is_too_large_is_refused_and_reported(api: RuntimeApi, connection: HTTPConnection) -> None:
    current = offered(api)

    status, _ = call(connection, "POST", "/invocation/request-1/response", b"x" * 6_291_557)

    assert status == 413
    assert json.loads(current.answer.result(0).payload)["errorType"] == "Function.ResponseSizeTooLarge"


def test_the_end_of_the_runtime_fails_what_waits_and_what_comes_after(api: RuntimeApi) -> None:
    current, later = invocation(), invocation("request-2")
    api.offer(current)
    api.end(ChildProcessError("gone"))
    api.offer(later)

    for failed in (current.answer, later.answer, api.initialised):
        with pytest.raises(ChildProcessError, match="gone"):
            failed.result(0)


def test_an_answer_that_came_before_the_end_stays(api: RuntimeApi) -> None:
    current = offered(api)
    api.answer("request-1", Answer(b"done"))
    api.end(ChildProcessError("gone"))

    assert current.answer.result(0) == Answer(b"done")


def test_close_ends_a_call_that_waits(api: RuntimeApi) -> None:
    server = RuntimeServer(api)
    connection = HTTPConnection(server.address, timeout=5)
    connection.request("GET", f"{RUNTIME}/invocation/next")
    api.initialised.result(5)

    server.close()

    with pytest.raises(RemoteDisconnected):
        connection.getresponse()
    connection.close()
