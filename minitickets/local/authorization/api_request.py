"""A request to an AWS API, as far as authorisation has to understand it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, unquote
from wsgiref.types import WSGIEnvironment

_CREDENTIAL = re.compile(r"AWS4-HMAC-SHA256 Credential=(?P<key>[^/]+)/\d{8}/(?P<region>[^/]+)/(?P<service>[^/]+)/")


@dataclass(frozen=True)
class ApiRequest:
    """One signed request."""

    access_key: str
    service: str
    """The name that it is signed for: `sqs`, `dynamodb`, `ses`, `s3`, …"""
    region: str
    method: str
    path: str
    """Decoded, without the query."""
    query: Mapping[str, str]
    """The first value of each parameter; "" where it has none."""
    headers: Mapping[str, str]
    """By lower-case name."""
    body: bytes = field(repr=False)

    @property
    def target(self) -> str:
        """The operation of a JSON-protocol request: what follows the dot of `X-Amz-Target`."""
        return self.headers.get("x-amz-target", "").rpartition(".")[2]

    def json(self) -> dict[str, Any]:
        """The parameters of a JSON request; empty where the body is no JSON object."""
        try:
            parameters = json.loads(self.body or b"{}")
        except ValueError:
            return {}
        return parameters if isinstance(parameters, dict) else {}

    def form(self) -> dict[str, str]:
        """The parameters of a query-protocol request."""
        return _first_values(self.body.decode("utf-8", "replace"))


def read_request(environ: WSGIEnvironment) -> ApiRequest | None:
    """Reads a request and leaves it to be read again; None where it is not signed as AWS wants it (Signature v4)."""
    signed = _CREDENTIAL.match(environ.get("HTTP_AUTHORIZATION", ""))
    if signed is None:
        return None
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    environ["wsgi.input"] = BytesIO(body)
    headers = {key[5:].lower().replace("_", "-"): value for key, value in environ.items() if key.startswith("HTTP_")}
    return ApiRequest(
        access_key=signed["key"],
        service=signed["service"],
        region=signed["region"],
        method=environ["REQUEST_METHOD"],
        path=unquote(environ.get("RAW_URI", environ.get("PATH_INFO", "/")).partition("?")[0]),
        query=_first_values(environ.get("QUERY_STRING", "")),
        headers=headers,
        body=body,
    )


def _first_values(query: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(query, keep_blank_values=True).items()}
