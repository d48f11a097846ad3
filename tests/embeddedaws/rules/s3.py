"""S3: buckets, versions, and who is kept out."""

import json
from functools import partial
from typing import Any

from .rule import OK, Refused, Rule, World, codes

_BLOCKS = ("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets")


def _put(world: World, bucket: str, body: bytes = b"one", key: str = "a", **asked: Any) -> Any:
    return world.aws.s3.put_object(Bucket=bucket, Key=key, Body=body, **asked)


def _get(world: World, bucket: str, **asked: Any) -> Any:
    return world.aws.s3.get_object(**{"Bucket": bucket, "Key": "a", **asked})


def _delete_object(world: World, bucket: str, **asked: Any) -> Any:
    return world.aws.s3.delete_object(Bucket=bucket, Key="a", **asked)


def _two_versions(world: World) -> list[bytes]:
    bucket = world.bucket(versioned=True)
    first = _put(world, bucket)["VersionId"]
    _put(world, bucket, b"two")
    return [_get(world, bucket)["Body"].read(), _get(world, bucket, VersionId=first)["Body"].read()]


def _overwritten(world: World) -> tuple[bytes, bool]:
    bucket = world.bucket()
    _put(world, bucket)
    return _get(world, bucket)["Body"].read(), "VersionId" in _put(world, bucket, b"two")


def _delete_marker(world: World) -> list[Any]:
    bucket = world.bucket(versioned=True)
    version = _put(world, bucket)["VersionId"]
    deleted = _delete_object(world, bucket)
    found = [deleted["DeleteMarker"], *codes(partial(_get, world, bucket))]
    found.append(_get(world, bucket, VersionId=version)["Body"].read())
    _delete_object(world, bucket, VersionId=deleted["VersionId"])
    return [*found, _get(world, bucket)["Body"].read()]


def _get_a_delete_marker(world: World) -> Any:
    bucket = world.bucket(versioned=True)
    _put(world, bucket)
    return _get(world, bucket, VersionId=_delete_object(world, bucket)["VersionId"])


def _delete_bucket(world: World, bucket: str) -> list[str]:
    return codes(partial(world.aws.s3.delete_bucket, Bucket=bucket))


def _delete_with_an_object(world: World) -> list[str]:
    bucket = world.bucket()
    _put(world, bucket)
    first = _delete_bucket(world, bucket)
    _delete_object(world, bucket)
    return first + _delete_bucket(world, bucket)


def _delete_with_versions(world: World) -> list[str]:
    bucket = world.bucket(versioned=True)
    versions = [_put(world, bucket)["VersionId"], _delete_object(world, bucket)["VersionId"]]
    answers: list[str] = []
    for version in versions:
        answers += _delete_bucket(world, bucket)
        _delete_object(world, bucket, VersionId=version)
    return answers + _delete_bucket(world, bucket)


def _suspended(world: World) -> list[Any]:
    bucket = world.bucket(versioned=True)
    first = _put(world, bucket)["VersionId"]
    world.aws.s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Suspended"})
    second = _put(world, bucket, b"two").get("VersionId", "null")
    _delete_object(world, bucket)
    return [second, _get(world, bucket, VersionId=first)["Body"].read()]


def _versioning_status(world: World) -> Any:
    return world.aws.s3.put_bucket_versioning(Bucket=world.bucket(), VersioningConfiguration={"Status": "Off"})


def _names(world: World) -> list[str]:
    names = ("ab", "x" * 64, "Rule-Bucket", "rule_bucket", "192.168.5.4", "-rule")
    location = {"LocationConstraint": world.embedded.region}
    return codes(
        *(partial(world.aws.s3.create_bucket, Bucket=name, CreateBucketConfiguration=location) for name in names)
    )


def _create_twice(world: World) -> Any:
    location = {"LocationConstraint": world.embedded.region}
    return world.aws.s3.create_bucket(Bucket=world.bucket(), CreateBucketConfiguration=location)


