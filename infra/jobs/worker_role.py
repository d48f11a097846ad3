import pulumi

from infra.jobs.email_identities import EmailIdentities
from infra.jobs.processed_jobs_table import ProcessedJobsTable
from infra.naming import Names
from infra.policy import Statement
from infra.settings import Settings
from infra.shared.execution_role import ExecutionRole
from infra.shared.function_logs import FunctionLogs
from infra.shared.queue_with_dlq import QueueWithDlq


def create_worker_role(
    names: Names,
    settings: Settings,
    *,
    queue: QueueWithDlq,
    table: ProcessedJobsTable,
    identities: EmailIdentities,
    logs: FunctionLogs,
    opts: pulumi.ResourceOptions,
) -> ExecutionRole:
    """The worker's execution role: read jobs, look them up and record them, send, write logs."""
    statements = [
        _read_jobs_queue(queue),
        table.may_be_read_and_recorded(),
        identities.may_send(settings.sender),
        logs.may_be_written("WriteWorkerLogs"),
    ]
    return ExecutionRole("worker-role", names.worker_role, statements, opts)


def _read_jobs_queue(queue: QueueWithDlq) -> Statement:
    return Statement(
        sid="ReadJobsQueue",
        actions=(
            "sqs:ReceiveMessage",
            "sqs:DeleteMessage",
            "sqs:ChangeMessageVisibility",
            "sqs:GetQueueAttributes",
        ),
        resources=(queue.arn,),
        why="The mapping polls and deletes with this role, and our backoff hides what failed. Sending is not needed, "
        "not even to the DLQ: SQS itself moves a message there.",
        used_by=("event source mapping", "our code"),
    )
