"""How each service says no: code, message and HTTP status as its protocol has them.

Sources: the services' API references ("Common errors"), and messages that people quote of AWS.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4
from wsgiref.types import WSGIEnvironment
from xml.sax.saxutils import escape

from werkzeug.wrappers import Response

from embeddedaws.errors import EmbeddedAwsError


@dataclass(frozen=True)
class Refusal(EmbeddedAwsError):  # noqa: N818 - the caller gets it as an answer
    """A request that is not let through."""

    code: str
    """As the query protocol has it: `AccessDenied`, `InvalidClientTokenId`, …"""
    message: str


# The same by other names (Common error types of each API reference; S3: Error responses).
_JSON_CODES = {
    "InvalidClientTokenId": "UnrecognizedClientException",
    "SignatureDoesNotMatch": "InvalidSignatureException",
}
_S3_CODES = {
    "InvalidClientTokenId": ("InvalidAccessKeyId", 403),
    "ExpiredToken": ("ExpiredToken", 400),
    "MissingAuthenticationToken": ("AccessDenied", 403),
}
_WITH_SEVERAL = {"monitoring", "sqs"}  # their older clients speak the query protocol
_BAD_REQUEST = {"BadRequest", "InvalidRequest", "IncompleteSignature", "UnknownOperation"}


def refuse(service: str, refusal: Refusal, environ: WSGIEnvironment) -> Response:
    """The answer that the service would give, by the protocol of the request where it has several."""
    if environ.get("HTTP_SMITHY_PROTOCOL") == "rpc-v2-cbor":
        return _cbor(refusal)
    if service in _WITH_SEVERAL and environ.get("CONTENT_TYPE", "").startswith("application/x-www-form-urlencoded"):
        return _query(refusal)
    return _FORMS.get(service, _json)(refusal)


def _json(refusal: Refusal) -> Response:
    """JSON 1.0 and 1.1: an error is a 400 whatever it is; DynamoDB spells `Message`, the others `message`."""
    code = _exception(refusal.code)
    body = {"__type": f"com.amazon.coral.service#{code}", "Message": refusal.message, "message": refusal.message}
    return _response(json.dumps(body), 400, "application/x-amz-json-1.0")


def _sqs(refusal: Refusal) -> Response:
    """JSON, with the code of the older query protocol in a header, which is the one that SDKs show."""
    response = _json(refusal)
    response.status_code = _status(refusal)
    response.headers["x-amzn-query-error"] = f"{refusal.code};Sender"
    return response


def _cbor(refusal: Refusal) -> Response:
    """Smithy's RPC v2 with CBOR (RFC 8949), the newest of CloudWatch's protocols."""
    members = {"__type": _exception(refusal.code), "message": refusal.message}
    texts = b"".join(_cbor_text(text) for member in members.items() for text in member)
    response = _response(bytes([0xA0 + len(members)]) + texts, _status(refusal), "application/cbor")
    response.headers["smithy-protocol"] = "rpc-v2-cbor"
    return response


def _cbor_text(text: str) -> bytes:
    data = text.encode()
    return b"\x7a" + len(data).to_bytes(4, "big") + data  # a text of any length


def _rest_json(refusal: Refusal) -> Response:
    """REST with JSON: SES, Lambda."""
    response = _response(json.dumps({"message": refusal.message}), _status(refusal), "application/json")
    response.headers["x-amzn-ErrorType"] = _exception(refusal.code)
    return response


def _s3(refusal: Refusal) -> Response:
    code, status = _S3_CODES.get(refusal.code, (refusal.code, _status(refusal)))
    body = f"<Error><Code>{code}</Code><Message>{escape(refusal.message)}</Message></Error>"
    return _response(f'<?xml version="1.0" encoding="UTF-8"?>\n{body}', status, "application/xml")


def _query(refusal: Refusal) -> Response:
    """The query protocol: STS, IAM, SNS."""
    error = f"<Type>Sender</Type><Code>{refusal.code}</Code><Message>{escape(refusal.message)}</Message>"
    return _response(f"<ErrorResponse><Error>{error}</Error></ErrorResponse>", _status(refusal), "text/xml")


def _status(refusal: Refusal) -> int:
    return 400 if refusal.code in _BAD_REQUEST else 403


def _exception(code: str) -> str:
    return _JSON_CODES.get(code, f"{code}Exception")


def _response(body: str | bytes, status: int, content_type: str) -> Response:
    return Response(body, status=status, content_type=content_type, headers={"x-amzn-RequestId": str(uuid4())})


_FORMS: dict[str, Callable[[Refusal], Response]] = {
    "iam": _query,
    "lambda": _rest_json,
    "s3": _s3,
    "ses": _rest_json,
    "sns": _query,
    "sqs": _sqs,
    "sts": _query,
}
