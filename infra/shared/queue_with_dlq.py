from dataclasses import dataclass

import pulumi
import pulumi_aws as aws

from infra.policy import deny_insecure_transport
from infra.shared.queue_policy import QueuePolicy


@dataclass(frozen=True, kw_only=True)
class QueueInputs:
    """What sets one queue apart from another; all times are in seconds."""

    queue_name: str
    dlq_name: str
    visibility_timeout: int
    message_retention: int
    dead_letter_retention: int
    max_receive_count: int


class QueueWithDlq(pulumi.ComponentResource):
    """A standard queue and the dead-letter queue that SQS moves a message to after `max_receive_count` receives."""

    url: pulumi.Output[str]
    arn: pulumi.Output[str]
    queue_name: pulumi.Output[str]
    dlq_url: pulumi.Output[str]
    dlq_name: pulumi.Output[str]

    def __init__(self, name: str, inputs: QueueInputs, opts: pulumi.ResourceOptions) -> None:
        super().__init__("minitickets:shared:QueueWithDlq", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        dlq = aws.sqs.Queue(
            f"{name}-dlq",
            name=inputs.dlq_name,
            message_retention_seconds=inputs.dead_letter_retention,
            sqs_managed_sse_enabled=True,
            opts=child,
        )
        queue = aws.sqs.Queue(
            name,
            name=inputs.queue_name,
            visibility_timeout_seconds=inputs.visibility_timeout,
            message_retention_seconds=inputs.message_retention,
            sqs_managed_sse_enabled=True,
            redrive_policy=pulumi.Output.json_dumps(
                {"deadLetterTargetArn": dlq.arn, "maxReceiveCount": inputs.max_receive_count}
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
        for queue_or_dlq, policy_name in ((queue, f"{name}-policy"), (dlq, f"{name}-dlq-policy")):
            QueuePolicy(policy_name, queue_or_dlq, [deny_insecure_transport("sqs:*", queue_or_dlq.arn)], child)
        self.url, self.arn, self.queue_name = queue.id, queue.arn, queue.name
        self.dlq_url, self.dlq_name = dlq.id, dlq.name
        self.register_outputs({"url": self.url, "arn": self.arn, "dlqUrl": self.dlq_url})
