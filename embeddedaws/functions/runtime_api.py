"""What the Lambda Runtime API knows of one runtime, apart from HTTP."""

import json
import queue
import threading
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from embeddedaws.errors import EmbeddedAwsError
from embeddedaws.functions.invocation import Answer, Invocation

# Lambda quotas, "Invocation payload"; the API's own message gives the number that allows for its envelope.
_RESPONSE_BYTES = 6_291_556


class InitError(EmbeddedAwsError):
    """INIT failed; `payload` is the error as JSON, as the runtime reported it."""

    def __init__(self, payload: bytes) -> None:
        super().__init__(payload.decode(errors="replace"))
        self.payload = payload


class RuntimeApi:
    """Stands between the threads that invoke and the runtime that asks for invocations."""

    def __init__(self) -> None:
        self.initialised: Future[None] = Future()
        self._offered: queue.SimpleQueue[Invocation | None] = queue.SimpleQueue()
        self._current: Invocation | None = None
        self._lock = threading.Lock()
        self._ended: Exception | None = None

    def offer(self, invocation: Invocation) -> None:
        """Hands the invocation to the runtime at its next call; its answer fails at once if the runtime has ended."""
        with self._lock:
            self._current = invocation
            if self._ended is not None:
                _settle(invocation.answer, error=self._ended)
        self._offered.put(invocation)

    def end(self, error: Exception) -> None:
        """The runtime has ended: what waits for it fails with `error`."""
        with self._lock:
            self._ended = error
            if self._current is not None:
                _settle(self._current.answer, error=error)
        _settle(self.initialised, error=error)

    def close(self) -> None:
        """Ends a call of `next` that still waits."""
        self._offered.put(None)

    def next(self) -> Invocation | None:
        """What GET next answers with; None when the API closes."""
        _settle(self.initialised, result=None)
        return self._offered.get()

    def answer(self, request_id: str, answer: Answer) -> HTTPStatus:
        """Takes the answer to the current invocation."""
        with self._lock:
            if self._current is None or self._current.request_id != request_id:
                return HTTPStatus.BAD_REQUEST
            invocation = self._current
        if len(answer.payload) > _RESPONSE_BYTES:
            _settle(invocation.answer, result=_too_large())
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        _settle(invocation.answer, result=answer)
        return HTTPStatus.ACCEPTED

    def init_error(self, payload: bytes) -> HTTPStatus:
        """Takes the report that INIT failed."""
        _settle(self.initialised, error=InitError(payload))
        return HTTPStatus.ACCEPTED


def _settle(future: Future[Any], *, result: object = None, error: Exception | None = None) -> None:
    # The first to speak wins: an answer, the process's end or the API's.
    with suppress(InvalidStateError):
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def _too_large() -> Answer:
    message = f"Response payload size exceeded maximum allowed payload size ({_RESPONSE_BYTES} bytes)."
    error = {"errorMessage": message, "errorType": "Function.ResponseSizeTooLarge"}
    return Answer(json.dumps(error).encode(), raised=True)
