"""How SES and DynamoDB refuse, and how a connection ends without an answer."""

import json
import socket
from contextlib import suppress
from wsgiref.types import WSGIEnvironment

from werkzeug.wrappers import Response

from minitickets.books.faults import Fault
from minitickets.soak.storm import NumberedCall

# Status, code, message. API references: SES version 2 SendEmail and its common errors; DynamoDB developer guide, "Error
# handling".
_REFUSALS = {
    ("ses", "throttle"): ((429, "TooManyRequestsException", "Maximum sending rate exceeded."),),
    ("ses", "serverError"): (
        (500, "InternalServiceErrorException", "Internal service error."),
        (503, "ServiceUnavailable", "The service is unavailable. Please try again shortly."),
    ),
    ("dynamodb", "throttle"): (
        (
            400,
            "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",
            "The level of configured provisioned throughput for the table was exceeded.",
        ),
        (400, "com.amazon.coral.availability#ThrottlingException", "Rate of requests exceeds the limit."),
    ),
    ("dynamodb", "serverError"): (
        (500, "com.amazonaws.dynamodb.v20120810#InternalServerError", "Internal server error."),
    ),
}


def refusal(fault: Fault, call: NumberedCall) -> Response:
    """The refusal, in the service's own form; the codes that mean the same take turns."""
    choices = _REFUSALS[fault.service, fault.kind]
    status, code, message = choices[(call.booking + call.attempt) % len(choices)]
    in_header = fault.service == "ses"
    body = {"message": message} if in_header else {"__type": code, "message": message}
    headers = {"x-amzn-ErrorType": code} if in_header else {}
    return Response(json.dumps(body), status, headers, content_type="application/x-amz-json-1.0")


def cut(environ: WSGIEnvironment) -> Response:
    """Ends the connection at once; the answer goes nowhere."""
    connection: socket.socket = environ["werkzeug.socket"]
    with suppress(OSError):  # it has ended already
        connection.shutdown(socket.SHUT_RDWR)
    return Response(status=503)
