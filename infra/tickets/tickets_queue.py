import pulumi

from infra.naming import Names
from infra.settings import Settings
from infra.shared.queue_with_dlq import QueueInputs, QueueWithDlq


def create_tickets_queue(settings: Settings, opts: pulumi.ResourceOptions) -> QueueWithDlq:
    """The queue of tickets to issue; its visibility timeout is also the delay of a retry."""
    names = Names(settings.stack)
    inputs = QueueInputs(
        queue_name=names.tickets_queue,
        dlq_name=names.tickets_dlq,
        visibility_timeout=settings.tickets_visibility_timeout,
        message_retention=settings.message_retention_period,
        dead_letter_retention=settings.dead_letter_retention_period,
        max_receive_count=settings.max_receive_count,
    )
    return QueueWithDlq("tickets-queue", inputs, opts)
