"""A call as the HTTP request that its service's protocol makes of it, without the signature."""

import json
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import quote
from zlib import crc32

from aws.endpoints import Endpoint, of_bucket
from aws.http import HttpRequest
from aws.services import Operation, Service, fits


class Encoded(NamedTuple):
    """A request and where it goes."""

    endpoint: Endpoint
    request: HttpRequest
    body_hash: str
    """SHA-256 of the body, in hexadecimal digits."""


def encode(service: Service, operation: Operation, parameters: Mapping[str, Any], endpoint: Endpoint) -> Encoded:
    """Makes the request; its headers are those that are signed.

    Raises:
        ValueError: the service would never take it, or the functions make no such call.
    """
    if not fits(parameters, operation.parameters):
        raise ValueError("a parameter is missing, unknown or of a wrong form")
    if service.signed_as == "s3":
        return _object(parameters, of_bucket(endpoint, parameters["Bucket"]))
    body = json.dumps(parameters).encode()
    target = {"x-amz-target": operation.target} if operation.target else {}
    headers = {"content-type": service.content_type, **target, **service.headers}
    return _encoded("POST", endpoint, operation.path, headers, body)


def _object(parameters: Mapping[str, Any], endpoint: Endpoint) -> Encoded:
    """PutObject, with the checksum that the SDKs send, by which S3 learns of a byte that was lost."""
    body: bytes = parameters.get("Body", b"")
    kind = {"content-type": parameters["ContentType"]} if "ContentType" in parameters else {}
    headers = {
        **kind,
        "x-amz-checksum-crc32": b64encode(crc32(body).to_bytes(4, "big")).decode(),
        "x-amz-content-sha256": sha256(body).hexdigest(),
        "x-amz-sdk-checksum-algorithm": "CRC32",
    }
    if not parameters["Key"]:
        raise ValueError("an object needs a key")
    return _encoded("PUT", endpoint, "/" + quote(parameters["Key"], safe="/~"), headers, body)


def _encoded(method: str, endpoint: Endpoint, path: str, headers: Mapping[str, str], body: bytes) -> Encoded:
    request = HttpRequest(method, endpoint.below(path), {"host": endpoint.authority, **headers}, body)
    return Encoded(endpoint, request, headers.get("x-amz-content-sha256") or sha256(body).hexdigest())
