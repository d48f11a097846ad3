"""What the services were asked for and answered, noted where they answer: a witness that is none of the functions.

Authorization ──► Witness ──► Mailbox, …, moto
"""

import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.wrappers import Response

_CALLER = re.compile(r"Credential=([^/]+)/")
_SEND_EMAIL = "/v2/email/outbound-emails"
_OK = 200

Request = dict[str, Any]
Note = Callable[[str, Request, Response], None]


@dataclass(frozen=True)
class SentEmail:
    """An email that SES took."""

    request: Request
    """The parameters of SendEmail."""
    message_id: str
    at: float
    """Epoch seconds of the wall clock, when SES had answered."""
    looked: frozenset[str]
    """The job keys that its sender had looked up before, with a consistent read."""


@dataclass(frozen=True)
class Hide:
    """Somebody set a received message's visibility timeout."""

    message_id: str
    receive_count: int
    seconds: int


class Witness:
    """A layer before the services that passes everything on.

    Attributes:
        emails: what SES took, in its order.
        refused: how often SES took nothing for a recipient.
        bodies: every message that was received, by its id.
        hides: each change of a visibility timeout.
    """

    def __init__(self) -> None:
        self.emails: list[SentEmail] = []
        self.refused: Counter[str] = Counter()
        self.bodies: dict[str, str] = {}
        self.hides: list[Hide] = []
        self._services: WSGIApplication
        self._received: dict[str, tuple[str, int]] = {}  # message id and receive count, by receipt handle
        self._looked: dict[str, set[str]] = defaultdict(set)  # by access key, of which each environment has one
        self._lock = Lock()
        self._notes: Mapping[str, Note] = {
            "SendEmail": self._note_email,
            "GetItem": self._note_look,
            "ReceiveMessage": self._note_receive,
            "ChangeMessageVisibility": self._note_hides,
            "ChangeMessageVisibilityBatch": self._note_hides,
        }

    def before(self, services: WSGIApplication) -> WSGIApplication:
        """Takes its place before the services."""
        self._services = services
        return self

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Passes the request on, and notes what came of it."""
        is_email = environ["PATH_INFO"] == _SEND_EMAIL
        note = self._notes.get("SendEmail" if is_email else environ.get("HTTP_X_AMZ_TARGET", "").rpartition(".")[2])
        if note is None:
            return self._services(environ, start_response)
        request = json_body(environ)
        response = Response.from_app(self._services, environ)
        caller = _CALLER.search(environ.get("HTTP_AUTHORIZATION", ""))
        with self._lock:
            note(caller[1] if caller else "", request, response)
        return response(environ, start_response)

    def _note_email(self, caller: str, request: Request, response: Response) -> None:
        if response.status_code == _OK:
            looked = frozenset(self._looked[caller])
            self.emails.append(SentEmail(request, json.loads(response.data)["MessageId"], time.time(), looked))
        else:
            self.refused.update(request.get("Destination", {}).get("ToAddresses", []))

    def _note_look(self, caller: str, request: Request, response: Response) -> None:
        key = request.get("Key", {}).get("jobKey", {}).get("S")
        if response.status_code == _OK and key and request.get("ConsistentRead"):
            self._looked[caller].add(key)

    def _note_receive(self, caller: str, request: Request, response: Response) -> None:  # noqa: ARG002 - as the others
        if response.status_code != _OK or b'"Messages"' not in response.data:
            return
        for message in json.loads(response.data)["Messages"]:
            count = int(message.get("Attributes", {}).get("ApproximateReceiveCount", 1))
            self.bodies[message["MessageId"]] = message["Body"]
            self._received[message["ReceiptHandle"]] = message["MessageId"], count

    def _note_hides(self, caller: str, request: Request, response: Response) -> None:  # noqa: ARG002 - as the others
        for entry in request.get("Entries", [request]):
            if received := self._received.get(entry.get("ReceiptHandle", "")):
                self.hides.append(Hide(*received, int(entry.get("VisibilityTimeout", 0))))


def json_body(environ: WSGIEnvironment) -> Request:
    """A request's body, which can be read again."""
    body = environ["wsgi.input"].read()
    environ["wsgi.input"].seek(0)
    return json.loads(body)
