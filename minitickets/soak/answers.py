"""How SES and DynamoDB refuse, and how a connection ends without an answer."""

import json
import socket
from contextlib import suppress
from dataclasses import dataclass
from wsgiref.types import WSGIEnvironment

from werkzeug.wrappers import Response

from minitickets.books.faults import Fault
from minitickets.soak.storm import NumberedCall


@dataclass(frozen=True)
class _Refusal:
    status: int
    code: str
    message: str


# API references: SES version 2 SendEmail and its common errors; DynamoDB developer guide, "Error handling".
_REFUSALS = {
    ("ses", "throttle"): (_Refusal(429, "TooManyRequestsException", "Maximum sending rate exceeded."),),
    ("ses", "serverError"): (
        _Refusal(500, "InternalServiceErrorException", "Internal service error."),
        _Refusal(503, "ServiceUnavailable", "The service is unavailable. Please try again shortly."),
    ),
    ("dynamodb", "throttle"): (
        _Refusal(
            400,
            "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
            "The level of configured provisioned throughput for the table was exceeded.",
        ),
        _Refusal(400, "com.amazon.coral.availability#ThrottlingException", "Rate of requests exceeds the limit."),
    ),
    ("dynamodb", "serverError"): (
        _Refusal(500, "com.amazonaws.dynamodb.v20120810#InternalServerError", "Internal server error."),
    ),
}


def refusal(fault: Fault, call: NumberedCall) -> Response:
    """The refusal, in the service's own form; the codes that mean the same take turns."""
    choices = _REFUSALS[fault.service, fault.kind]
    chosen = choices[(call.booking + call.attempt) % len(choices)]
    response = Response(status=chosen.status, content_type="application/x-amz-json-1.0")
    if fault.service == "ses":
        response.headers["x-amzn-ErrorType"] = chosen.code
        response.set_data(json.dumps({"message": chosen.message}))
    else:
        response.set_data(json.dumps({"__type": chosen.code, "message": chosen.message}))
    return response


def cut(environ: WSGIEnvironment) -> Response:
    """Ends the connection at once; the answer goes nowhere."""
    connection: socket.socket = environ["werkzeug.socket"]
    with suppress(OSError):  # it has ended already
        connection.shutdown(socket.SHUT_RDWR)
    return Response(status=503)
