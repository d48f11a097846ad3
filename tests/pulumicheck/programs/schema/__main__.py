import pulumi
import pulumi_aws as aws
from pulumi.dynamic import CreateResult, DiffResult, Resource, ResourceProvider


class SchemaProvider(ResourceProvider):
    def create(self, props):
        import psycopg

        psycopg.connect(props["host"]).execute(props["script"])
        return CreateResult(id_="schema", outs=props)

    def diff(self, id, olds, news):
        return DiffResult(changes=olds["script"] != news["script"], replaces=["script"])


class Schema(Resource):
    host: pulumi.Output[str]
    version: pulumi.Output[str]

    def __init__(self, name, host, script, opts=None):
        super().__init__(SchemaProvider(), name, {"host": host, "script": script, "version": None}, opts)


network = aws.ec2.Vpc("network", cidr_block="10.0.0.0/16")
subnets = [
    aws.ec2.Subnet(f"in-{letter}", vpc_id=network, availability_zone=aws.config.region + letter, cidr_block=block)
    for letter, block in {"a": "10.0.0.0/24", "b": "10.0.1.0/24"}.items()
]
database = aws.rds.Instance(
    "database",
    engine="postgres",
    instance_class="db.t4g.micro",
    db_subnet_group_name=aws.rds.SubnetGroup("subnets", subnet_ids=[subnet.id for subnet in subnets]).name,
    manage_master_user_password=True,
    username="owner",
    opts=pulumi.ResourceOptions(protect=True, ignore_changes=["engineVersion"]),
)
schema = Schema(
    "schema", database.address, "CREATE TABLE votes (choice int)", pulumi.ResourceOptions(depends_on=[database])
)
pulumi.export("schema", schema.id)
pulumi.export("version", schema.version.apply(lambda version: f"v{version}"))
