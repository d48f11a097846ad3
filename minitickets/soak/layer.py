"""The faults of SES and DynamoDB, as a WSGI layer before them.

Authorization ──► FaultLayer ──► Mailbox, …, moto
                    │  kill, cut, refuse, wait, make visible
                    └► books: what was asked for, carried out, and not answered
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable
from threading import Lock
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.wrappers import Response

from minitickets.soak.answers import cut, refusal
from minitickets.soak.books import Books
from minitickets.soak.environments import Environments
from minitickets.soak.publication import share_of
from minitickets.soak.request import FunctionRequest, read_request
from minitickets.soak.storm import CARRIED_OUT, CUTS, Event, Fault, Storm

_OVERLAP = 2.5  # seconds at most that a send waits for the other worker; its client gives up after 4

_SUCCESS = 300  # below
_FAILED_CONDITION = b"ConditionalCheckFailedException"


class FaultLayer:
    """Passes requests on, and lets some of them meet a fault.

    Args:
        app: what answers them.
        storm: which meet one.
        books: what to keep the books in.
        bookings: the bookings' numbers in the order of their publication.
        environments: whose requests they are.
        make_visible: ends the visibility timeout of the messages of that booking.

    Attributes:
        storm: which requests meet a fault, from now on.
    """

    def __init__(
        self,
        app: WSGIApplication,
        *,
        storm: Storm,
        books: Books,
        bookings: range,
        environments: Environments,
        make_visible: Callable[[int], None],
    ) -> None:
        self._app = app
        self.storm = storm
        self._books = books
        self._bookings = bookings
        self._environments = environments
        self._make_visible = make_visible
        self._attempts: Counter[tuple[str, str, int]] = Counter()
        self._lock = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers, refuses or hangs up."""
        request = read_request(environ)
        if request is None or request.booking not in self._bookings:
            return self._app(environ, start_response)
        log_stream = self._environments.log_stream(request.access_key_id)
        event = self._next(request)
        fault = self.storm.strikes(event, share_of(self._bookings, request.booking))
        if fault is not None:
            self._books.struck(request, log_stream, fault)
        return self._answer(environ, request, log_stream, event, fault)(environ, start_response)

    def _next(self, request: FunctionRequest) -> Event:
        with self._lock:
            which = request.service, request.operation, request.booking
            self._attempts[which] += 1
            return Event(request.service, request.operation, request.booking, self._attempts[which])

    def _answer(
        self, environ: WSGIEnvironment, request: FunctionRequest, log_stream: str, event: Event, fault: Fault | None
    ) -> Response:
        if fault is None:
            return self._carry_out(environ, request, log_stream, None)
        if fault.kind == "overlap":
            self._make_visible(request.booking)
            self._books.wait_for_another(request, _OVERLAP)
        response = (
            self._carry_out(environ, request, log_stream, fault) if fault.kind in CARRIED_OUT else Response(status=503)
        )
        if fault.kind in {"crashBefore", "crashAfter"}:
            self._environments.kill(request.access_key_id)
        if fault.kind == "slow":
            time.sleep(fault.seconds)
        if fault.kind in {"throttle", "serverError"}:
            return refusal(fault, event)
        return cut(environ) if fault.kind in CUTS else response

    def _carry_out(
        self, environ: WSGIEnvironment, request: FunctionRequest, log_stream: str, fault: Fault | None
    ) -> Response:
        def call() -> tuple[bool, Response]:
            response = Response.from_app(self._app, environ)
            recorded_before = request.operation == "PutItem" and _FAILED_CONDITION in response.data
            return response.status_code < _SUCCESS or recorded_before, response

        if request.service == "dynamodb" and request.job_key is None:  # the tickets' books are made at the end
            return call()[1]
        return self._books.carry_out(request, log_stream, fault, call)
