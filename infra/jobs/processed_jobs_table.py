import pulumi
import pulumi_aws as aws

from infra.naming import Names
from infra.policy import Statement
from infra.settings import Settings


class ProcessedJobsTable(pulumi.ComponentResource):
    """The worker's memory of the emails it has sent, by job key; TTL forgets each after its `expiresAt`."""

    def __init__(self, name: str, names: Names, settings: Settings, opts: pulumi.ResourceOptions) -> None:
        super().__init__("minitickets:jobs:ProcessedJobsTable", name, None, opts)
        table = aws.dynamodb.Table(
            name,
            name=names.processed_jobs_table,
            billing_mode="PAY_PER_REQUEST",
            hash_key="jobKey",
            attributes=[aws.dynamodb.TableAttributeArgs(name="jobKey", type="S")],
            ttl=aws.dynamodb.TableTtlArgs(attribute_name="expiresAt", enabled=True),
            point_in_time_recovery=aws.dynamodb.TablePointInTimeRecoveryArgs(
                enabled=settings.processed_jobs_point_in_time_recovery
            ),
            opts=pulumi.ResourceOptions(parent=self),
        )
        self.table_name, self.arn = table.name, table.arn
        self.register_outputs({"tableName": self.table_name, "arn": self.arn})

    def may_be_read_and_recorded(self) -> Statement:
        """Lets the worker look a job up and record it."""
        return Statement(
            sid="ProcessedJobsTable",
            actions=("dynamodb:GetItem", "dynamodb:PutItem"),
            resources=(self.arn,),
            why="One read asks whether a job is done, one conditional write records it. TTL deletes; nothing lists.",
            used_by=("our code",),
        )
