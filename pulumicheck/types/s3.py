"""S3: buckets, and the settings that say who may touch them."""

from collections.abc import Iterator
from functools import partial

from pulumicheck.types.inputs import Inputs, at
from pulumicheck.types.prices import BUCKET_GIGABYTE_MONTH
from pulumicheck.types.resource_type import AccessSetting, ResourceType, Target
from pulumicheck.types.tables import ALL

_BLOCKS = ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets")

BUCKET = ResourceType(
    "aws:s3/bucket:Bucket",
    about="A bucket of objects.",
    console="S3 → Buckets → {bucket} → Objects",
    cli="aws s3 ls s3://{bucket}/ --recursive",
    kind="bucket",
    named_by=("bucket",),
    arn="arn:{partition}:s3:::{name}",
    outputs={
        "bucket": "{name}",
        "bucketDomainName": "{name}.s3.{domain}",
        "bucketRegionalDomainName": "{name}.s3.{region}.{domain}",
    },
    is_acted_on=True,
    lost="its objects; AWS refuses while there are any",
    idle=f"{BUCKET_GIGABYTE_MONTH} $ a month for each GB of objects, older versions included.",
)
_setting = partial(ResourceType, named_by=("bucket",), target=Target("bucket", BUCKET.token))


def _owned(_: str, inputs: Inputs) -> Iterator[AccessSetting]:
    if at(inputs, "rule.objectOwnership") == "BucketOwnerEnforced":
        yield AccessSetting("objectOwnership", "BucketOwnerEnforced, and so no access control lists", closes=True)


BUCKET_OWNERSHIP_CONTROLS = _setting(
    "aws:s3/bucketOwnershipControls:BucketOwnershipControls",
    about="Makes the bucket's account the owner of every object and switches access lists off.",
    console="S3 → Buckets → {bucket} → Permissions → Object Ownership",
    cli="aws s3api get-bucket-ownership-controls --bucket {bucket}",
    telling=("rule.objectOwnership",),
    changed_by="s3:PutBucketOwnershipControls",
    access=_owned,
    reads=(ALL,),
)

BUCKET_POLICY = _setting(
    "aws:s3/bucketPolicy:BucketPolicy",
    about="The bucket's resource policy.",
    console="S3 → Buckets → {bucket} → Permissions → Bucket policy",
    cli="aws s3api get-bucket-policy --bucket {bucket}",
    kind="policy",
    document="policy",
    policy_type="resource",
    changed_by="s3:PutBucketPolicy",
)


def _blocked(_: str, inputs: Inputs) -> Iterator[AccessSetting]:
    for flag in _BLOCKS:
        if inputs.get(flag):
            yield AccessSetting(flag, flag, closes=True)


BUCKET_PUBLIC_ACCESS_BLOCK = _setting(
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
    about="Keeps the bucket private, whatever a policy or an access list says.",
    console="S3 → Buckets → {bucket} → Permissions → Block public access",
    cli="aws s3api get-public-access-block --bucket {bucket}",
    changed_by="s3:PutBucketPublicAccessBlock",
    access=_blocked,
    reads=(ALL,),
)

BUCKET_VERSIONING = _setting(
    "aws:s3/bucketVersioning:BucketVersioning",
    about="Keeps what was overwritten or deleted as an older version.",
    console="S3 → Buckets → {bucket} → Properties → Bucket Versioning",
    cli="aws s3api get-bucket-versioning --bucket {bucket}",
    telling=("versioningConfiguration.status",),
    changed_by="s3:PutBucketVersioning",
)


def _listed(name: str, inputs: Inputs) -> Iterator[AccessSetting]:
    if inputs.get("acl") != "private":
        yield AccessSetting(name, f"access control list {inputs.get('acl') or inputs.get('accessControlPolicy')}")


BUCKET_ACL = _setting(
    "aws:s3/bucketAcl:BucketAcl",
    about="The bucket's access control list.",
    console="S3 → Buckets → {bucket} → Permissions → Access control list",
    cli="aws s3api get-bucket-acl --bucket {bucket}",
    kind="policy",
    telling=("acl",),
    changed_by="s3:PutBucketAcl",
    access=_listed,
    reads=(ALL,),
)

ROWS = (BUCKET, BUCKET_OWNERSHIP_CONTROLS, BUCKET_POLICY, BUCKET_PUBLIC_ACCESS_BLOCK, BUCKET_VERSIONING, BUCKET_ACL)
