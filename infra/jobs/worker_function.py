import pulumi

from infra.jobs.processed_jobs_table import ProcessedJobsTable
from infra.naming import Names
from infra.settings import LEASE, Settings
from infra.shared.execution_role import ExecutionRole
from infra.shared.function_logs import FunctionLogs
from infra.shared.image_function import FunctionInputs, ImageFunction
from infra.shared.queue_with_dlq import QueueWithDlq
from infra.shared.worker_repository import WorkerRepository


def create_worker_function(
    settings: Settings,
    *,
    repository: WorkerRepository,
    queue: QueueWithDlq,
    table: ProcessedJobsTable,
    role: ExecutionRole,
    logs: FunctionLogs,
    opts: pulumi.ResourceOptions,
) -> ImageFunction:
    """The worker: sends one email for each booking."""
    inputs = FunctionInputs(
        function_name=Names(settings.stack).worker_function,
        image_uri=repository.image_uri(settings.image_digest),
        handler="lambda.handler",
        memory=settings.worker_memory,
        timeout=settings.worker_timeout,
        environment={
            "PROCESSED_JOBS_TABLE": table.table_name,
            "JOBS_QUEUE_URL": queue.url,
            "SENDER": settings.sender,
            "LEASE_SECONDS": str(LEASE if settings.lease else 0),
        },
    )
    return ImageFunction("worker", inputs, role, logs, opts)
