"""The api's role, which is outside of this project: a stand-in that holds the api policy and nothing else."""

import json
from contextlib import suppress

from embeddedaws.clients import Clients
from embeddedaws.embedded_aws import EmbeddedAws

_TASKS = "ecs-tasks.amazonaws.com"
_TRUST = {"Effect": "Allow", "Principal": {"Service": _TASKS}, "Action": "sts:AssumeRole"}


def create_api_role(aws: EmbeddedAws, stack: str, policy_arn: str) -> Clients:
    """Makes the role as the api's own program would, and gives clients that act as it.

    Args:
        aws: where the stack is deployed.
        stack: the stack's name, or what else tells two such roles apart.
        policy_arn: the stack's output `apiPolicyArn`.
    """
    name, iam = _name(stack), aws.clients.iam
    trust = json.dumps({"Version": "2012-10-17", "Statement": _TRUST})
    role = iam.create_role(RoleName=name, AssumeRolePolicyDocument=trust)["Role"]
    iam.attach_role_policy(RoleName=name, PolicyArn=policy_arn)
    return Clients(aws.region, aws.endpoint_url, aws.assume_role(role["Arn"], by=_TASKS))


def remove_api_role(aws: EmbeddedAws, stack: str, policy_arn: str) -> None:
    """Removes the role that `create_api_role` made; nothing where it is gone already."""
    name, iam = _name(stack), aws.clients.iam
    with suppress(iam.exceptions.NoSuchEntityException):
        iam.detach_role_policy(RoleName=name, PolicyArn=policy_arn)
    with suppress(iam.exceptions.NoSuchEntityException):
        iam.delete_role(RoleName=name)


def _name(stack: str) -> str:
    return f"minitickets-{stack}-api"
