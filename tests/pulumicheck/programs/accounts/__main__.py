import pulumi
import pulumi_aws as aws
from pulumi import Alias, ResourceOptions

config, aws_config = pulumi.Config(), pulumi.Config("aws")
home = aws_config.require("region")


def tagged(args):
    if args.type_ == "aws:sns/topic:Topic":
        return pulumi.ResourceTransformResult({**args.props, "tags": {"owner": "platform"}}, args.opts)
    return None


pulumi.runtime.register_resource_transform(tagged)
privileged = aws.Provider(
    "privileged",
    region=home,
    assume_roles=[aws.ProviderAssumeRoleArgs(role_arn=config.require("role"), session_name="deploys")],
    default_tags=aws.ProviderDefaultTagsArgs(tags={"managed-by": "pulumi"}),
)
regions = {name: aws.Provider(name, region=name) for name in ("us-east-1", "ap-south-1")}


class Copies(pulumi.ComponentResource):
    def __init__(self, name, opts=None):
        super().__init__("accounts:index:Copies", name, None, opts)
        self.bucket = aws.s3.Bucket(
            f"{name}-bucket", opts=ResourceOptions(parent=self, aliases=[Alias(name="before"), Alias(parent=None)])
        )


for name, provider in regions.items():
    Copies(f"copy-{name}", ResourceOptions(providers=[provider], protect=True))
theirs = aws.s3.Bucket("theirs", opts=ResourceOptions(provider=privileged, retain_on_delete=True))
aws.sns.Topic("told", opts=ResourceOptions(delete_before_replace=True, replace_on_changes=["*"]))
aws.sns.Topic("global", opts=ResourceOptions(provider=regions["us-east-1"], depends_on=[theirs]))
pulumi.export("theirs", theirs.bucket_domain_name)
