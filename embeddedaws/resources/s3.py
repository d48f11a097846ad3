"""S3's buckets, and the settings that are resources of their own."""

from collections.abc import Mapping
from typing import Any

from embeddedaws.resources.maker import Aws, Maker, Makers, State, put
from embeddedaws.resources.tagging import BucketTagging
from pulumicheck.types import s3
from pulumicheck.types.inputs import Inputs

_BLOCKS = {
    "blockPublicAcls": "BlockPublicAcls",
    "blockPublicPolicy": "BlockPublicPolicy",
    "ignorePublicAcls": "IgnorePublicAcls",
    "restrictPublicBuckets": "RestrictPublicBuckets",
}


def _create(aws: Aws, inputs: Inputs) -> None:
    # S3 refuses this one region as a location constraint.
    here = None if aws.region == "us-east-1" else {"LocationConstraint": aws.region}
    aws("s3", "create_bucket", Bucket=inputs["bucket"], CreateBucketConfiguration=here)


def _read(aws: Aws, state: State) -> dict[str, Any]:
    aws("s3", "head_bucket", Bucket=state["bucket"])
    return {"bucket": state["bucket"]}


def _delete(aws: Aws, state: State) -> None:
    if state.get("forceDestroy"):
        found = aws("s3", "list_object_versions", Bucket=state["bucket"])
        for each in [*found.get("Versions", []), *found.get("DeleteMarkers", [])]:
            aws("s3", "delete_object", Bucket=state["bucket"], Key=each["Key"], VersionId=each["VersionId"])
    aws("s3", "delete_bucket", Bucket=state["bucket"])


def _put_blocks(aws: Aws, inputs: Inputs) -> None:
    blocks = {key: inputs.get(name, False) for name, key in _BLOCKS.items()}
    aws("s3", "put_public_access_block", Bucket=inputs["bucket"], PublicAccessBlockConfiguration=blocks)


def _read_blocks(aws: Aws, state: State) -> dict[str, Any]:
    found = aws("s3", "get_public_access_block", Bucket=state["bucket"])["PublicAccessBlockConfiguration"]
    return {"bucket": state["bucket"], **{name: found[key] for name, key in _BLOCKS.items()}}


def _put_ownership(aws: Aws, inputs: Inputs) -> None:
    rules = [{"ObjectOwnership": inputs["rule"]["objectOwnership"]}]
    aws("s3", "put_bucket_ownership_controls", Bucket=inputs["bucket"], OwnershipControls={"Rules": rules})


def _read_ownership(aws: Aws, state: State) -> dict[str, Any]:
    (rule,) = aws("s3", "get_bucket_ownership_controls", Bucket=state["bucket"])["OwnershipControls"]["Rules"]
    return {"bucket": state["bucket"], "rule": {"objectOwnership": rule["ObjectOwnership"]}}


def _put_versioning(aws: Aws, inputs: Mapping[str, Any]) -> None:
    status = inputs["versioningConfiguration"]["status"]
    aws("s3", "put_bucket_versioning", Bucket=inputs["bucket"], VersioningConfiguration={"Status": status})


def _read_versioning(aws: Aws, state: State) -> dict[str, Any]:
    status = aws("s3", "get_bucket_versioning", Bucket=state["bucket"]).get("Status", "Disabled")
    return {"bucket": state["bucket"], "versioningConfiguration": {"status": status}}


def _put_policy(aws: Aws, inputs: Inputs) -> None:
    aws("s3", "put_bucket_policy", Bucket=inputs["bucket"], Policy=inputs["policy"])


MAKERS: Makers = {
    s3.BUCKET: Maker(
        ("bucket", "bucketPrefix", "forceDestroy"),
        create=_create,
        read=_read,
        update=lambda _aws, _state, _inputs: None,  # `forceDestroy` is a word to the provider alone
        delete=_delete,
        defaults={"forceDestroy": False},
        tagging=BucketTagging("s3"),
    ),
    s3.BUCKET_PUBLIC_ACCESS_BLOCK: put(
        ("bucket", *_BLOCKS),
        write=_put_blocks,
        read=_read_blocks,
        delete=lambda aws, state: aws("s3", "delete_public_access_block", Bucket=state["bucket"]),
        defaults=dict.fromkeys(_BLOCKS, False),
    ),
    s3.BUCKET_OWNERSHIP_CONTROLS: put(
        ("bucket", "rule.objectOwnership"),
        write=_put_ownership,
        read=_read_ownership,
        delete=lambda aws, state: aws("s3", "delete_bucket_ownership_controls", Bucket=state["bucket"]),
    ),
    s3.BUCKET_VERSIONING: put(
        ("bucket", "versioningConfiguration.status"),
        write=_put_versioning,
        read=_read_versioning,
        # A bucket that had versions cannot be without again.
        delete=lambda aws, state: _put_versioning(aws, {**state, "versioningConfiguration": {"status": "Suspended"}}),
    ),
    s3.BUCKET_POLICY: put(
        ("bucket", "policy"),
        write=_put_policy,
        read=lambda aws, state: {
            "bucket": state["bucket"],
            "policy": aws("s3", "get_bucket_policy", Bucket=state["bucket"])["Policy"],
        },
        delete=lambda aws, state: aws("s3", "delete_bucket_policy", Bucket=state["bucket"]),
    ),
}
