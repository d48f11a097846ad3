import pulumi
import pulumi_aws as aws
from spoke import Spoke, SpokeArgs

config = pulumi.Config()
hub = aws.ec2transitgateway.TransitGateway(
    "hub", aws.ec2transitgateway.TransitGatewayArgs(description=f"of {pulumi.get_project()}", tags={"Name": "hub"})
)
table = aws.ec2transitgateway.RouteTable(
    "table",
    aws.ec2transitgateway.RouteTableArgs(transit_gateway_id=hub.id),
    opts=pulumi.ResourceOptions(parent=hub),
)
spokes = {
    f"spoke-{number}": Spoke(f"spoke-{number}", SpokeArgs(f"10.{number}.0.0/16", hub.id))
    for number in range(config.get_int("spokes") or 2)
}
for name, spoke in spokes.items():
    aws.ec2transitgateway.RouteTablePropagation(
        f"{name}-propagation",
        transit_gateway_attachment_id=spoke.attachment.id,
        transit_gateway_route_table_id=table.id,
    )
gateway = aws.ec2.InternetGateway("gateway", vpc_id=spokes["spoke-0"].vpc)
aws.ec2.RouteTable(
    "routes",
    vpc_id=spokes["spoke-0"].vpc.id,
    routes=[aws.ec2.RouteTableRouteArgs(cidr_block="0.0.0.0/0", gateway_id=gateway.id)],
)
pulumi.export("subnets", {name: spoke.subnets.ids for name, spoke in spokes.items()})
