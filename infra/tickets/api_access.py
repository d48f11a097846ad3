import pulumi
import pulumi_aws as aws

from infra.naming import Names
from infra.policy import Statement, policy_document, reasons
from infra.tickets.storage import TicketStorage


class ApiAccess(pulumi.ComponentResource):
    """All that the api, which is deployed elsewhere, may do here: a managed policy for its own role."""

    def __init__(self, name: str, policy_name: str, statement: Statement, opts: pulumi.ResourceOptions) -> None:
        inputs = {"statements": reasons("identity", policy_name, [statement])}
        super().__init__("minitickets:tickets:ApiAccess", name, inputs, opts)
        policy = aws.iam.Policy(
            name,
            name=policy_name,
            description="Lets the MiniTickets api list tickets.",
            policy=policy_document(statement),
            opts=pulumi.ResourceOptions(parent=self),
        )
        self.policy_arn = policy.arn
        self.register_outputs({"policyArn": self.policy_arn})


def create_api_access(names: Names, storage: TicketStorage, opts: pulumi.ResourceOptions) -> ApiAccess:
    """The api's policy. It needs no switch: tickets can be looked at while nothing new is issued."""
    statement = Statement(
        sid="QueryTickets",
        actions=("dynamodb:Query",),
        resources=(storage.table.arn, storage.table.index_arn),
        why="My tickets is one Query on the signed-in user's partition. No Scan, no write, and never the signing key.",
        used_by=("api",),
    )
    return ApiAccess("api-queries-tickets", names.api_policy, statement, opts)
