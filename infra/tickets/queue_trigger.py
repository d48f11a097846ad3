import pulumi

from infra.settings import Settings
from infra.shared.image_function import ImageFunction
from infra.shared.queue_trigger import QueueTrigger
from infra.shared.queue_with_dlq import QueueWithDlq


def create_tickets_queue_trigger(
    settings: Settings,
    queue: QueueWithDlq,
    function: ImageFunction,
    opts: pulumi.ResourceOptions,
) -> QueueTrigger:
    """The mapping of the tickets queue to the tickets function."""
    return QueueTrigger(
        "queue-triggers-tickets",
        queue=queue,
        function=function,
        batch_size=settings.tickets_batch_size,
        maximum_concurrency=settings.tickets_maximum_concurrency,
        opts=opts,
    )
