"""SES as the embedded AWS has it: SendEmail checks the sender and keeps each email as a file.

moto's own loses the text part where there is HTML, and knows no failures. Like SES, which has a mailbox simulator for
this (`bounce@simulator.amazonses.com` and so on), some recipients make a failure happen on purpose:

    fails-once@simulator.minitickets.example       the first SendEmail answers 503, the next is accepted
    fails-3-times@simulator.minitickets.example    and so on
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from threading import Lock
from typing import Any
from uuid import uuid4
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.wrappers import Request, Response

_FAILS = re.compile(r"fails-(once|(?P<times>[0-9]{1,3})-times)@simulator\.minitickets\.example")

_SEND_EMAIL = ("POST", "/v2/email/outbound-emails")


@dataclass(frozen=True)
class Email:
    """One email that SES accepted."""

    message_id: str
    sent_at: datetime
    sender: str
    recipient: str
    subject: str
    text: str
    html: str


@dataclass(frozen=True)
class _Refusal(Exception):  # noqa: N818 - SES answers it, nobody handles it as an error
    status: int
    code: str
    message: str


class Mailbox:
    """Takes SendEmail requests and passes all others on."""

    def __init__(self, app: WSGIApplication, folder: Path, is_verified: Callable[[str], bool]) -> None:
        """Wraps an application.

        Args:
            app: what answers all other requests.
            folder: where the emails are kept, as `.eml` to open in a mail program and `.html` to open in a browser.
            is_verified: whether an address or a domain is a verified identity.
        """
        self.emails: list[Email] = []
        self._app = app
        self._folder = folder
        self._is_verified = is_verified
        self._failures: Counter[str] = Counter()
        self._lock = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers as SES does (API reference, version 2: SendEmail)."""
        request = Request(environ)
        if (request.method, request.path) != _SEND_EMAIL:
            return self._app(environ, start_response)
        try:
            response = _json_response(200, {"MessageId": self._send(json.loads(request.get_data()))})
        except _Refusal as refusal:
            response = _json_response(refusal.status, {"message": refusal.message})
            response.headers["x-amzn-ErrorType"] = refusal.code
        return response(environ, start_response)

    def _send(self, request: Mapping[str, Any]) -> str:
        sender = str(request.get("FromEmailAddress", ""))
        recipients = request.get("Destination", {}).get("ToAddresses", [])
        content = request.get("Content", {}).get("Simple")
        if len(recipients) != 1 or content is None:
            raise _Refusal(400, "BadRequestException", "One recipient and simple content are all that is kept here.")
        self._check_sender(sender)
        body = content["Body"]
        with self._lock:
            self._simulate(recipients[0])
            email = Email(
                message_id=str(uuid4()),
                sent_at=datetime.now(UTC),
                sender=sender,
                recipient=recipients[0],
                subject=content["Subject"]["Data"],
                text=body.get("Text", {}).get("Data", ""),
                html=body.get("Html", {}).get("Data", ""),
            )
            self.emails.append(email)
            self._keep(email, len(self.emails))
        return email.message_id

    def _check_sender(self, sender: str) -> None:
        domain = sender.rpartition("@")[2]
        if not (self._is_verified(sender) or self._is_verified(domain)):
            message = f"Email address is not verified. The following identities failed the check: {sender}"
            raise _Refusal(400, "MessageRejected", message)

    def _simulate(self, recipient: str) -> None:
        asked = _FAILS.fullmatch(recipient)
        if asked and self._failures[recipient] < int(asked["times"] or 1):
            self._failures[recipient] += 1
            raise _Refusal(503, "ServiceUnavailable", "The service is unavailable. Please try again shortly.")

    def _keep(self, email: Email, number: int) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        name = f"{number:04}-{re.sub(r'[^A-Za-z0-9@._-]', '_', email.recipient)[:80]}"
        (self._folder / f"{name}.eml").write_bytes(_mime(email).as_bytes())
        (self._folder / f"{name}.html").write_text(email.html, encoding="utf-8")


def _mime(email: Email) -> EmailMessage:
    message = EmailMessage()
    message["From"] = email.sender
    message["To"] = email.recipient
    message["Subject"] = email.subject
    message["Date"] = format_datetime(email.sent_at)
    message["Message-ID"] = f"<{email.message_id}@email.amazonses.com>"
    message.set_content(email.text)
    message.add_alternative(email.html, subtype="html")
    return message


def _json_response(status: int, body: Mapping[str, Any]) -> Response:
    return Response(json.dumps(body), status=status, content_type="application/json")
