"""SQS: queues, their policies and dead-letter queues."""

from collections.abc import Iterator
from dataclasses import replace

from pulumicheck.types.inputs import Inputs, as_object
from pulumicheck.types.resource_type import ResourceType, Target, Wire, resource_policy


def _about(inputs: Inputs) -> str:
    if inputs.get("fifoQueue"):
        return "A FIFO queue: the messages of a group are delivered in order."
    return "A standard queue: each message is delivered at least once."


def _redrive(inputs: Inputs) -> Iterator[Wire]:
    """Where messages that fail go, if the redrive policy is one that AWS would take."""
    policy = as_object(inputs.get("redrivePolicy"))
    if policy.keys() >= {"deadLetterTargetArn", "maxReceiveCount"}:
        label = f"after {int(policy['maxReceiveCount'])} receives"
        yield Wire(str(policy["deadLetterTargetArn"]), label, dead_letters=True)


QUEUE = ResourceType(
    "aws:sqs/queue:Queue",
    about=_about,
    console="SQS → Queues → {name} → Monitoring",
    cli="aws sqs get-queue-attributes --queue-url {url} --attribute-names All",
    kind="queue",
    arn="arn:{partition}:sqs:{region}:{account}:{name}",
    id="{url}",
    outputs={"url": "https://sqs.{region}.{domain}/{account}/{name}"},
    telling=(
        "visibilityTimeoutSeconds",
        "messageRetentionSeconds",
        "redrivePolicy.maxReceiveCount",
        "sqsManagedSseEnabled",
    ),
    document="policy",
    policy_type="resource",
    is_acted_on=True,
    wires=_redrive,
    lost="its messages",
)
_OF_QUEUE = Target("queueUrl", QUEUE.token)

DEAD_LETTER_QUEUE = replace(
    QUEUE,
    about="Where SQS moves a message that was received too often. It waits there for a person to find out why.",
    console="SQS → Queues → {name} → Send and receive messages → Poll for messages",
    kind="dlq",
)
"""A queue that another one redrives to: no type of its own, and so not in the table."""

QUEUE_POLICY = resource_policy(
    "aws:sqs/queuePolicy:QueuePolicy",
    about="The queue's resource policy.",
    console="SQS → Queues → {queue} → Access policy",
    cli="aws sqs get-queue-attributes --queue-url {queueUrl} --attribute-names Policy",
    target=_OF_QUEUE,
    changed_by="sqs:SetQueueAttributes",
)

REDRIVE_ALLOW_POLICY = ResourceType(
    "aws:sqs/redriveAllowPolicy:RedriveAllowPolicy",
    about="Says which queues may use this one as their dead-letter queue.",
    console="SQS → Queues → {queue} → Dead-letter queue",
    cli="aws sqs get-queue-attributes --queue-url {queueUrl} --attribute-names RedriveAllowPolicy",
    named_by=(),
    target=_OF_QUEUE,
    changed_by="sqs:SetQueueAttributes",
)

ROWS = (QUEUE, QUEUE_POLICY, REDRIVE_ALLOW_POLICY)
