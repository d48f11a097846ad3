"""How each service says no: code, message and HTTP status as its protocol has them."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4
from xml.sax.saxutils import escape

from werkzeug.wrappers import Response


@dataclass(frozen=True)
class Refusal:
    """A request that is not let through."""

    code: str
    """`AccessDenied` for what is not allowed, another for a request that nobody signed."""
    message: str


def refuse(service: str, refusal: Refusal) -> Response:
    """The answer that the service would give."""
    return _FORMS.get(service, _json_forbidden)(refusal)


def _json_bad_request(refusal: Refusal) -> Response:
    """JSON 1.0 and 1.1: an error is a 400 whatever it is; DynamoDB spells `Message`, the others `message`."""
    code = _exception(refusal.code)
    body = {"__type": f"com.amazon.coral.service#{code}", "Message": refusal.message, "message": refusal.message}
    return _response(json.dumps(body), 400, "application/x-amz-json-1.0")


def _sqs(refusal: Refusal) -> Response:
    """JSON, with the code of the older query protocol in a header, which is the one that SDKs show."""
    body = {"__type": f"com.amazonaws.sqs#{_exception(refusal.code)}", "message": refusal.message}
    response = _response(json.dumps(body), 403, "application/x-amz-json-1.0")
    response.headers["x-amzn-query-error"] = f"{refusal.code};Sender"
    return response


def _json_forbidden(refusal: Refusal) -> Response:
    """REST with JSON: SES, Lambda."""
    response = _response(json.dumps({"message": refusal.message}), 403, "application/json")
    response.headers["x-amzn-ErrorType"] = _exception(refusal.code)
    return response


def _s3(refusal: Refusal) -> Response:
    body = f"<Error><Code>{refusal.code}</Code><Message>{escape(refusal.message)}</Message></Error>"
    return _response(f'<?xml version="1.0" encoding="UTF-8"?>\n{body}', 403, "application/xml")


def _query(refusal: Refusal) -> Response:
    """The query protocol: STS, IAM, SNS."""
    error = f"<Type>Sender</Type><Code>{refusal.code}</Code><Message>{escape(refusal.message)}</Message>"
    return _response(f"<ErrorResponse><Error>{error}</Error></ErrorResponse>", 403, "text/xml")


def _exception(code: str) -> str:
    return code if code.endswith("Exception") else f"{code}Exception"


def _response(body: str, status: int, content_type: str) -> Response:
    return Response(body, status=status, content_type=content_type, headers={"x-amzn-RequestId": str(uuid4())})


_FORMS: dict[str, Callable[[Refusal], Response]] = {
    "dynamodb": _json_bad_request,
    "iam": _query,
    "logs": _json_bad_request,
    "s3": _s3,
    "secretsmanager": _json_bad_request,
    "sns": _query,
    "sqs": _sqs,
    "sts": _query,
}
