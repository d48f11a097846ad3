"""S3, path-style (service authorization reference, "Amazon S3")."""

from minitickets.local.authorization.api_request import ApiRequest
from minitickets.local.authorization.call import Call, ContextValue, NotMapped
from minitickets.local.authorization.deployed import Deployed

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


def calls(request: ApiRequest, _deployed: Deployed) -> list[Call]:
    """The action follows from method and query, the resource is the object or the bucket."""
    bucket, _, key = request.path.lstrip("/").partition("/")
    actions = (_OBJECT_ACTIONS if key else _BUCKET_ACTIONS).get(_subresource(request), {})
    if not bucket or request.method not in actions:
        raise NotMapped
    context: dict[str, ContextValue] = {
        f"s3:{name}": request.query[name] for name in _LISTING_KEYS if not key and name in request.query
    }
    context |= {f"s3:{name}": request.headers[name] for name in _HEADER_KEYS if name in request.headers}
    action = f"s3:{actions[request.method]}"
    return [Call(action, _arn(f"{bucket}/{key}" if key else bucket), context), *_source(request)]


def _subresource(request: ApiRequest) -> str:
    special = set(request.query) - _PLAIN
    if len(special) > 1:
        raise NotMapped
    return special.pop() if special else ""


def _source(request: ApiRequest) -> list[Call]:
    """A copy reads its source as well."""
    source = request.headers.get("x-amz-copy-source", "").lstrip("/").partition("?")[0]
    return [Call("s3:GetObject", _arn(source))] if source else []


def _arn(resource: str) -> str:
    return f"arn:aws:s3:::{resource}"
