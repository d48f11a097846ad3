from dataclasses import dataclass
from ipaddress import ip_network

import pulumi
import pulumi_aws as aws


@dataclass
class SpokeArgs:
    block: str
    hub: pulumi.Input[str]


class Subnets(pulumi.ComponentResource):
    def __init__(self, name, vpc, block, opts=None):
        super().__init__("network:index:Subnets", name, {"block": block}, opts)
        zones = aws.get_availability_zones(state="available").names
        parts = ip_network(block).subnets(prefixlen_diff=4)
        self.ids = [
            aws.ec2.Subnet(
                f"{name}-{zone[-1]}",
                vpc_id=vpc.id,
                availability_zone=zone,
                cidr_block=str(part),
                opts=pulumi.ResourceOptions(parent=self),
            ).id
            for zone, part in zip(zones, parts)
        ]
        self.register_outputs({"ids": self.ids})


class Spoke(pulumi.ComponentResource):
    def __init__(self, name, args, opts=None):
        super().__init__("network:index:Spoke", name, None, opts)
        below = pulumi.ResourceOptions(parent=self)
        self.vpc = aws.ec2.Vpc(f"{name}-vpc", cidr_block=args.block, enable_dns_hostnames=True, opts=below)
        self.subnets = Subnets(f"{name}-subnets", self.vpc, args.block, below)
        self.attachment = aws.ec2transitgateway.VpcAttachment(
            f"{name}-attachment",
            transit_gateway_id=args.hub,
            vpc_id=self.vpc.id,
            subnet_ids=self.subnets.ids,
            opts=below,
        )
        self.register_outputs({})
