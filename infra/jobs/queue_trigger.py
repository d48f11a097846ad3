import pulumi

from infra.settings import Settings
from infra.shared.image_function import ImageFunction
from infra.shared.queue_trigger import QueueTrigger
from infra.shared.queue_with_dlq import QueueWithDlq


def create_queue_trigger(
    settings: Settings,
    queue: QueueWithDlq,
    function: ImageFunction,
    opts: pulumi.ResourceOptions,
) -> QueueTrigger:
    """The mapping of the jobs queue to the worker."""
    return QueueTrigger(
        "queue-triggers-worker",
        queue=queue,
        function=function,
        batch_size=settings.worker_batch_size,
        maximum_concurrency=settings.worker_maximum_concurrency,
        opts=opts,
    )
