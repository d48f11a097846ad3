"""The api's role, which is outside of this project: a stand-in that holds the api policy and nothing else."""

import json
from contextlib import suppress

from embeddedaws.clients import Clients
from embeddedaws.embedded_aws import EmbeddedAws
from pulumicheck.plan.recording import Recording

_TASKS = "ecs-tasks.amazonaws.com"
_TRUST = {"Effect": "Allow", "Principal": {"Service": _TASKS}, "Action": "sts:AssumeRole"}


def create_api_role(aws: EmbeddedAws, deployed: Recording, name: str = "api") -> Clients:
    """Makes the role as the api's own program would, and gives clients that act as it.

    Args:
        aws: where the stack is deployed.
        deployed: the stack.
        name: what tells two such roles of one stack apart.
    """
    role_name, iam = _role_name(deployed, name), aws.clients.iam
    trust = json.dumps({"Version": "2012-10-17", "Statement": _TRUST})
    role = iam.create_role(RoleName=role_name, AssumeRolePolicyDocument=trust)["Role"]
    iam.attach_role_policy(RoleName=role_name, PolicyArn=deployed.outputs["apiPolicyArn"])
    return Clients(aws.region, aws.endpoint_url, aws.assume_role(role["Arn"], by=_TASKS))


def remove_api_role(aws: EmbeddedAws, deployed: Recording, name: str) -> None:
    """Removes the role that `create_api_role` made; nothing where it is gone already."""
    role_name, iam = _role_name(deployed, name), aws.clients.iam
    with suppress(iam.exceptions.NoSuchEntityException):
        iam.detach_role_policy(RoleName=role_name, PolicyArn=deployed.outputs["apiPolicyArn"])
    with suppress(iam.exceptions.NoSuchEntityException):
        iam.delete_role(RoleName=role_name)


def _role_name(deployed: Recording, name: str) -> str:
    return f"{deployed.project}-{deployed.stack}-{name}"
