import pulumi

from infra.naming import Names
from infra.settings import Settings
from infra.shared.execution_role import ExecutionRole
from infra.shared.function_logs import FunctionLogs
from infra.shared.image_function import FunctionInputs, ImageFunction
from infra.shared.worker_repository import WorkerRepository
from infra.tickets.storage import TicketStorage


def create_tickets_function(
    settings: Settings,
    *,
    repository: WorkerRepository,
    storage: TicketStorage,
    role: ExecutionRole,
    logs: FunctionLogs,
    opts: pulumi.ResourceOptions,
) -> ImageFunction:
    """The tickets function: signs, draws and stores the tickets of a booking."""
    inputs = FunctionInputs(
        function_name=Names(settings.stack).tickets_function,
        image_uri=repository.image_uri(settings.image_digest),
        handler="ticket_lambda.handler",
        memory=settings.tickets_memory,
        timeout=settings.tickets_timeout,
        environment={
            "TICKETS_TABLE": storage.table.table_name,
            "ASSETS_BUCKET": storage.assets.bucket_name,
            "SIGNING_SECRET_ARN": storage.signing_secret_arn,
        },
    )
    return ImageFunction("tickets", inputs, role, logs, opts)
