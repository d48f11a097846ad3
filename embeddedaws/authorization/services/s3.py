"""S3, path-style (service authorization reference, "Amazon S3")."""

import re
from urllib.parse import unquote

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.call import Call, ContextValue, NotMapped
from embeddedaws.moto.deployed import Deployed

# Query parameters that make another operation of a request; one that is not here is not mapped.
_OBJECT_ACTIONS: dict[str, dict[str, str]] = {
    "": {"GET": "GetObject", "HEAD": "GetObject", "PUT": "PutObject", "DELETE": "DeleteObject"},
    "acl": {"GET": "GetObjectAcl", "PUT": "PutObjectAcl"},
    "tagging": {"GET": "GetObjectTagging", "PUT": "PutObjectTagging", "DELETE": "DeleteObjectTagging"},
    "versionId": {"GET": "GetObjectVersion", "HEAD": "GetObjectVersion", "DELETE": "DeleteObjectVersion"},
    "uploads": {"POST": "PutObject"},
    "uploadId": {"PUT": "PutObject", "POST": "PutObject", "DELETE": "AbortMultipartUpload"},
}
_BUCKET_ACTIONS: dict[str, dict[str, str]] = {
    "": {"GET": "ListBucket", "HEAD": "ListBucket", "PUT": "CreateBucket", "DELETE": "DeleteBucket"},
    "versions": {"GET": "ListBucketVersions"},
    "location": {"GET": "GetBucketLocation"},
    "versioning": {"GET": "GetBucketVersioning", "PUT": "PutBucketVersioning"},
    "policy": {"GET": "GetBucketPolicy", "PUT": "PutBucketPolicy", "DELETE": "DeleteBucketPolicy"},
    "publicAccessBlock": {"GET": "GetBucketPublicAccessBlock", "PUT": "PutBucketPublicAccessBlock"},
    "ownershipControls": {"GET": "GetBucketOwnershipControls", "PUT": "PutBucketOwnershipControls"},
}
# Query parameters that only refine a request.
_PLAIN = {
    "continuation-token",
    "delimiter",
    "encoding-type",
    "fetch-owner",
    "list-type",
    "max-keys",
    "partNumber",
    "prefix",
    "start-after",
    "x-id",
}
_LISTING_KEYS = ("prefix", "delimiter", "max-keys")
_HEADER_KEYS = ("x-amz-acl", "x-amz-server-side-encryption", "x-amz-storage-class")
# Headers of a write that need a permission of their own.
_MORE_ACTIONS = {
    "x-amz-acl": "s3:PutObjectAcl",
    "x-amz-grant-": "s3:PutObjectAcl",
    "x-amz-object-lock-legal-hold": "s3:PutObjectLegalHold",
    "x-amz-object-lock-mode": "s3:PutObjectRetention",
    "x-amz-tagging": "s3:PutObjectTagging",
}
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{2,62}")
_SOURCE = re.compile(r"/?(?P<bucket>[^/;?#%]+)/(?P<key>[^;?#]+)(\?(?P<version>versionId=[^&;#]+))?")
# These would be buckets by their names, but are other things here: Lambda, and what moto has of its own.
_NO_BUCKETS = ("2015-03-31", "favicon.ico", "latest", "moto-api", "v20180820")


def calls(request: ApiRequest, _deployed: Deployed) -> list[Call]:
    """The action follows from method and query, the resource is the object or the bucket."""
    bucket, _, raw_key = request.raw_path[1:].partition("/")
    if request.target or request.is_form():
        raise NotMapped
    actions = (_OBJECT_ACTIONS if raw_key else _BUCKET_ACTIONS).get(_subresource(request), {})
    if request.method not in actions:
        raise NotMapped
    context: dict[str, ContextValue] = {
        f"s3:{name}": request.query[name] for name in _LISTING_KEYS if not raw_key and name in request.query
    }
    context |= {f"s3:{name}": request.headers[name] for name in _HEADER_KEYS if name in request.headers}
    action, resource = f"s3:{actions[request.method]}", _arn(bucket, unquote(raw_key))
    more = [] if request.method not in {"PUT", "POST"} else [*_more_actions(request)] if raw_key else []
    return [*(Call(each, resource, context) for each in dict.fromkeys([action, *more])), *_source(request)]


def _subresource(request: ApiRequest) -> str:
    special = set(request.query) - _PLAIN
    if len(special) > 1:
        raise NotMapped
    return special.pop() if special else ""


def _more_actions(request: ApiRequest) -> list[str]:
    return [
        action for start, action in _MORE_ACTIONS.items() if any(name.startswith(start) for name in request.headers)
    ]


def _source(request: ApiRequest) -> list[Call]:
    """A copy reads its source as well."""
    source = request.headers.get("x-amz-copy-source")
    if source is None:
        return []
    found = _SOURCE.fullmatch(source)
    if found is None:
        raise NotMapped
    action = "s3:GetObjectVersion" if found["version"] else "s3:GetObject"
    return [Call(action, _arn(found["bucket"], unquote(found["key"])))]


def _arn(bucket: str, key: str) -> str:
    if not _BUCKET.fullmatch(bucket) or bucket.startswith(_NO_BUCKETS):
        raise NotMapped
    return f"arn:aws:s3:::{bucket}/{key}" if key else f"arn:aws:s3:::{bucket}"
