"""AWS's Signature Version 4, in the Authorization header (IAM user guide, "AWS Signature Version 4").

Whoever signs holds the secret of an access key. The age of a signature is not checked; presigned URLs are not taken.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hmac import compare_digest

from botocore.auth import S3SigV4Auth, SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import ReadOnlyCredentials

from embeddedaws.authorization.refusals import Refusal

_HEADER = re.compile(
    r"AWS4-HMAC-SHA256 Credential="
    r"(?P<key>[A-Z0-9]+)/\d{8}/(?P<region>[a-z0-9-]+)/(?P<service>[a-z0-9-]+)/aws4_request, ?"
    r"SignedHeaders=(?P<headers>[a-z0-9;-]+), ?Signature=(?P<signature>[0-9a-f]{64})"
)


@dataclass(frozen=True)
class Signature:
    """What the Authorization header says."""

    access_key: str
    region: str
    service: str
    """The name that the request is signed for: `sqs`, `dynamodb`, `ses`, `s3`, …"""
    headers: tuple[str, ...]
    """The names of the headers that are signed, in lower case."""
    value: str

    def is_made_with(self, secret: str, method: str, target: str, headers: Mapping[str, str], body: bytes) -> bool:
        """Whether the holder of a secret made it for this request.

        Args:
            secret: the access key's.
            method: of HTTP.
            target: path and query, as they came over the wire.
            headers: all that came, by lower-case name.
            body: as it came.
        """
        signed = {name: headers[name] for name in self.headers if name in headers}
        request = AWSRequest(method, f"http://{headers.get('host')}{target}", headers=signed, data=body)
        request.context["timestamp"] = headers.get("x-amz-date", "")
        keys = ReadOnlyCredentials(self.access_key, secret, None)
        signer = (S3SigV4Auth if self.service == "s3" else SigV4Auth)(keys, self.service, self.region)
        text = signer.string_to_sign(request, signer.canonical_request(request))
        return compare_digest(signer.signature(text, request), self.value)


def read_signature(authorization: str) -> Signature:
    """Reads an Authorization header.

    Raises:
        Refusal: there is none, or one of another kind.
    """
    if not authorization:
        raise Refusal("MissingAuthenticationToken", "Missing Authentication Token")
    found = _HEADER.fullmatch(authorization)
    if found is None:
        raise Refusal("IncompleteSignature", "The Authorization header must be a Signature Version 4.")
    headers = tuple(found["headers"].split(";"))
    return Signature(found["key"], found["region"], found["service"], headers, found["signature"])
