from collections.abc import Sequence

import pulumi
import pulumi_aws as aws

from infra.policy import Statement, policy_document, reasons

_LAMBDA_ASSUMES_ROLE = Statement(
    sid="LambdaAssumesRole",
    principal="lambda.amazonaws.com",
    actions=("sts:AssumeRole",),
    why="Lambda takes this one role for the poller, the log writer and our code alike. No person and no other service.",
    used_by=("Lambda service",),
)


class ExecutionRole(pulumi.ComponentResource):
    """A function's one role, with an inline policy for each statement, named by the statement's sid."""

    policies: list[aws.iam.RolePolicy]
    """What a function or a mapping must wait for, so that a first deployment does not race IAM."""

    def __init__(
        self, name: str, role_name: str, statements: Sequence[Statement], opts: pulumi.ResourceOptions
    ) -> None:
        declared = reasons("trust", role_name, [_LAMBDA_ASSUMES_ROLE]) + reasons("identity", role_name, statements)
        super().__init__("minitickets:shared:ExecutionRole", name, {"statements": declared}, opts)
        child = pulumi.ResourceOptions(parent=self)
        role = aws.iam.Role(name, name=role_name, assume_role_policy=policy_document(_LAMBDA_ASSUMES_ROLE), opts=child)
        self.policies = [
            aws.iam.RolePolicy(
                statement.sid, name=statement.sid, role=role.id, policy=policy_document(statement), opts=child
            )
            for statement in statements
        ]
        self.arn = role.arn
        self.register_outputs({"arn": self.arn})
