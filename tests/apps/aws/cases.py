"""What a server may do to a call, and what must become of the call: a case a line."""

import json
from typing import Any, NamedTuple

from aws.calls import Refused, Unanswered
from tests.apps.aws.calls import http
from tests.apps.aws.outcomes import Failed, Outcome
from tests.fixtures.wire_connection import Script

LOST = Failed(Unanswered)
HTML = b"<html><body><h1>503 Service Unavailable</h1></body></html>"


class Case(NamedTuple):
    """What a server does to an operation, what becomes of it, and whether a second try may help."""

    operation: str
    script: Script
    outcome: Outcome
    retried: bool | None = False  # None where it is all one
    greeting: Script = ()
    or_else: Outcome | None = None  # where either is right


def refusal(operation: str, status: int, code: str, body: Any, *headers: str, retried: bool = False) -> Case:
    """An answer that is an error; its body is JSON unless it is bytes."""
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Case(operation, (http(status, sent, *headers),), Failed(Refused, code, status), retried)


def odd(body: bytes) -> Case:
    """An error that says nothing: of such a body any code may be made, or nothing be believed at all."""
    return Case("SendEmail", (http(400, body),), Failed(Refused, "400", 400), None, or_else=LOST)


def xml(code: str) -> bytes:
    """S3's form of an error."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>{code}</Code><Message>m</Message></Error>'.encode()


def typed(name: str, message: str = "secret-words", key: str = "message") -> dict[str, str]:
    """The form of an error in JSON."""
    return {"__type": name, key: message}
