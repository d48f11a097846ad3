import json

import pulumi_aws as aws
from pulumi import ResourceOptions, export

cluster = aws.ecs.Cluster("cluster")
network = aws.ec2.get_vpc(default=True)
subnets = aws.ec2.get_subnets(filters=[{"name": "vpc-id", "values": [network.id]}])
anywhere = ["0.0.0.0/0"]
group = aws.ec2.SecurityGroup(
    "web",
    vpc_id=network.id,
    ingress=[aws.ec2.SecurityGroupIngressArgs(protocol="tcp", from_port=80, to_port=80, cidr_blocks=anywhere)],
    egress=[aws.ec2.SecurityGroupEgressArgs(protocol="-1", from_port=0, to_port=0, cidr_blocks=anywhere)],
)
balancer = aws.lb.LoadBalancer("balancer", security_groups=[group.id], subnets=subnets.ids)
targets = aws.lb.TargetGroup("targets", port=80, protocol="HTTP", target_type="ip", vpc_id=network.id)
listener = aws.lb.Listener(
    "listener",
    load_balancer_arn=balancer.arn,
    port=80,
    default_actions=[aws.lb.ListenerDefaultActionArgs(type="forward", target_group_arn=targets.arn)],
)
trust = {"Effect": "Allow", "Principal": {"Service": "ecs-tasks.amazonaws.com"}, "Action": "sts:AssumeRole", "Sid": ""}
role = aws.iam.Role("starts", assume_role_policy=json.dumps({"Version": "2008-10-17", "Statement": [trust]}))
aws.iam.RolePolicyAttachment(
    "may-start",
    role=role.name,
    policy_arn="arn:aws:iam::aws:policy/service-role/AmazonECSTaskExecutionRolePolicy",
)
images = aws.ecr.Repository("images", image_tag_mutability="MUTABLE")
task = aws.ecs.TaskDefinition(
    "task",
    family="web",
    cpu="256",
    memory="512",
    network_mode="awsvpc",
    requires_compatibilities=["FARGATE"],
    execution_role_arn=role.arn,
    container_definitions=images.repository_url.apply(
        lambda url: json.dumps([{"name": "web", "image": f"{url}:latest", "portMappings": [{"containerPort": 80}]}])
    ),
)
aws.ecs.Service(
    "service",
    cluster=cluster.arn,
    desired_count=3,
    launch_type="FARGATE",
    task_definition=task.arn,
    network_configuration=aws.ecs.ServiceNetworkConfigurationArgs(
        assign_public_ip=True, subnets=subnets.ids, security_groups=[group.id]
    ),
    load_balancers=[{"target_group_arn": targets.arn, "container_name": "web", "container_port": 80}],
    opts=ResourceOptions(depends_on=[listener]),
)
export("url", balancer.dns_name)