def _no_bucket(world: World) -> list[str]:
    return codes(
        partial(_put, world, "rule-none"),
        partial(_get, world, "rule-none"),
        *(partial(call, Bucket="rule-none") for call in (world.aws.s3.list_objects_v2, world.aws.s3.delete_bucket)),
    )


def _nothing_configured(world: World) -> list[str]:
    bucket, calls = world.bucket(), world.aws.s3
    operations = (calls.get_bucket_policy, calls.get_bucket_lifecycle_configuration, calls.get_bucket_tagging)
    return codes(*(partial(operation, Bucket=bucket) for operation in operations))


def _policy(bucket: str, **statement: Any) -> str:
    allow = {"Effect": "Allow", "Action": "s3:GetObject", "Resource": f"arn:aws:s3:::{bucket}/*", **statement}
    return json.dumps({"Version": "2012-10-17", "Statement": [allow]})


def _blocked_policies(world: World) -> list[str]:
    bucket = world.bucket()
    world.aws.s3.put_public_access_block(Bucket=bucket, PublicAccessBlockConfiguration=dict.fromkeys(_BLOCKS, True))
    source = {"StringEquals": {"aws:SourceAccount": "123456789012"}}
    policies = (
        _policy(bucket, Principal="*"),
        _policy(bucket, Principal={"AWS": "*"}),
        _policy(bucket, Principal="*", Condition={"StringLike": {"aws:SourceAccount": "*"}}),
        _policy(bucket, Principal="*", Condition=source),
        _policy(bucket, Principal={"AWS": "123456789012"}),
        _policy(bucket, Principal="*", Effect="Deny"),
    )
    return codes(*(partial(world.aws.s3.put_bucket_policy, Bucket=bucket, Policy=policy) for policy in policies))


def _unblocked_policy(world: World) -> list[str]:
    bucket = world.bucket()
    world.aws.s3.delete_public_access_block(Bucket=bucket)
    return codes(
        partial(world.aws.s3.put_bucket_policy, Bucket=bucket, Policy=_policy(bucket, Principal="*")),
        partial(world.aws.s3.get_public_access_block, Bucket=bucket),
    )


def _new_block(world: World) -> dict[str, bool]:
    shown = world.aws.s3.get_public_access_block(Bucket=world.bucket())
    return shown["PublicAccessBlockConfiguration"]


def _ill_formed_policy(world: World) -> Any:
    return world.aws.s3.put_bucket_policy(Bucket=world.bucket(), Policy="{")


def _etag(world: World) -> str:
    return _put(world, world.bucket())["ETag"]


def _put_unless_there(world: World) -> list[str]:
    put = partial(_put, world, world.bucket(), IfNoneMatch="*")
    return codes(put, put)


def _wrong_md5(world: World) -> Any:
    return _put(world, world.bucket(), ContentMD5="AAAAAAAAAAAAAAAAAAAAAA==")


def _delete_nothing(world: World) -> list[str]:
    return codes(partial(_delete_object, world, world.bucket()))


def _keys(world: World) -> list[str]:
    bucket = world.bucket()
    return codes(*(partial(_put, world, bucket, key=key) for key in ("x" * 1025, "x" * 1024)))


def _encrypted(world: World) -> str:
    bucket = world.bucket()
    _put(world, bucket)
    return _get(world, bucket).get("ServerSideEncryption", "")


