"""Whether a request is signed as AWS would want it: Signature Version 4, made anew from the request as it arrived.

By hand and from AWS's text ("Create a signed AWS API request"), so that no library that a side signs with is its own
witness.
"""

import hashlib
import hmac
import re
from collections.abc import Mapping
from urllib.parse import quote, unquote

_FORM = re.compile(
    r"AWS4-HMAC-SHA256 Credential=(?P<key>[^/]+)/(?P<scope>\d{8}/[^/]+/[^/]+/aws4_request),"
    r" ?SignedHeaders=(?P<names>[^,]+), ?Signature=(?P<signature>[0-9a-f]{64})"
)
_NOT_SIGNED = "UNSIGNED-PAYLOAD"


def is_signed(method: str, path: str, headers: Mapping[str, str], body: bytes, secret: str) -> bool:
    """Whether the signature is right for the method, path, signed headers and body, the host among them."""
    found = _FORM.fullmatch(headers.get("authorization", ""))
    if found is None or "host" not in found["names"].split(";"):
        return False
    digest = hashlib.sha256(body).hexdigest()
    payload = headers.get("x-amz-content-sha256", digest)
    if payload not in (digest, _NOT_SIGNED) and not payload.startswith("STREAMING-"):
        return False
    uri, _, query = path.partition("?")
    canonical = "\n".join((method, _encoded(uri, found["scope"]), query, *_lines(found["names"], headers), payload))
    text = (
        f"AWS4-HMAC-SHA256\n{headers['x-amz-date']}\n{found['scope']}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    )
    key = f"AWS4{secret}".encode()
    for part in found["scope"].split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    return hmac.compare_digest(hmac.digest(key, text.encode(), "sha256").hex(), found["signature"])


def _encoded(uri: str, scope: str) -> str:
    """Each service but S3 signs the path encoded once more."""
    return uri if scope.split("/")[2] == "s3" else quote(uri, safe="/-_.~")


def _lines(names: str, headers: Mapping[str, str]) -> tuple[str, str, str]:
    signed = "\n".join(f"{name}:{' '.join(headers.get(name, '').split())}" for name in names.split(";"))
    return signed, "", names


def path_of(path: str) -> str:
    """A path as it is meant."""
    return unquote(path)
