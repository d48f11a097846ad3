"""The tickets function: what sets it apart from the worker."""

import pulumi

from infra.naming import Names
from infra.policy import Statement
from infra.settings import Settings
from infra.shared.alarm_topic import AlarmTopic
from infra.shared.alarms import Alarms
from infra.shared.consumer import Consumer
from infra.shared.execution_role import ExecutionRole
from infra.shared.function_logs import FunctionLogs
from infra.shared.image_function import ImageFunction
from infra.shared.queue_trigger import QueueTrigger
from infra.shared.queue_with_dlq import QueueWithDlq
from infra.shared.worker_repository import WorkerRepository
from infra.tickets.storage import TicketStorage


def consumer(names: Names, settings: Settings) -> Consumer:
    """The tickets function and the tickets queue of a stack."""
    return Consumer(
        name="tickets",
        prefix=names.prefix,
        queue="tickets",
        queue_name=names.tickets_queue,
        dlq_name=names.tickets_dlq,
        visibility_timeout=settings.tickets_visibility_timeout,
        function_name=names.tickets_function,
        log_group=names.tickets_log_group,
        handler="ticket_lambda.handler",
        memory=settings.tickets_memory,
        timeout=settings.tickets_timeout,
        batch_size=settings.tickets_batch_size,
        maximum_concurrency=settings.tickets_maximum_concurrency,
        events=("ticket_issued", "poison_message"),
        alarming_events={},
    )


def create_queue(tickets: Consumer, settings: Settings, opts: pulumi.ResourceOptions) -> QueueWithDlq:
    """The queue of tickets to issue; its visibility timeout is also the delay of a retry."""
    return QueueWithDlq("tickets-queue", tickets, settings, opts)


def create_logs(tickets: Consumer, opts: pulumi.ResourceOptions) -> FunctionLogs:
    """The tickets function's log group, and how many tickets were issued and messages were beyond help."""
    return FunctionLogs("tickets-logs", tickets, opts)


def create_ticket_role(
    names: Names, *, queue: QueueWithDlq, storage: TicketStorage, logs: FunctionLogs, opts: pulumi.ResourceOptions
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


def create_function(
    tickets: Consumer,
    settings: Settings,
    *,
    repository: WorkerRepository,
    storage: TicketStorage,
    role: ExecutionRole,
    logs: FunctionLogs,
    opts: pulumi.ResourceOptions,
) -> ImageFunction:
    """The tickets function: signs, draws and stores the tickets of a booking."""
    environment = {
        "TICKETS_TABLE": storage.table.table_name,
        "ASSETS_BUCKET": storage.assets.bucket_name,
        "SIGNING_SECRET_ARN": storage.signing_secret_arn,
        "TRANSPORT": settings.transport,
    }
    image = repository.image_uri(settings.image_digest)
    return ImageFunction("tickets", tickets, image_uri=image, environment=environment, role=role, logs=logs, opts=opts)


def create_queue_trigger(
    tickets: Consumer, queue: QueueWithDlq, function: ImageFunction, opts: pulumi.ResourceOptions
) -> QueueTrigger:
    """The mapping of the tickets queue to the tickets function."""
    return QueueTrigger("queue-triggers-tickets", tickets, queue, function, opts)


def create_alarms(
    tickets: Consumer, queue: QueueWithDlq, function: ImageFunction, topic: AlarmTopic, opts: pulumi.ResourceOptions
) -> Alarms:
    """The alarms of the tickets queue and its function."""
    return Alarms("tickets-alarms", tickets, queue, function, topic, opts)
