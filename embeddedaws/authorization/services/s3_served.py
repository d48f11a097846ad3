"""The operations of S3 that are served, by method and query.

moto takes a request with a query that it does not know for the one without: what would delete an annotation deletes the
object, and what would end a bucket's analytics deletes the bucket.
"""

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.authorization.refusals import Refusal

_READ, _READ_WRITE, _ALL = frozenset({"GET"}), frozenset({"GET", "PUT"}), frozenset({"GET", "PUT", "DELETE"})
_OF_BUCKETS = {
    "": {"GET", "HEAD", "PUT", "DELETE"},
    **dict.fromkeys(("location", "policyStatus", "requestPayment", "uploads", "versions"), _READ),
    **dict.fromkeys(("accelerate", "acl", "logging", "notification", "object-lock", "versioning"), _READ_WRITE),
    **dict.fromkeys(("cors", "encryption", "lifecycle", "ownershipControls", "policy", "publicAccessBlock"), _ALL),
    **dict.fromkeys(("replication", "tagging", "website"), _ALL),
    "delete": {"POST"},
}
_OF_OBJECTS = {
    "": {"GET", "HEAD", "PUT", "DELETE"},
    "acl": _READ_WRITE,
    "attributes": _READ,
    "legal-hold": _READ_WRITE,
    "retention": _READ_WRITE,
    "tagging": _ALL,
    "uploadId": {*_ALL, "POST"},
    "uploads": {"POST"},
}
# What only refines a request.
_REFINING = {
    *("continuation-token", "delimiter", "encoding-type", "fetch-owner", "key-marker", "list-type", "marker"),
    *("max-keys", "max-parts", "max-uploads", "part-number-marker", "partNumber", "prefix", "start-after"),
    *("upload-id-marker", "version-id-marker", "versionId", "x-id"),
}


def check_served(request: ApiRequest) -> None:
    """Lets through what is served.

    Raises:
        Refusal: it is not.
    """
    bucket, _, key = request.raw_path[1:].partition("/")
    asked = {name for name in request.query if name not in _REFINING and not name.startswith("response-")}
    served = _OF_OBJECTS if key else _OF_BUCKETS
    if bucket and (len(asked) > 1 or request.method not in served.get("".join(asked), ())):
        what = f"{request.method} {'an object' if key else 'a bucket'} with ?{'&'.join(sorted(asked))}"
        raise Refusal("UnknownOperation", f"The embedded AWS does not serve {what} of S3.")
