"""SES as the embedded AWS has it: SendEmail checks the sender and keeps each email as a file.

moto's own loses the text part where there is HTML, and knows no failures. Like SES, which has a mailbox simulator for
this (`bounce@simulator.amazonses.com` and so on), some recipients make a failure happen on purpose:

    fails-once@simulator.anything.example       the first SendEmail answers 503, the next is accepted
    fails-3-times@simulator.anything.example    and so on
    slow-once@simulator.anything.example        the same answer, a byte a second, so that no read timeout ends it
    slow-once+2@simulator.anything.example      a label makes another recipient of it, that fails anew
"""

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from threading import Lock
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.wrappers import Request, Response

from embeddedaws.email_address import IllegalAddress, read_address
from embeddedaws.send_email import AcceptedEmail, SesRefusal, mime_of, read_email

_FAILS = re.compile(
    r"(?P<how>fails|slow)-(once|(?P<times>[0-9]{1,3})-times)(\+[A-Za-z0-9-]{1,32})?@simulator\.[a-z0-9-]+\.example"
)
_DRIP = 1.0  # seconds a byte

_SEND_EMAIL = ("POST", "/v2/email/outbound-emails")

Keep = Callable[[str, bytes], object]
"""Keeps a file of an email, by its name."""


class Mailbox:
    """Takes SendEmail requests and passes all others on."""

    def __init__(self, app: WSGIApplication, keep: Path | Keep | None, is_verified: Callable[[str], bool]) -> None:
        """Wraps an application.

        Args:
            app: what answers all other requests.
            keep: the folder where the emails are kept, as `.eml` to open in a mail program and `.html` to open in a
                browser, or what keeps these files; None keeps none.
            is_verified: whether an address or a domain is a verified identity.
        """
        self.emails: list[AcceptedEmail] = []
        self._app = app
        self._keep = _in_folder(keep) if isinstance(keep, Path) else keep
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
        except SesRefusal as refusal:
            response = _json_response(refusal.status, {"message": refusal.message})
            response.headers["x-amzn-ErrorType"] = refusal.code
            if refusal.slow:
                response.response = _drips(response.get_data())
        return response(environ, start_response)

    def _send(self, request: Mapping[str, Any]) -> str:
        email = read_email(request)
        self._check_sender(email.sender)
        mime = mime_of(email)
        with self._lock:
            self._simulate(email.recipient)
            if self._keep is not None:
                name = f"{len(self.emails) + 1:04}-{re.sub(r'[^A-Za-z0-9@._-]', '_', email.recipient)[:80]}"
                self._keep(f"{name}.eml", mime)
                self._keep(f"{name}.html", email.html.encode())
            self.emails.append(email)
        return email.message_id

    def _check_sender(self, sender: str) -> None:
        try:
            identities = read_address(sender).identities
        except IllegalAddress as error:
            raise SesRefusal(400, "BadRequestException", str(error)) from error
        if not any(map(self._is_verified, identities)):
            message = f"Email address is not verified. The following identities failed the check: {sender}"
            raise SesRefusal(400, "MessageRejected", message)

    def _simulate(self, recipient: str) -> None:
        asked = _FAILS.fullmatch(recipient)
        if asked and self._failures[recipient] < int(asked["times"] or 1):
            self._failures[recipient] += 1
            sentence = "The service is unavailable. Please try again shortly."
            raise SesRefusal(503, "ServiceUnavailable", sentence, slow=asked["how"] == "slow")


def _in_folder(folder: Path) -> Keep:
    def keep(name: str, content: bytes) -> None:
        folder.mkdir(parents=True, exist_ok=True)  # each time: whoever tidies up may remove it meanwhile
        (folder / name).write_bytes(content)

    return keep


def _json_response(status: int, body: Mapping[str, Any]) -> Response:
    return Response(json.dumps(body), status=status, content_type="application/json")


def _drips(body: bytes) -> Iterator[bytes]:
    for byte in body:
        yield bytes([byte])
        time.sleep(_DRIP)
