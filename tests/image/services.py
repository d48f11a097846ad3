"""AWS as both functions need it for a batch, on loopback: everything is accepted, and counted."""

import json
from collections import Counter
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from tickets.signing_key import create_key_ring, serialize_key_ring

_ANSWERS = {
    "SendEmail": {"MessageId": "email"},
    "GetSecretValue": {"SecretString": serialize_key_ring(create_key_ring())},
}


class Services:
    """A WSGI application.

    Attributes:
        counts: the calls by their operations.
    """

    def __init__(self) -> None:
        self.counts = Counter[str]()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        operation = _operation(environ)
        self.counts[operation] += 1
        start_response("200 OK", [("Content-Type", "application/x-amz-json-1.0")])
        return [b"" if operation == "PutObject" else json.dumps(_ANSWERS.get(operation, {})).encode()]


def _operation(environ: WSGIEnvironment) -> str:
    if target := environ.get("HTTP_X_AMZ_TARGET"):
        return target.rpartition(".")[2]
    return {"PUT": "PutObject", "POST": "SendEmail"}[environ["REQUEST_METHOD"]]
