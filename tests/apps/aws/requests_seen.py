"""A request as the service understands it, so that two of them can be compared, and botocore's own as the measure."""

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import botocore.session
from botocore import xform_name
from botocore.config import Config

from tests.fixtures.wire_connection import Received

# What no service goes by; the length is what the server has read by, and the signature is checked by itself.
_UNHEEDED = {
    "accept",
    "accept-encoding",
    "amz-sdk-invocation-id",
    "amz-sdk-request",
    "authorization",
    "connection",
    "content-length",
    "user-agent",
    "x-amz-date",
    "x-amz-user-agent",
}
# How S3 is told that the body is whole: signed, or in chunks with a checksum at their end.
_INTEGRITY = {
    "content-encoding",
    "expect",
    "transfer-encoding",
    "x-amz-checksum-crc32",
    "x-amz-content-sha256",
    "x-amz-decoded-content-length",
    "x-amz-sdk-checksum-algorithm",
    "x-amz-trailer",
}
_CHUNKED = re.compile(rb"(?P<size>[0-9a-f]+)\r\n(?P<rest>.*)", re.DOTALL)


class Understood(NamedTuple):
    """A request without what is all one to the service."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: Any  # what JSON says; an object as it is to be stored
    checked: bool  # whether the service learns of a byte of it that was lost, which a signature by TLS leaves to TLS


def understood(request: Received) -> Understood:
    """Reads a request.

    Raises:
        AssertionError: the service could not.
    """
    assert request.header("accept-encoding") in (None, "identity")
    headers = {name: value for name, value in request.headers if name not in _UNHEEDED}
    assert len(headers) == sum(name not in _UNHEEDED for name, _ in request.headers), "a header twice"
    if request.method != "PUT":
        return Understood(request.method, request.target, headers, json.loads(request.body), checked=True)
    integrity = {name: headers.pop(name) for name in _INTEGRITY.intersection(headers)}
    body, checksum = _stored(request.body, integrity)
    assert checksum in (None, _crc32(body)), "another checksum"
    return Understood(request.method, request.target, headers, body, checked=checksum is not None)


def _stored(body: bytes, integrity: Mapping[str, str]) -> tuple[bytes, str | None]:
    """The object, and the checksum that came with it."""
    if integrity.get("content-encoding") != "aws-chunked":
        return body, integrity.get("x-amz-checksum-crc32")
    stored = b""
    while (found := _CHUNKED.fullmatch(body)) and (size := int(found["size"], 16)):
        stored, body = stored + found["rest"][:size], found["rest"][size + 2 :]
    assert len(stored) == int(integrity["x-amz-decoded-content-length"])
    name, _, value = body.removeprefix(b"0\r\n").strip().partition(b":")
    assert name.decode() == integrity["x-amz-trailer"] == "x-amz-checksum-crc32"
    return stored, value.decode()


def _crc32(body: bytes) -> str:
    return b64encode(zlib.crc32(body).to_bytes(4, "big")).decode()


class Plain:
    """Clients of botocore's own, with nothing set but that they try once."""

    def __init__(self, region: str, services: Iterable[str]) -> None:
        session: Any = botocore.session.get_session()
        config = Config(retries={"total_max_attempts": 1})
        self._clients = {service: session.create_client(service, region, config=config) for service in services}

    def call(self, service: str, operation: str, request: Mapping[str, Any]) -> None:
        """Makes a call."""
        getattr(self._clients[service], xform_name(operation))(**request)
