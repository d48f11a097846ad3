import pulumi
import pulumi_aws as aws

from infra.policy import deny_insecure_transport
from infra.settings import Settings
from infra.shared.consumer import Consumer
from infra.shared.resource_policy import ResourcePolicy


class QueueWithDlq(pulumi.ComponentResource):
    """A standard queue and the dead-letter queue that SQS moves a message to after `maxReceiveCount` receives."""

    def __init__(self, name: str, consumer: Consumer, settings: Settings, opts: pulumi.ResourceOptions) -> None:
        super().__init__("minitickets:shared:QueueWithDlq", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        dlq = aws.sqs.Queue(
            f"{name}-dlq",
            name=consumer.dlq_name,
            message_retention_seconds=settings.dead_letter_retention_period,
            sqs_managed_sse_enabled=True,
            opts=child,
        )
        queue = aws.sqs.Queue(
            name,
            name=consumer.queue_name,
            visibility_timeout_seconds=consumer.visibility_timeout,
            message_retention_seconds=settings.message_retention_period,
            sqs_managed_sse_enabled=True,
            redrive_policy=pulumi.Output.json_dumps(
                {"deadLetterTargetArn": dlq.arn, "maxReceiveCount": settings.max_receive_count}
            ),
            opts=child,
        )
        aws.sqs.RedriveAllowPolicy(
            f"{name}-redrives-to-dlq",
            queue_url=dlq.id,  # the id of a queue is its URL
            redrive_allow_policy=pulumi.Output.json_dumps(
                {"redrivePermission": "byQueue", "sourceQueueArns": [queue.arn]}
            ),
            opts=child,
        )
        _deny_insecure_transport(f"{name}-policy", queue, child)
        _deny_insecure_transport(f"{name}-dlq-policy", dlq, child)
        self.url, self.arn, self.queue_name = queue.id, queue.arn, queue.name
        self.dlq_url, self.dlq_name = dlq.id, dlq.name
        self.register_outputs({"url": self.url, "arn": self.arn, "dlqUrl": self.dlq_url})


def _deny_insecure_transport(name: str, queue: aws.sqs.Queue, opts: pulumi.ResourceOptions) -> None:
    ResourcePolicy(
        name,
        "minitickets:shared:QueuePolicy",
        queue.arn,
        deny_insecure_transport("sqs:*", queue.arn),
        lambda policy, child: aws.sqs.QueuePolicy(name, queue_url=queue.id, policy=policy, opts=child),
        opts,
    )
