import pulumi

from infra.naming import Names
from infra.settings import Settings
from infra.shared.queue_with_dlq import QueueInputs, QueueWithDlq


def create_jobs_queue(settings: Settings, opts: pulumi.ResourceOptions) -> QueueWithDlq:
    """The queue of emails to send: one message for each confirmed booking, at least once."""
    names = Names(settings.stack)
    inputs = QueueInputs(
        queue_name=names.jobs_queue,
        dlq_name=names.jobs_dlq,
        visibility_timeout=settings.jobs_visibility_timeout,
        message_retention=settings.message_retention_period,
        dead_letter_retention=settings.dead_letter_retention_period,
        max_receive_count=settings.max_receive_count,
    )
    return QueueWithDlq("jobs-queue", inputs, opts)
