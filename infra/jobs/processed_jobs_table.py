import pulumi
import pulumi_aws as aws

from infra.naming import Names
from infra.policy import Statement
from infra.settings import Settings


class ProcessedJobsTable(pulumi.ComponentResource):
    """The worker's memory of the emails it has sent, by job key; TTL forgets each after its `expiresAt`."""

    def __init__(
        self, name: str, table_name: str, *, point_in_time_recovery: bool, opts: pulumi.ResourceOptions
    ) -> None:
        super().__init__("minitickets:jobs:ProcessedJobsTable", name, None, opts)
        table = aws.dynamodb.Table(
            name,
            name=table_name,
            billing_mode="PAY_PER_REQUEST",
            hash_key="jobKey",
            attributes=[aws.dynamodb.TableAttributeArgs(name="jobKey", type="S")],
            ttl=aws.dynamodb.TableTtlArgs(attribute_name="expiresAt", enabled=True),
            point_in_time_recovery=aws.dynamodb.TablePointInTimeRecoveryArgs(enabled=point_in_time_recovery),
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


def create_processed_jobs_table(names: Names, settings: Settings, opts: pulumi.ResourceOptions) -> ProcessedJobsTable:
    """The table of done jobs. Losing it costs duplicate emails at worst, so a stack may do without recovery."""
    return ProcessedJobsTable(
        "processed-jobs-table",
        names.processed_jobs_table,
        point_in_time_recovery=settings.processed_jobs_point_in_time_recovery,
        opts=opts,
    )
