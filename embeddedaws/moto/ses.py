"""What moto's SES does not serve of the account and of identities (API reference, version 2)."""

import json
import re
from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from moto.ses.models import EmailIdentity, ses_backends
from werkzeug.wrappers import Request, Response

from embeddedaws.call import Account

# The API reference has it under version 1, boto3 under 2.
_SIGNING = re.compile(r"/v[12]/email/identities/([^/]+)/dkim/signing")


class SesAccount:
    """Answers GetAccount and PutEmailIdentityDkimSigningAttributes, and passes all others on."""

    def __init__(self, app: WSGIApplication, account: Account) -> None:
        self._app = app
        self._account = account

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers as SES does."""
        request = Request(environ)
        if (request.method, request.path) == ("GET", "/v2/email/account"):
            return _json(200, _ACCOUNT)(environ, start_response)
        signing = _SIGNING.fullmatch(request.path)
        if request.method == "PUT" and signing:
            return self._sign(signing[1], json.loads(request.get_data()))(environ, start_response)
        return self._app(environ, start_response)

    def _sign(self, name: str, asked: dict[str, Any]) -> Response:
        identities = ses_backends[self._account.id][self._account.region].email_identities
        identity: EmailIdentity | None = identities.get(name)
        if identity is None:
            return _refusal(404, "NotFoundException", f"Email identity {name} does not exist.")
        if asked.get("SigningAttributesOrigin") != "AWS_SES":
            return _refusal(400, "BadRequestException", "The embedded AWS knows Easy DKIM only.")
        given = asked.get("SigningAttributes") or {}
        identity.dkim_attributes |= {key: given[key] for key in ("NextSigningKeyLength",) if key in given}
        dkim = identity.dkim_attributes
        return _json(200, {"DkimStatus": dkim["Status"], "DkimTokens": dkim.get("Tokens", [])})


# An account out of the sandbox, with the quotas of one that has just left it (SES, "Service quotas").
_ACCOUNT = {
    "DedicatedIpAutoWarmupEnabled": False,
    "EnforcementStatus": "HEALTHY",
    "ProductionAccessEnabled": True,
    "SendQuota": {"Max24HourSend": 50_000.0, "MaxSendRate": 14.0, "SentLast24Hours": 0.0},
    "SendingEnabled": True,
}


def _refusal(status: int, code: str, message: str) -> Response:
    response = _json(status, {"message": message})
    response.headers["x-amzn-ErrorType"] = code
    return response


def _json(status: int, body: dict[str, Any]) -> Response:
    return Response(json.dumps(body), status=status, content_type="application/json")