RULES = [
    Rule(
        "S3",
        "A versioned bucket keeps what is overwritten.",
        "Retaining multiple versions of objects with S3 Versioning",
        _two_versions,
        [b"two", b"one"],
    ),
    Rule("S3", "An unversioned bucket has no version ids.", "How S3 Versioning works", _overwritten, (b"one", False)),
    Rule(
        "S3",
        "A deletion in a versioned bucket leaves a marker; without the marker the object is back.",
        "Working with delete markers",
        _delete_marker,
        [True, "NoSuchKey", b"one", b"one"],
    ),
    Rule(
        "S3",
        "A delete marker cannot be read.",
        "Working with delete markers",
        _get_a_delete_marker,
        Refused("MethodNotAllowed"),
    ),
    Rule(
        "S3",
        "A bucket with an object is not deleted.",
        "Deleting a general purpose bucket",
        _delete_with_an_object,
        ["BucketNotEmpty", OK],
    ),
    Rule(
        "S3",
        "A bucket with versions or delete markers is not deleted.",
        "Deleting a general purpose bucket",
        _delete_with_versions,
        ["BucketNotEmpty", "BucketNotEmpty", OK],
    ),
    Rule(
        "S3",
        "Suspended versioning keeps what there is, and writes the version null.",
        "Adding objects to versioning-suspended buckets",
        _suspended,
        ["null", b"one"],
    ),
    Rule(
        "S3", "Versioning is enabled or suspended.", "PutBucketVersioning", _versioning_status, Refused("MalformedXML")
    ),
    Rule(
        "S3",
        "A bucket's name has 3 to 63 lower-case letters, digits, dots and hyphens, and is no IP address.",
        "General purpose bucket naming rules",
        _names,
        ["InvalidBucketName"] * 6,
    ),
    Rule(
        "S3",
        "A bucket of one's own is not made again.",
        "CreateBucket",
        _create_twice,
        Refused("BucketAlreadyOwnedByYou"),
    ),
    Rule(
        "S3", "A bucket that is not there has a code of its own.", "Error responses", _no_bucket, ["NoSuchBucket"] * 4
    ),
    Rule(
        "S3",
        "An object that is not there has a code of its own.",
        "GetObject",
        lambda w: _get(w, w.bucket()),
        Refused("NoSuchKey"),
    ),
    Rule(
        "S3",
        "What is not configured has codes of its own.",
        "GetBucketPolicy, GetBucketLifecycleConfiguration, GetBucketTagging",
        _nothing_configured,
        ["NoSuchBucketPolicy", "NoSuchLifecycleConfiguration", "NoSuchTagSet"],
    ),
    Rule("S3", "A policy is JSON.", "PutBucketPolicy", _ill_formed_policy, Refused("MalformedPolicy")),
    Rule(
        "S3",
        "A public policy is refused where public policies are blocked.",
        "Blocking public access to your Amazon S3 storage",
        _blocked_policies,
        ["AccessDenied", "AccessDenied", "AccessDenied", OK, OK, OK],
    ),
    Rule(
        "S3",
        "A new bucket blocks public access.",
        "Blocking public access to your Amazon S3 storage",
        _new_block,
        dict.fromkeys(_BLOCKS, True),
    ),
    Rule(
        "S3",
        "Without the block a public policy is taken.",
        "Blocking public access to your Amazon S3 storage",
        _unblocked_policy,
        [OK, "NoSuchPublicAccessBlockConfiguration"],
    ),
    Rule(
        "S3",
        "The ETag of an object that was put in one piece is its MD5.",
        "Object",
        _etag,
        '"f97c5d29941bfb1b2fdab0874906ab82"',
    ),
    Rule("S3", "An object can be put unless it is there.", "PutObject", _put_unless_there, [OK, "PreconditionFailed"]),
    Rule("S3", "A body whose MD5 is another is refused.", "PutObject", _wrong_md5, Refused("BadDigest")),
    Rule("S3", "An object that is not there can be deleted.", "DeleteObject", _delete_nothing, [OK]),
    Rule("S3", "A key has 1,024 bytes at most.", "Naming Amazon S3 objects", _keys, ["KeyTooLongError", OK]),
    Rule(
        "S3",
        "A new object is encrypted.",
        "Using server-side encryption with Amazon S3 managed keys (SSE-S3)",
        _encrypted,
        "AES256",
    ),
]
