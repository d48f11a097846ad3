import base64

import pulumi
import pulumi_aws as aws

config = pulumi.Config()


def decoded(key):
    text = base64.b64decode(key.encode("ascii")).decode("ascii")
    return text if text.startswith("-----BEGIN") else key


private_key = config.require_secret("privateKey").apply(decoded)
database = config.require_secret_object("database")
image = aws.ec2.get_ami(
    most_recent=True, owners=["amazon"], filters=[aws.ec2.GetAmiFilterArgs(name="name", values=["al2023-ami-*"])]
)
key_name = config.get("keyName")
if key_name is None:
    key_name = aws.ec2.KeyPair("key", public_key=config.get("publicKey") or "ssh-ed25519 AAAA").key_name
group = aws.ec2.SecurityGroup(
    "web",
    ingress=[
        aws.ec2.SecurityGroupIngressArgs(protocol="tcp", from_port=port, to_port=port, cidr_blocks=["0.0.0.0/0"])
        for port in (22, 80)
    ],
)
with open("boot.sh") as file:
    boot = file.read()
server = aws.ec2.Instance(
    "server",
    instance_type=config.get("size") or "t3.micro",
    ami=image.id,
    key_name=key_name,
    vpc_security_group_ids=[group.id],
    user_data=boot,
    tags={"Name": f"from {image.name}"},
)
aws.rds.Instance(
    "database",
    engine="mysql",
    instance_class="db.t4g.micro",
    allocated_storage=config.get_int("gigabytes") or 20,
    username=database.apply(lambda it: it["user"]),
    password=database.apply(lambda it: it["password"]),
    skip_final_snapshot=True,
)
aws.ssm.Parameter("key", type="SecureString", value=private_key)
pulumi.export("ip", server.public_ip)
pulumi.export("url", pulumi.Output.format("http://{0}/", server.public_dns))
pulumi.export("key", private_key)
