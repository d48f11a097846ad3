import pulumi
import pulumi_aws as aws

INDEX = "by-event-date"


class TicketsTable(pulumi.ComponentResource):
    """The issued tickets, by user; the index lists them by the event's date."""

    def __init__(self, name: str, table_name: str, opts: pulumi.ResourceOptions) -> None:
        super().__init__("minitickets:tickets:TicketsTable", name, None, opts)
        table = aws.dynamodb.Table(
            name,
            name=table_name,
            billing_mode="PAY_PER_REQUEST",
            hash_key="userId",
            range_key="ticketId",
            attributes=[
                aws.dynamodb.TableAttributeArgs(name=attribute, type="S")
                for attribute in ("userId", "ticketId", "eventDate", "eventDateKey")
            ],
            global_secondary_indexes=[_by_event_date()],
            server_side_encryption=aws.dynamodb.TableServerSideEncryptionArgs(enabled=True),
            point_in_time_recovery=aws.dynamodb.TablePointInTimeRecoveryArgs(enabled=True),
            deletion_protection_enabled=True,
            opts=pulumi.ResourceOptions(parent=self),
        )
        self.table_name, self.arn = table.name, table.arn
        self.index_arn = pulumi.Output.concat(table.arn, f"/index/{INDEX}")
        self.register_outputs({"tableName": self.table_name, "arn": self.arn})


def _by_event_date() -> aws.dynamodb.TableGlobalSecondaryIndexArgs:
    return aws.dynamodb.TableGlobalSecondaryIndexArgs(
        name=INDEX,
        key_schemas=[
            aws.dynamodb.TableGlobalSecondaryIndexKeySchemaArgs(attribute_name="eventDate", key_type="HASH"),
            aws.dynamodb.TableGlobalSecondaryIndexKeySchemaArgs(attribute_name="eventDateKey", key_type="RANGE"),
        ],
        projection_type="ALL",
    )
