"""A request to an AWS API, read so strictly that whatever carries it out cannot read it otherwise.

moto finds out by itself what a request wants: from its host, path, query, target, form or headers, the first that seems
to tell. Here one place counts, which follows from the service that the request is signed for; a request that says
something in another place too is not understood, and headers that nobody here understands are not passed on.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote
from wsgiref.types import WSGIEnvironment

from embeddedaws.authorization.environ import FORM, body_of, headers_of
from embeddedaws.authorization.refusals import Refusal
from embeddedaws.authorization.signature import Signature, read_signature
from embeddedaws.call import NotMapped

_FORMS = (FORM, "multipart/form-data")
# Whoever made a name of their own lead to this machine would have their pages talk to it in a browser here (DNS
# rebinding), and the deployer's key is no secret.
_OURS = re.compile(
    r"(127\.0\.0\.1|\[::1\]|([a-z0-9.-]+\.)?(localhost|amazonaws\.com(\.cn)?))(:[0-9]{1,5})?", re.IGNORECASE
)


@dataclass(frozen=True)
class ApiRequest:
    """One signed request."""

    signature: Signature
    method: str
    raw_path: str
    """As it came, percent-encoded, without the query."""
    query_string: str
    headers: Mapping[str, str]
    """By lower-case name."""
    body: bytes = field(repr=False)

    @property
    def service(self) -> str:
        """The service that it is signed for."""
        return self.signature.service

    @property
    def path(self) -> str:
        """Decoded, without the query."""
        return unquote(self.raw_path)

    @property
    def query(self) -> Mapping[str, str]:
        """The first value of each parameter; "" where it has none."""
        return _first_values(self.query_string)

    @property
    def target(self) -> str:
        """The `X-Amz-Target`, which names the operation of a JSON-protocol request."""
        return self.headers.get("x-amz-target", "")

    def is_form(self) -> bool:
        """Whether the body says that it is a form."""
        return self.headers.get("content-type", "").lower().startswith(_FORMS)

    def is_signed_with(self, secret: str) -> bool:
        """Whether the holder of the secret signed it."""
        target = f"{self.raw_path}?{self.query_string}" if self.query_string else self.raw_path
        return self.signature.is_made_with(secret, self.method, target, self.headers, self.body)

    def operation(self, api: str) -> tuple[str, dict[str, Any]]:
        """The operation of a JSON-protocol request, and its parameters.

        Args:
            api: what precedes the operation in `X-Amz-Target`, such as `AmazonSQS`.

        Raises:
            NotMapped: it is no such request.
        """
        found_api, _, operation = self.target.partition(".")
        is_json = self.headers.get("content-type", "").startswith("application/x-amz-json-")
        if not is_json or found_api != api or (self.method, self.raw_path, self.query_string) != ("POST", "/", ""):
            raise NotMapped
        return operation, self.json()

    def json(self) -> dict[str, Any]:
        """The parameters of a JSON request, without those that are null, which are as good as absent.

        Raises:
            NotMapped: the body is no JSON object, or could be read as something else.
        """
        if self.is_form() or "content-encoding" in self.headers:
            raise NotMapped
        parameters = json.loads(self.body.decode() or "{}", object_hook=_without_null)
        if not isinstance(parameters, dict):
            raise NotMapped
        return parameters

    def form(self) -> dict[str, str]:
        """The parameters of a query-protocol request.

        Raises:
            NotMapped: it is no such request.
        """
        plain = (self.method, self.raw_path, self.query_string, self.target) == ("POST", "/", "", "")
        if not plain or not self.headers.get("content-type", "").startswith(FORM) or "content-encoding" in self.headers:
            raise NotMapped
        return _first_values(self.body.decode())


def read_request(environ: WSGIEnvironment) -> ApiRequest:
    """Reads a request, and its body from the environment.

    Raises:
        Refusal: it is not signed, or is no proper HTTP request.
    """
    raw_path, _, query = str(environ["RAW_URI"]).partition("?")
    if not raw_path.startswith("/") or raw_path.startswith("//") or "#" in raw_path + query:
        raise Refusal("InvalidRequest", "The path of a request begins with one slash.")
    headers = headers_of(environ)
    if not _OURS.fullmatch(headers.get("host", "")):
        raise Refusal("AccessDenied", "The Host of a request is a loopback address, localhost or a name of AWS.")
    return ApiRequest(
        signature=read_signature(headers.get("authorization", "")),
        method=environ["REQUEST_METHOD"],
        raw_path=raw_path,
        query_string=query,
        headers=headers,
        body=body_of(environ),
    )


def _without_null(parameters: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in parameters.items() if value is not None}


def _first_values(query: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(query, keep_blank_values=True).items()}
