"""The worker: what sets it apart from the tickets function."""

import pulumi

from infra.jobs.email_identities import EmailIdentities
from infra.jobs.processed_jobs_table import ProcessedJobsTable
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


def consumer(names: Names, settings: Settings) -> Consumer:
    """The worker and the jobs queue of a stack."""
    return Consumer(
        name="worker",
        prefix=names.prefix,
        queue="jobs",
        queue_name=names.jobs_queue,
        dlq_name=names.jobs_dlq,
        visibility_timeout=settings.jobs_visibility_timeout,
        function_name=names.worker_function,
        log_group=names.worker_log_group,
        handler="lambda.handler",
        memory=settings.worker_memory,
        timeout=settings.worker_timeout,
        batch_size=settings.worker_batch_size,
        maximum_concurrency=settings.worker_maximum_concurrency,
        events=("email_sent", "job_skipped", "job_failed", "sent_not_recorded", "poison_message"),
        alarming_events={
            "sent_not_recorded": "An email was sent but could not be recorded: the same booking, if published again, "
            "is sent again."
        },
    )


def create_queue(worker: Consumer, settings: Settings, opts: pulumi.ResourceOptions) -> QueueWithDlq:
    """The queue of emails to send: one message for each confirmed booking, at least once."""
    return QueueWithDlq("jobs-queue", worker, settings, opts)


def create_logs(worker: Consumer, opts: pulumi.ResourceOptions) -> FunctionLogs:
    """The worker's log group, and how many jobs ended in which way."""
    return FunctionLogs("worker-logs", worker, opts)


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
        actions=("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:ChangeMessageVisibility", "sqs:GetQueueAttributes"),
        resources=(queue.arn,),
        why="The mapping polls and deletes with this role, and our backoff hides what failed. Sending is not needed, "
        "not even to the DLQ: SQS itself moves a message there.",
        used_by=("event source mapping", "our code"),
    )


def create_function(
    worker: Consumer,
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
    environment: dict[str, pulumi.Input[str]] = {
        "PROCESSED_JOBS_TABLE": table.table_name,
        "JOBS_QUEUE_URL": queue.url,
        "SENDER": settings.sender,
        "LEASE_SECONDS": str(settings.lease_seconds),
        "TRANSPORT": settings.transport,
    }
    optional = {"SENDER_NAME": settings.sender_name, "MY_TICKETS_URL": settings.my_tickets_url}
    environment |= {name: value for name, value in optional.items() if value}
    image = repository.image_uri(settings.image_digest)
    return ImageFunction("worker", worker, image_uri=image, environment=environment, role=role, logs=logs, opts=opts)


def create_queue_trigger(
    worker: Consumer, queue: QueueWithDlq, function: ImageFunction, opts: pulumi.ResourceOptions
) -> QueueTrigger:
    """The mapping of the jobs queue to the worker."""
    return QueueTrigger("queue-triggers-worker", worker, queue, function, opts)


def create_alarms(
    worker: Consumer, queue: QueueWithDlq, function: ImageFunction, topic: AlarmTopic, opts: pulumi.ResourceOptions
) -> Alarms:
    """The alarms of the jobs queue and the worker."""
    return Alarms("worker-alarms", worker, queue, function, topic, opts)
