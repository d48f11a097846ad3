"""What is answered to a request that is let through: nothing that could by mistake be read as a state of the world.

Where moto does not serve an operation, or fails, its answer is a page for people or nothing at all, often with the
status 404, which SDKs read as *it is gone*.
"""

from http import HTTPStatus
from wsgiref.types import WSGIApplication, WSGIEnvironment

from werkzeug.wrappers import Response

from embeddedaws.authorization.refusals import Refusal, refuse

_JSON_OR_XML = (b"{", b"<")
_CBOR = "application/cbor"


def answer_of(app: WSGIApplication, service: str, environ: WSGIEnvironment) -> Response:
    """The application's answer; where that is an error without a code, the refusal of an operation that is not served.

    Args:
        app: what answers.
        service: that the request is signed for.
        environ: the request.
    """
    try:
        response = Response.from_app(app, environ)
    except Exception as error:  # noqa: BLE001 - moto's, of any kind
        return refuse(service, Refusal("UnknownOperation", f"{_not_served(service, environ)} {error!r}"), environ)
    if response.status_code < HTTPStatus.BAD_REQUEST or _has_code(response, environ["REQUEST_METHOD"]):
        return response
    return refuse(service, Refusal("UnknownOperation", _not_served(service, environ)), environ)


def _not_served(service: str, environ: WSGIEnvironment) -> str:
    operation = environ.get("HTTP_X_AMZ_TARGET", f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}")
    return f"The embedded AWS does not serve {operation} of {service} yet, or not with these parameters."


def _has_code(response: Response, method: str) -> bool:
    # Without a look at the body where that can be told: a body that drips must go on dripping.
    if method == "HEAD" or response.mimetype == _CBOR or "x-amzn-errortype" in response.headers:
        return True
    body = response.get_data().lstrip()
    return body.startswith(_JSON_OR_XML) and body[:15].lower() != b"<!doctype html>"
