"""The faults of SES and DynamoDB, as a WSGI layer before them.

Authorization ──► FaultLayer ──► Mailbox, …, moto
                    │  kill, cut, refuse, wait, make visible
                    └► books: what was asked for, carried out, and not answered
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import Lock
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.wrappers import Response

from minitickets.books.faults import Fault, Kind
from minitickets.soak.answers import cut, refusal
from minitickets.soak.bookkeeper import Bookkeeper, Carried
from minitickets.soak.environments import Environments
from minitickets.soak.patience import is_lost
from minitickets.soak.request import FunctionRequest, read_request
from minitickets.soak.storm import NumberedCall, Storm

_OVERLAP = 2.5  # seconds at most that a send waits for the other worker; its client gives up after 4

_CUTS: frozenset[Kind] = frozenset({"lostRequest", "lostAnswer", "crashBefore", "crashAfter"})  # no answer
_CARRIED_OUT: frozenset[Kind] = frozenset({"lostAnswer", "slow", "crashAfter", "overlap"})

_SUCCESS = 300  # below
_FAILED_CONDITION = b"ConditionalCheckFailedException"


@dataclass(kw_only=True)
class FaultLayer:
    """Passes requests on, and lets some of them meet a fault.

    Args:
        app: what answers them.
        storm: which meet one.
        books: what to keep the books in.
        environments: whose requests they are.
        make_visible: ends the visibility timeout of the messages of that booking.
    """

    app: WSGIApplication
    storm: Storm
    books: Bookkeeper
    environments: Environments
    make_visible: Callable[[int], None]
    _attempts: Counter[tuple[str, str, int]] = field(init=False, default_factory=Counter[tuple[str, str, int]])
    _lock: Lock = field(init=False, default_factory=Lock)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers, refuses or hangs up."""
        request = read_request(environ)
        if request is None or request.booking not in self.storm.bookings:
            return self.app(environ, start_response)
        log_stream = self.environments.log_stream(request.access_key_id)
        call = self._next(request)
        fault = self.storm.strikes(call)
        if request.operation == "SendEmail":
            self.books.asked(request, log_stream)
        if fault is not None:
            self.books.struck(request, log_stream, fault)
        return self._answer(environ, request, log_stream, call, fault)(environ, start_response)

    def _next(self, request: FunctionRequest) -> NumberedCall:
        with self._lock:
            which = request.service, request.operation, request.booking
            self._attempts[which] += 1
            return NumberedCall(request.service, request.operation, request.booking, self._attempts[which])

    def _answer(
        self,
        environ: WSGIEnvironment,
        request: FunctionRequest,
        log_stream: str,
        call: NumberedCall,
        fault: Fault | None,
    ) -> Response:
        if fault is None:
            return self._carry_out(environ, request, log_stream, None)
        if fault.kind == "overlap":
            self.make_visible(request.booking)
            self.books.met(request, _OVERLAP)
        response = (
            self._carry_out(environ, request, log_stream, fault) if fault.kind in _CARRIED_OUT else Response(status=503)
        )
        if fault.kind in {"crashBefore", "crashAfter"}:
            self.environments.kill(request.access_key_id)
        if fault.seconds is not None:
            time.sleep(fault.seconds)
        if fault.kind in {"throttle", "serverError"}:
            return refusal(fault, call)
        return cut(environ) if fault.kind in _CUTS else response

    def _carry_out(
        self, environ: WSGIEnvironment, request: FunctionRequest, log_stream: str, fault: Fault | None
    ) -> Response:
        began = time.monotonic()

        def call() -> tuple[Carried, Response]:
            response = Response.from_app(self.app, environ)
            refused = _FAILED_CONDITION in response.data
            done = response.status_code < _SUCCESS or (refused and request.operation == "PutItem")  # recorded before
            seconds = time.monotonic() - began + ((fault and fault.seconds) or 0)
            lost = (fault is not None and fault.kind == "lostAnswer") or is_lost(environ, request.service, seconds)
            return Carried(done, _finds_record(request, response), refused, lost), response

        return self.books.carry_out(request, log_stream, fault, call)


def _finds_record(request: FunctionRequest, response: Response) -> bool:
    """Whether a look found a record that counts: no lease, and not expired."""
    if request.operation != "GetItem" or response.status_code >= _SUCCESS:
        return False
    item = json.loads(response.data).get("Item", {})
    return bool(item) and "leaseOwner" not in item and float(item.get("expiresAt", {}).get("N", 0)) >= time.time()
