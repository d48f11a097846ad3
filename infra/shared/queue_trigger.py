import pulumi
import pulumi_aws as aws

from infra.shared.consumer import Consumer
from infra.shared.image_function import ImageFunction
from infra.shared.queue_with_dlq import QueueWithDlq


class QueueTrigger(pulumi.ComponentResource):
    """The event source mapping: Lambda polls the queue with the function's role and calls it with batches."""

    def __init__(
        self, name: str, consumer: Consumer, queue: QueueWithDlq, function: ImageFunction, opts: pulumi.ResourceOptions
    ) -> None:
        super().__init__("minitickets:shared:QueueTrigger", name, None, opts)
        aws.lambda_.EventSourceMapping(
            name,
            event_source_arn=queue.arn,
            function_name=function.function_name,
            batch_size=consumer.batch_size,
            # Without this, Lambda ignores the failed ids in the answer and deletes the whole batch.
            function_response_types=["ReportBatchItemFailures"],
            # Not reserved concurrency: the pollers would fetch more than may run, and throttled messages use up
            # their receives.
            scaling_config=aws.lambda_.EventSourceMappingScalingConfigArgs(
                maximum_concurrency=consumer.maximum_concurrency
            ),
            opts=pulumi.ResourceOptions(parent=self, depends_on=function.role.policies),
        )
        self.register_outputs({})
