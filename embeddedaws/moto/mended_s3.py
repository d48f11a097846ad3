"""What moto's S3 does otherwise than AWS.

Sources: API reference; user guide, "Blocking public access to your Amazon S3 storage".
"""

import json
import re
from base64 import b64encode
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import md5
from typing import Any
from unittest.mock import patch

from moto.iam.access_control import PermissionResult
from moto.s3.exceptions import InvalidBucketName, MalformedXML, MethodNotAllowed, S3ClientError
from moto.s3.models import FakeBucket, FakeDeleteMarker, FakeKey, PublicAccessBlock, S3Backend
from moto.s3.responses import S3Response

from embeddedaws.moto.public_policy import is_public

_BUCKET_NAME = re.compile(r"(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
_ADDRESS = re.compile(r"[0-9]+(?:\.[0-9]+){3}")
_KEY_BYTES = 1024
_BLOCKS = ("block_public_acls", "ignore_public_acls", "block_public_policy", "restrict_public_buckets")
_ENCRYPTION = {"Rule": {"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}, "BucketKeyEnabled": False}}


@contextmanager
def mended_s3() -> Generator[None]:
    """Mends it while the context lasts.

    moto applies a bucket policy without its conditions, so that *deny what has no TLS* denies everything; a new bucket
    there is neither encrypted nor closed to the public, and a public policy is taken all the same. Where versioning is
    suspended, moto loses all versions of an object with the next one, and with a deletion.
    """
    with (
        patch.object(FakeBucket, "get_permission", lambda *_: PermissionResult.NEUTRAL),
        patch.object(S3Backend, "create_bucket", _create_bucket),
        patch.object(S3Backend, "put_bucket_policy", _put_bucket_policy),
        patch.object(S3Backend, "put_bucket_versioning", _put_bucket_versioning),
        patch.object(S3Backend, "put_object", _put_version),
        patch.object(S3Backend, "delete_object", _delete_version),
        patch.object(S3Response, "get_object", _get_object),
        patch.object(S3Response, "put_object", _put_object),
        patch.object(S3Response, "_bucket_response", _answer_bucket),
    ):
        yield


_create = S3Backend.create_bucket
_put_policy = S3Backend.put_bucket_policy
_put_versioning = S3Backend.put_bucket_versioning
_put_key = S3Backend.put_object
_delete_key = S3Backend.delete_object
_get = S3Response.get_object
_put = S3Response.put_object
_answer = S3Response._bucket_response  # noqa: SLF001
_PAYMENT = (
    '<RequestPaymentConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
    "<Payer>BucketOwner</Payer></RequestPaymentConfiguration>"
)


def _answer_bucket(response: S3Response, request: Any, full_url: str) -> Any:
    """GetBucketRequestPayment, which moto does not serve, and all else."""
    if request.method == "GET" and "requestPayment" in request.args:
        response.backend.get_bucket(response.bucket_name)  # or it raises what says that there is none
        return _PAYMENT
    return _answer(response, request, full_url)


def _create_bucket(backend: S3Backend, bucket_name: str, region_name: str, *others: Any, **options: Any) -> FakeBucket:
    if not _BUCKET_NAME.fullmatch(bucket_name) or _ADDRESS.fullmatch(bucket_name):
        raise InvalidBucketName
    bucket = _create(backend, bucket_name, region_name, *others, **options)
    bucket.encryption = _ENCRYPTION
    vars(bucket)["public_access_block"] = PublicAccessBlock(**dict.fromkeys(_BLOCKS, True))
    return bucket


def _put_bucket_policy(backend: S3Backend, bucket_name: str, policy: bytes) -> None:
    try:
        statements = json.loads(policy)["Statement"]
    except (KeyError, TypeError, ValueError):
        reason = "Policies must be valid JSON and the first byte must be '{'"
        raise S3ClientError("MalformedPolicy", reason) from None
    block = backend.get_bucket(bucket_name).public_access_block
    blocked = block is not None and str(block.block_public_policy).lower() == "true"
    if blocked and any(map(is_public, statements if isinstance(statements, list) else [statements])):
        reason = "public policies are prevented by the BlockPublicPolicy setting in S3 Block Public Access."
        raise S3ClientError("AccessDenied", f"Access Denied because {reason}")
    _put_policy(backend, bucket_name, policy)


def _put_bucket_versioning(backend: S3Backend, bucket_name: str, status: str) -> None:
    if status not in {"Enabled", "Suspended"}:
        raise MalformedXML
    _put_versioning(backend, bucket_name, status)


def _put_version(backend: S3Backend, bucket_name: str, key_name: str, *others: Any, **options: Any) -> FakeKey:
    bucket = backend.get_bucket(bucket_name)
    with _versioned(bucket) as suspended:
        new = _put_key(backend, bucket_name, key_name, *others, **options)
    if suspended:
        vars(new)["_version_id"] = "null"
        older = [each for each in bucket.keys.getlist(key_name, []) if each is not new and each.version_id != "null"]
        bucket.keys.setlist(key_name, [*older, new])
    return new


def _delete_version(backend: S3Backend, bucket_name: str, *others: Any, **options: Any) -> tuple[bool, dict[str, Any]]:
    with _versioned(backend.get_bucket(bucket_name)):
        return _delete_key(backend, bucket_name, *others, **options)


@contextmanager
def _versioned(bucket: FakeBucket) -> Generator[bool]:
    """Keeps its versions while the context lasts also where versioning is suspended, and says whether it is."""
    suspended = bucket.versioning_status == "Suspended"
    try:
        bucket.versioning_status = "Enabled" if suspended else bucket.versioning_status
        yield suspended
    finally:
        bucket.versioning_status = "Suspended" if suspended else bucket.versioning_status


def _get_object(response: S3Response) -> Any:
    version = response.querystring.get("versionId", [None])[0]
    if version:
        found: Any = response.backend.get_object(
            response.bucket_name, response.parse_key_name(), version, return_delete_marker=True
        )
        if isinstance(found, FakeDeleteMarker):
            raise MethodNotAllowed(method="GET", resource_type="DeleteMarker")
    return _get(response)


def _put_object(response: S3Response) -> Any:
    if len(response.parse_key_name().encode()) > _KEY_BYTES:
        raise S3ClientError("KeyTooLongError", "Your key is too long")
    digest = response.headers.get("Content-MD5")
    body: bytes = response.body or b""
    if digest and digest != b64encode(md5(body, usedforsecurity=False).digest()).decode():
        raise S3ClientError("BadDigest", "The Content-MD5 you specified did not match what we received.")
    return _put(response)
