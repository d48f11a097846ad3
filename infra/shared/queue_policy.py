from collections.abc import Sequence

import pulumi
import pulumi_aws as aws

from infra.policy import Statement, policy_document, reasons


class QueuePolicy(pulumi.ComponentResource):
    """A queue's resource policy.

    A component of its own because its statements name the queue's ARN: a component waits for its inputs before its
    children start, so the one that makes the queue could never have them among its inputs.
    """

    def __init__(
        self, name: str, queue: aws.sqs.Queue, statements: Sequence[Statement], opts: pulumi.ResourceOptions
    ) -> None:
        inputs = {"statements": reasons("resource", queue.arn, statements)}
        super().__init__("minitickets:shared:QueuePolicy", name, inputs, opts)
        aws.sqs.QueuePolicy(
            name,
            queue_url=queue.id,
            policy=policy_document(*statements),
            opts=pulumi.ResourceOptions(parent=self),
        )
        self.register_outputs({})
