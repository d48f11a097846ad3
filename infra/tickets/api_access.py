import pulumi
import pulumi_aws as aws

from infra.naming import Names
from infra.policy import Statement, policy_document, reasons
from infra.tickets.storage import TicketStorage


class ApiAccess(pulumi.ComponentResource):
    """All that the api, which is deployed elsewhere, may do here: a managed policy for its own role."""

    def __init__(self, name: str, names: Names, storage: TicketStorage, opts: pulumi.ResourceOptions) -> None:
        statement = _query_tickets(storage)
        inputs = {"statements": reasons("identity", names.api_policy, [statement])}
        super().__init__("minitickets:tickets:ApiAccess", name, inputs, opts)
        policy = aws.iam.Policy(
            name,
            name=names.api_policy,
            description="Lets the MiniTickets api list tickets.",
            policy=policy_document(statement),
            opts=pulumi.ResourceOptions(parent=self),
        )
        self.policy_arn = policy.arn
        self.register_outputs({"policyArn": self.policy_arn})


def _query_tickets(storage: TicketStorage) -> Statement:
    return Statement(
        sid="QueryTickets",
        actions=("dynamodb:Query",),
        resources=(storage.table.arn, storage.table.index_arn),
        why="My tickets is one Query on the signed-in user's partition. No Scan, no write, and never the signing key.",
        used_by=("api",),
    )
