import pulumi

from infra.naming import Names
from infra.policy import Statement
from infra.shared.execution_role import ExecutionRole
from infra.shared.function_logs import FunctionLogs
from infra.shared.queue_with_dlq import QueueWithDlq
from infra.tickets.storage import TicketStorage


def create_ticket_role(
    names: Names,
    *,
    queue: QueueWithDlq,
    storage: TicketStorage,
    logs: FunctionLogs,
    opts: pulumi.ResourceOptions,
) -> ExecutionRole:
    """The tickets function's execution role: read the queue, write items and QR codes, read the key, write logs."""
    statements = [
        _read_tickets_queue(queue),
        storage.tickets_may_be_issued(),
        storage.assets_may_be_written(),
        storage.signing_secret_may_be_read(),
        logs.may_be_written("WriteTicketLogs"),
    ]
    return ExecutionRole("ticket-role", names.ticket_role, statements, opts)


def _read_tickets_queue(queue: QueueWithDlq) -> Statement:
    return Statement(
        sid="ReadTicketsQueue",
        actions=("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"),
        resources=(queue.arn,),
        why="The mapping polls and deletes with this role. A retry waits for the queue's own visibility timeout, so "
        "that nothing has to change it.",
        used_by=("event source mapping",),
    )
