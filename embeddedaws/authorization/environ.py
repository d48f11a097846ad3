"""The WSGI environment of a request: what is read of it, and what of it is passed on."""

import re
from wsgiref.types import WSGIEnvironment

from embeddedaws.authorization.refusals import Refusal

FORM = "application/x-www-form-urlencoded"
# `User-Agent` is not among them: moto would take the region from it.
_PASSED_ON = re.compile(r"HTTP_(AUTHORIZATION|CACHE_CONTROL|CONTENT_\w+|IF_\w+|RANGE|X_AMZN?_\w+)")


def headers_of(environ: WSGIEnvironment) -> dict[str, str]:
    """The headers by lower-case name."""
    given = {key[5:]: value for key, value in environ.items() if key.startswith("HTTP_")}
    given |= {key: environ[key] for key in ("CONTENT_TYPE", "CONTENT_LENGTH") if key in environ}
    return {key.lower().replace("_", "-"): value for key, value in given.items()}


def body_of(environ: WSGIEnvironment) -> bytes:
    """The body, which is to be put back with `with_body`.

    Raises:
        Refusal: nobody can tell where it ends.
    """
    if environ.get("wsgi.input_terminated"):  # sent in chunks
        return environ["wsgi.input"].read()
    length = environ.get("CONTENT_LENGTH") or "0"
    if not re.fullmatch(r"[0-9]+", length):
        raise Refusal("InvalidRequest", "The Content-Length is no number.")
    return environ["wsgi.input"].read(int(length))


def as_understood(environ: WSGIEnvironment) -> WSGIEnvironment:
    """The environment without what was not considered: the host, and headers that are not AWS's."""
    kept = {key: value for key, value in environ.items() if not key.startswith("HTTP_") or _PASSED_ON.fullmatch(key)}
    return {**kept, "HTTP_HOST": f"{environ['SERVER_NAME']}:{environ['SERVER_PORT']}"}


def likely_service(environ: WSGIEnvironment) -> str:
    """A service whose protocol a request speaks that does not say what it is signed for; "" is any with JSON."""
    if "HTTP_X_AMZ_TARGET" in environ:
        return ""
    if environ.get("CONTENT_TYPE", "").startswith(FORM):
        return "sts"
    return "ses" if environ.get("CONTENT_TYPE", "").startswith("application/json") else "s3"
