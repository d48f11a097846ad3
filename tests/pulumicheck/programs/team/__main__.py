import json

import pulumi
import pulumi_aws as aws

config = pulumi.Config()
shared = pulumi.StackReference(f"acme/shared/{pulumi.get_stack()}")
network = pulumi.StackReference("network", stack_name="acme/network/prod")
bucket = aws.s3.Bucket.get("shared", shared.get_output("bucket"))
group = aws.ec2.SecurityGroup("team", vpc_id=shared.require_output("vpcId"))
for name in config.require_object("names"):
    user = aws.iam.User(name)
    aws.iam.UserPolicy(
        f"{name}-reads",
        user=user.name,
        policy=pulumi.Output.json_dumps(
            {
                "Version": "2012-10-17",
                "Statement": [
                    {
                        "Sid": "ReadOwn",
                        "Effect": "Allow",
                        "Action": ["s3:GetObject"],
                        "Resource": [pulumi.Output.concat(bucket.arn, "/", name, "/*")],
                    }
                ],
            }
        ),
    )
aws.ec2.Instance(
    "desk",
    ami="ami-0a1b2c",
    instance_type="t3.micro",
    subnet_id=network.require_output("subnets").apply(lambda subnets: subnets["private"][0]),
    vpc_security_group_ids=[group.id],
)
password = pulumi.Output.secret("made-for-the-test")
aws.rds.Instance("database", instance_class="db.t4g.micro", engine="postgres", password=password, username="team")
account = aws.get_caller_identity_output().account_id
pulumi.export("account", account)
pulumi.export("registry", pulumi.Output.format("{0}.dkr.ecr.{1}.amazonaws.com", account, aws.get_region().region))
pulumi.export("login", pulumi.Output.concat("team:", password))
pulumi.export("document", json.dumps({"Partition": aws.get_partition().partition}))
