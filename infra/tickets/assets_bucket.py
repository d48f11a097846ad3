import pulumi
import pulumi_aws as aws

from infra.policy import deny_insecure_transport
from infra.shared.resource_policy import ResourcePolicy


class AssetsBucket(pulumi.ComponentResource):
    """The bucket of QR codes: private, versioned, owned by this account alone, reached by TLS only."""

    def __init__(self, name: str, bucket_prefix: str, opts: pulumi.ResourceOptions) -> None:
        super().__init__("minitickets:tickets:AssetsBucket", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        bucket = aws.s3.Bucket(name, bucket_prefix=bucket_prefix, opts=child)
        access_block = aws.s3.BucketPublicAccessBlock(
            f"{name}-blocks-public-access",
            bucket=bucket.id,
            block_public_acls=True,
            block_public_policy=True,
            ignore_public_acls=True,
            restrict_public_buckets=True,
            opts=child,
        )
        aws.s3.BucketOwnershipControls(
            f"{name}-enforces-owner",
            bucket=bucket.id,
            rule=aws.s3.BucketOwnershipControlsRuleArgs(object_ownership="BucketOwnerEnforced"),
            opts=child,
        )
        aws.s3.BucketVersioning(
            f"{name}-keeps-versions",
            bucket=bucket.id,
            versioning_configuration=aws.s3.BucketVersioningVersioningConfigurationArgs(status="Enabled"),
            opts=child,
        )
        _deny_insecure_transport(f"{name}-policy", bucket, access_block, child)
        self.bucket_name, self.arn = bucket.id, bucket.arn
        self.register_outputs({"bucketName": self.bucket_name, "arn": self.arn})


def _deny_insecure_transport(
    name: str, bucket: aws.s3.Bucket, access_block: aws.s3.BucketPublicAccessBlock, opts: pulumi.ResourceOptions
) -> None:
    # S3 answers OperationAborted when both are set at the same time.
    later = pulumi.ResourceOptions(depends_on=[access_block])
    ResourcePolicy(
        name,
        "minitickets:tickets:BucketPolicy",
        bucket.arn,
        deny_insecure_transport("s3:*", bucket.arn, pulumi.Output.concat(bucket.arn, "/*")),
        lambda policy, child: aws.s3.BucketPolicy(
            name, bucket=bucket.id, policy=policy, opts=pulumi.ResourceOptions.merge(child, later)
        ),
        opts,
    )
