import pulumi
import pulumi_aws as aws

from infra.policy import deny_insecure_transport, policy_document, reasons


class BucketPolicy(pulumi.ComponentResource):
    """The assets bucket's resource policy, apart from the storage since it shows the bucket's ARN as an input."""

    def __init__(
        self,
        name: str,
        bucket: aws.s3.Bucket,
        access_block: aws.s3.BucketPublicAccessBlock,
        opts: pulumi.ResourceOptions,
    ) -> None:
        statement = deny_insecure_transport("s3:*", bucket.arn, pulumi.Output.concat(bucket.arn, "/*"))
        inputs = {"statements": reasons("resource", bucket.arn, [statement])}
        super().__init__("minitickets:tickets:BucketPolicy", name, inputs, opts)
        aws.s3.BucketPolicy(
            name,
            bucket=bucket.id,
            policy=policy_document(statement),
            # S3 answers OperationAborted when both are set at the same time.
            opts=pulumi.ResourceOptions(parent=self, depends_on=[access_block]),
        )
        self.register_outputs({})
