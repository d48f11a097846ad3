import pulumi
import pulumi_aws as aws

from infra.naming import Names
from infra.policy import Statement
from infra.tickets.assets_bucket import AssetsBucket
from infra.tickets.tickets_table import TicketsTable


class TicketStorage(pulumi.ComponentResource):
    """What must outlive everything else: the tickets, their QR codes and the key that signs them, all protected."""

    def __init__(self, name: str, names: Names, opts: pulumi.ResourceOptions) -> None:
        super().__init__("minitickets:tickets:TicketStorage", name, None, opts)
        child = pulumi.ResourceOptions(parent=self, protect=True)  # which flows down
        self.table = TicketsTable("tickets-table", names.tickets_table, child)
        self.assets = AssetsBucket("assets-bucket", names.assets_bucket_prefix, child)
        # The secret without a value: a value given here would lie in Pulumi's state. `minitickets keys` writes it.
        secret = aws.secretsmanager.Secret(
            "ticket-signing-key",
            name=names.signing_secret,
            description="The key ring that signs tickets; written by `minitickets keys`, read by the tickets function.",
            opts=child,
        )
        self.signing_secret_arn = secret.arn
        self.register_outputs({"signingSecretArn": self.signing_secret_arn})

    def tickets_may_be_issued(self) -> Statement:
        """Lets the tickets function write the items of a booking."""
        return Statement(
            sid="TicketsTable",
            actions=("dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"),
            resources=(self.table.arn,),
            why="Claims a booking for its user, reserves a ticket, sees what an earlier attempt left, and completes "
            "it. It never lists or deletes.",
            used_by=("our code",),
        )

    def assets_may_be_written(self) -> Statement:
        """Lets the tickets function write QR codes."""
        return Statement(
            sid="WriteTicketAssets",
            actions=("s3:PutObject",),
            resources=(pulumi.Output.concat(self.assets.arn, "/tickets/*"),),
            why="Writes QR codes under tickets/. It reads nothing back and cannot touch what else the bucket holds.",
            used_by=("our code",),
        )

    def signing_secret_may_be_read(self) -> Statement:
        """Lets the tickets function read the key ring."""
        return Statement(
            sid="ReadSigningSecret",
            actions=("secretsmanager:GetSecretValue",),
            resources=(self.signing_secret_arn,),
            why="Reads the keys that sign tickets. No one else does: whoever has a key can make tickets.",
            used_by=("our code",),
        )


def create_ticket_storage(names: Names, opts: pulumi.ResourceOptions) -> TicketStorage:
    """The ticket storage. It heeds no switch: issued tickets stay valid while everything else is off."""
    return TicketStorage("ticket-storage", names, opts)
