"""What a request of a function's code is about."""

import json
import re
from dataclasses import dataclass
from typing import Any
from wsgiref.types import WSGIEnvironment

from minitickets.books.bookings import of_address, of_key
from minitickets.books.faults import Service
from tickets.claim import claimed_booking

_CREDENTIAL = re.compile(r"Credential=(?P<key>[^/]+)/[^/]+/[^/]+/(?P<service>[^/]+)/")
_SEND_EMAIL = "/v2/email/outbound-emails"


@dataclass(frozen=True)
class FunctionRequest:
    """A call that a function made for one booking.

    Args:
        access_key_id: what it is signed with; each execution environment has its own.
        invocation: tells invocations apart.
        service: the called service.
        operation: the API's name; `PutItem (lease)` takes or gives back a lease, `PutItem (claim)` claims the
            booking for its user, `PutItem (ticket)` is of the tickets.
        booking: the booking's number.
    """

    access_key_id: str
    invocation: str
    service: Service
    operation: str
    booking: int


def read_request(environ: WSGIEnvironment) -> FunctionRequest | None:
    """Reads a request, and leaves its body to be read again; None for any that is no function's call for a booking."""
    # botocore sends the trace id that an invocation came with, so that AWS can stop functions that call each other.
    trace = environ.get("HTTP_X_AMZN_TRACE_ID")
    signed = _CREDENTIAL.search(environ.get("HTTP_AUTHORIZATION", ""))
    if trace is None or signed is None:
        return None
    if signed["service"] == "ses" and environ["PATH_INFO"] == _SEND_EMAIL:
        address = json_body(environ)["Destination"]["ToAddresses"][0]
        return FunctionRequest(signed["key"], trace, "ses", "SendEmail", of_address(address))
    if signed["service"] == "dynamodb":
        return _item_request(environ, signed["key"], trace)
    return None


def _item_request(environ: WSGIEnvironment, access_key_id: str, trace: str) -> FunctionRequest | None:
    operation = environ.get("HTTP_X_AMZ_TARGET", "").rpartition(".")[2]
    body = json_body(environ)
    item: dict[str, dict[str, str]] = body.get("Item") or body.get("Key") or {}
    if "jobKey" in item:
        lease = " (lease)" if "leaseOwner" in item else ""
        return FunctionRequest(access_key_id, trace, "dynamodb", operation + lease, of_key(item["jobKey"]["S"]))
    if "ticketId" in item:
        booking_id = claimed_booking(item)
        what, key = ("ticket", item["ticketId"]["S"]) if booking_id is None else ("claim", booking_id)
        return FunctionRequest(access_key_id, trace, "dynamodb", f"{operation} ({what})", of_key(key))
    return None


def json_body(environ: WSGIEnvironment) -> dict[str, Any]:
    """A request's body, which can be read again."""
    body = environ["wsgi.input"].read()
    environ["wsgi.input"].seek(0)
    return json.loads(body)
