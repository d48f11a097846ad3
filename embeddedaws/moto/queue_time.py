"""The time that the embedded queues go by, and the long poll that keeps to it."""

import json
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from http import HTTPStatus
from io import BytesIO
from typing import Any
from unittest.mock import patch
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from moto.logs import models as logs_models
from moto.sqs import models as sqs_models
from moto.sqs.models import Queue, sqs_backends
from werkzeug.wrappers import Response

from embeddedaws.clients import queue_name

_LOOK_AGAIN = 0.05  # seconds
_WAIT = range(21)  # seconds, ReceiveMessage; moto refuses what is outside


class QueueClock:
    """Epoch time for queues: visibility timeouts, delays and retention.

    It can run faster than the wall clock, and it can be put forward when everybody is only waiting.
    """

    def __init__(self, speed: float = 1.0) -> None:
        self._speed = speed
        self._origin = time.time()
        self._started = time.monotonic()
        self.skipped = 0.0
        """Seconds by which the clock was put forward so far."""

    def now(self) -> float:
        """Epoch seconds."""
        return self._origin + (time.monotonic() - self._started) * self._speed + self.skipped

    def skip(self, seconds: float) -> None:
        """Puts the clock forward."""
        self.skipped += seconds

    def wall_seconds(self, seconds: float) -> float:
        """How many seconds of the wall clock a span of queue time takes."""
        return seconds / self._speed

    @contextmanager
    def installed(self) -> Generator[None]:
        """Makes moto's queues go by this clock, and its log groups, which take no lines from the future."""
        with (
            patch.object(sqs_models, "unix_time", self.now),
            patch.object(sqs_models, "unix_time_millis", lambda: self.now() * 1000),
            patch.object(logs_models, "utcnow", lambda: datetime.fromtimestamp(self.now(), UTC).replace(tzinfo=None)),
        ):
            yield


class LongPolling:
    """Answers ReceiveMessage as soon as a message becomes visible.

    moto looks for messages whose visibility timeout has ended only once a second, and blocks while it waits.
    """

    def __init__(self, app: WSGIApplication, clock: QueueClock) -> None:
        self._app = app
        self._clock = clock

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Passes everything on; a receive is asked again until there is a message, a refusal, or its wait is over."""
        if environ.get("HTTP_X_AMZ_TARGET") != "AmazonSQS.ReceiveMessage":
            return self._app(environ, start_response)
        request: dict[str, Any] = json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
        wait = _wait_of(request)
        until = time.monotonic() + self._clock.wall_seconds(wait)
        body = json.dumps(request | {"WaitTimeSeconds": 0 if wait in _WAIT else wait}).encode()
        while True:
            response = Response.from_app(self._app, with_body(environ, body))
            if response.status_code != HTTPStatus.OK or b"Messages" in response.data or time.monotonic() >= until:
                return response(environ, start_response)
            while not _holds_visible(request["QueueUrl"]) and time.monotonic() < until:
                time.sleep(_LOOK_AGAIN)


def with_body(environ: WSGIEnvironment, body: bytes) -> WSGIEnvironment:
    """The environment with a body that was read before."""
    # A copy each time: moto's Flask application keeps its parsed request in the environment.
    return {
        **{key: value for key, value in environ.items() if not key.startswith("werkzeug.request")},
        "wsgi.input": BytesIO(body),
        "CONTENT_LENGTH": str(len(body)),
    }


def _wait_of(request: Mapping[str, Any]) -> int:
    """The seconds that a receive asks for, or else its queue."""
    asked = request.get("WaitTimeSeconds")
    if asked is not None:
        return int(asked)
    return max((vars(queue)["receive_message_wait_time_seconds"] for queue in _queues(request["QueueUrl"])), default=0)


def _holds_visible(queue_url: str) -> bool:
    return any(queue.messages for queue in _queues(queue_url))


def _queues(queue_url: str) -> Iterator[Queue]:
    """The queues of that name, of which there is one in a region."""
    name = queue_name(queue_url)
    for regions in sqs_backends.values():
        yield from (backend.queues[name] for backend in regions.values() if name in backend.queues)
