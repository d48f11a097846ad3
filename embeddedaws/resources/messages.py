"""SQS's queues, SNS's topics and SES's identities."""

from embeddedaws.clients import Clients
from embeddedaws.resources.maker import Makers, Told, by_call
from pulumicheck.types import sesv2, sns, sqs
from pulumicheck.types.inputs import Inputs

_QUEUE_ATTRIBUTES = {
    "VisibilityTimeout": "visibilityTimeoutSeconds",
    "MessageRetentionPeriod": "messageRetentionSeconds",
    "ReceiveMessageWaitTimeSeconds": "receiveWaitTimeSeconds",
    "DelaySeconds": "delaySeconds",
    "RedrivePolicy": "redrivePolicy",
    "RedriveAllowPolicy": "redriveAllowPolicy",
    "SqsManagedSseEnabled": "sqsManagedSseEnabled",
}


def _queue(clients: Clients, inputs: Inputs) -> Told:
    given = {key: inputs[name] for key, name in _QUEUE_ATTRIBUTES.items() if inputs.get(name) is not None}
    texts = {key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in given.items()}
    return {"url": clients.sqs.create_queue(QueueName=inputs["name"], Attributes=texts)["QueueUrl"]}  # pyright: ignore[reportArgumentType] - the keys are AWS's


def _queue_policy(clients: Clients, inputs: Inputs) -> None:
    clients.sqs.set_queue_attributes(QueueUrl=inputs["queueUrl"], Attributes={"Policy": inputs["policy"]})


def _redrive_allow_policy(clients: Clients, inputs: Inputs) -> None:
    allow = inputs["redriveAllowPolicy"]
    clients.sqs.set_queue_attributes(QueueUrl=inputs["queueUrl"], Attributes={"RedriveAllowPolicy": allow})


def _topic_policy(clients: Clients, inputs: Inputs) -> None:
    clients.sns.set_topic_attributes(TopicArn=inputs["arn"], AttributeName="Policy", AttributeValue=inputs["policy"])


def _subscription(clients: Clients, inputs: Inputs) -> Told:
    made = clients.sns.subscribe(
        TopicArn=inputs["topic"], Protocol=inputs["protocol"], Endpoint=inputs["endpoint"], ReturnSubscriptionArn=True
    )
    return {"arn": made["SubscriptionArn"]}


MAKERS: Makers = {
    sqs.QUEUE: _queue,
    sqs.QUEUE_POLICY: _queue_policy,
    sqs.REDRIVE_ALLOW_POLICY: _redrive_allow_policy,
    sns.TOPIC: by_call("sns", "create_topic", Name="name"),
    sns.TOPIC_POLICY: _topic_policy,
    sns.TOPIC_SUBSCRIPTION: _subscription,
    sesv2.EMAIL_IDENTITY: by_call("sesv2", "create_email_identity", EmailIdentity="emailIdentity"),
}
