"""By what a process finds out that a listener is the embedded AWS that it means, and no other program on that port.

A token that is in no request, but in a file that this user alone may read, is what the right one answers with: whoever
does not know it, an echo included, cannot.
"""

import secrets
from collections.abc import Iterable
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

_PATH = "/_embedded-aws"  # no bucket may be called so
_PATIENCE = 5  # seconds; the answer waits for nothing, so that this is much even for a busy machine


class Introduction:
    """Answers who it is, and passes everything else on."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app
        self.token = secrets.token_urlsafe(32)
        """What it answers."""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers as WSGI does."""
        if environ["PATH_INFO"] != _PATH:
            return self._app(environ, start_response)
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(self.token)))])
        return [self.token.encode()]


def answers_with(token: str, endpoint_url: str) -> bool:
    """Whether what listens there is the one that was given this token; no proxy is asked."""
    address = urlsplit(endpoint_url)
    try:
        with closing(HTTPConnection(address.hostname or "", address.port, timeout=_PATIENCE)) as connection:
            connection.request("GET", _PATH)
            said = connection.getresponse().read(len(token) + 1)
    except (OSError, HTTPException, ValueError):
        return False
    return bool(token) and secrets.compare_digest(said, token.encode())
