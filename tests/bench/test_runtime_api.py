"""The Runtime API that hands events over, and the clock that is read beside it."""

import json
import os
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection

import pytest

from bench.errors import BenchError
from bench.function import _processor_clock
from bench.runtime_api import RuntimeApi

NEXT, BEGIN = "/2018-06-01/runtime/invocation/next", "/2018-06-01/runtime/invocation"


@contextmanager
def _served(*, alive: bool = True) -> Generator[RuntimeApi]:
    api = RuntimeApi(lambda: alive)
    yield api
    api.close()


def _answer_once(address: str, how: str) -> dict[str, str]:
    """A runtime client of one invocation; what it was told."""
    connection = HTTPConnection(address, timeout=10)
    connection.request("GET", NEXT)
    asked = connection.getresponse()
    event, request_id = json.loads(asked.read()), asked.headers["Lambda-Runtime-Aws-Request-Id"]
    connection.request("POST", f"{BEGIN}/{request_id}/{how}", body=json.dumps({"seen": event}))
    connection.getresponse().read()
    connection.close()
    return dict(asked.headers)


def test_an_event_is_handed_over_and_the_answer_taken() -> None:
    with _served() as api, ThreadPoolExecutor(1) as pool:
        client = pool.submit(_answer_once, api.address, "response")
        api.wait_for_next(10)
        before = time.time()

        assert api.ask({"Records": []}, 10) == {"seen": {"Records": []}}
        assert before + 9 < int(client.result()["Lambda-Runtime-Deadline-Ms"]) / 1000 <= time.time() + 10


def test_an_error_ends_the_measurement() -> None:
    with _served() as api, ThreadPoolExecutor(1) as pool:
        client = pool.submit(_answer_once, api.address, "error")
        api.wait_for_next(10)
        with pytest.raises(BenchError, match=r"^a function failed: "):
            api.ask({}, 10)
        client.result()


def test_nobody_waits_for_a_process_that_has_ended() -> None:
    with _served(alive=False) as api, pytest.raises(BenchError, match=r"^a function's process has ended$"):
        api.wait_for_next(10)


def test_the_clock_of_a_process_is_its_own_account() -> None:
    earlier, read, later = time.process_time(), time.clock_gettime(_processor_clock(os.getpid())), time.process_time()

    assert earlier <= read <= later
