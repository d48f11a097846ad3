"""Signature Version 4: proves to AWS who asks, and that nobody changed what is asked.

    canonical request   method, path, query, headers, names of the headers, hash of the body: a line each
    string to sign      AWS4-HMAC-SHA256, time, scope, hash of the canonical request
    scope               date/region/service/aws4_request
    key                 HMAC of the parts of the scope, one after the other, begun with "AWS4" + the secret
    signature           HMAC of the string to sign

(AWS, "Create a signed AWS API request".) Secrets never leave this module but as signatures.
"""

import hmac
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

_ALGORITHM = "AWS4-HMAC-SHA256"


class CredentialsMissing(Exception):  # noqa: N818 # says what is the matter
    """The environment names no credentials, or half of them, or such as no header can carry."""


class Credentials(NamedTuple):
    """Who asks."""

    key_id: str
    secret: str
    token: str

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> "Credentials":
        """Those of the environment, which Lambda puts there.

        Raises:
            CredentialsMissing: there are none.
        """
        key_id, secret = environ.get("AWS_ACCESS_KEY_ID", ""), environ.get("AWS_SECRET_ACCESS_KEY", "")
        token = environ.get("AWS_SESSION_TOKEN", "")
        sent = key_id + token
        if not (key_id and secret and sent.isascii() and sent.isprintable()):
            raise CredentialsMissing
        return cls(key_id, secret, token)

    def __repr__(self) -> str:
        return f"Credentials({self.key_id!r})"


class Signed(NamedTuple):
    """What of a request is signed; the names of headers are in lower case, the path is encoded."""

    method: str
    path: str
    headers: Mapping[str, str]
    body_hash: str


def sign(request: Signed, credentials: Credentials, time: str, region: str, service: str) -> dict[str, str]:
    """The headers that a signature adds.

    Args:
        request: what is signed.
        credentials: whose.
        time: UTC, such as `20261224T193000Z`.
        region: such as `eu-central-1`.
        service: its name in signatures.
    """
    added = {"x-amz-date": time, **({"x-amz-security-token": credentials.token} if credentials.token else {})}
    headers = {**request.headers, **added}
    names = sorted(headers)
    lines = [f"{name}:{' '.join(headers[name].split())}" for name in names]
    canonical = "\n".join([request.method, request.path, "", *lines, "", ";".join(names), request.body_hash])
    scope = f"{time[:8]}/{region}/{service}/aws4_request"
    to_sign = f"{_ALGORITHM}\n{time}\n{scope}\n{sha256(canonical.encode()).hexdigest()}"
    signature = hmac.digest(_key(credentials.secret, scope), to_sign.encode(), "sha256").hex()
    claim = f"Credential={credentials.key_id}/{scope}, SignedHeaders={';'.join(names)}, Signature={signature}"
    return {**added, "authorization": f"{_ALGORITHM} {claim}"}


@lru_cache(maxsize=8)  # a day's keys for each of the services
def _key(secret: str, scope: str) -> bytes:
    key = f"AWS4{secret}".encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    return key
