"""What both functions have alike: a queue with its dead letters, a mapping, a role, a log group."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest


class Consumer(NamedTuple):
    name: str
    queue: str
    visibility: int
    batch: int
    at_once: int
    policies: int
    """Statements of its role."""
    module: str
    """Of its handler, in the image."""
    memory: int
    timeout: int

    @property
    def arn(self) -> str:
        return f"arn:aws:sqs:::minitickets-dev-{self.queue}"


WORKER = Consumer(
    "worker", "jobs", visibility=60, batch=10, at_once=5, policies=4, module="lambda", memory=256, timeout=10
)
TICKETS = Consumer(
    "tickets", "tickets", visibility=180, batch=1, at_once=2, policies=5, module="ticket_lambda", memory=512, timeout=30
)
ENVIRONMENTS = {
    "worker": {
        "PROCESSED_JOBS_TABLE": "minitickets-dev-processed-jobs",
        "JOBS_QUEUE_URL": "https://sqs/minitickets-dev-jobs",
        "SENDER": "no-reply@minitickets.theversehub.in",
        "LEASE_SECONDS": "0",
        "TRANSPORT": "direct",
    },
    "tickets": {
        "TICKETS_TABLE": "minitickets-dev-tickets",
        "ASSETS_BUCKET": "minitickets-dev-assets-",
        "SIGNING_SECRET_ARN": "arn:aws:secretsmanager:::minitickets-dev-ticket-signing-key",
        "TRANSPORT": "direct",
    },
}
EVENTS = {
    "worker": ["email_sent", "job_skipped", "job_failed", "sent_not_recorded", "poison_message"],
    "tickets": ["ticket_issued", "poison_message"],
}

of_each = pytest.mark.parametrize("consumer", [WORKER, TICKETS], ids=["worker", "tickets"])


@of_each
def test_the_queue_is_this(dev: Any, consumer: Consumer) -> None:
    inputs = dict(dev.one("Queue", f"{consumer.queue}-queue").inputs)
    redrive = json.loads(inputs.pop("redrivePolicy"))

    assert inputs == {
        "name": f"minitickets-dev-{consumer.queue}",
        "visibilityTimeoutSeconds": consumer.visibility,
        "messageRetentionSeconds": 4 * 86_400,
        "sqsManagedSseEnabled": True,
    }
    assert redrive == {"deadLetterTargetArn": f"{consumer.arn}-dlq", "maxReceiveCount": 5}


@of_each
def test_its_dlq_is_this_and_takes_messages_from_it_alone(dev: Any, consumer: Consumer) -> None:
    assert dev.one("Queue", f"{consumer.queue}-queue-dlq").inputs == {
        "name": f"minitickets-dev-{consumer.queue}-dlq",
        "messageRetentionSeconds": 14 * 86_400,
        "sqsManagedSseEnabled": True,
    }
    allow = dev.one("RedriveAllowPolicy", f"{consumer.queue}-queue-redrives-to-dlq").inputs
    assert allow["queueUrl"] == f"https://sqs/minitickets-dev-{consumer.queue}-dlq"
    policy = json.loads(allow["redriveAllowPolicy"])
    assert policy == {"redrivePermission": "byQueue", "sourceQueueArns": [consumer.arn]}


@pytest.mark.parametrize("dlq", ["", "-dlq"], ids=["queue", "dlq"])
@of_each
def test_every_queue_denies_requests_without_tls_and_grants_nothing(
    dev: Any, denies_insecure_transport: Callable[..., dict[str, Any]], consumer: Consumer, dlq: str
) -> None:
    name = f"{consumer.queue}-queue{dlq}-policy"
    (policy,) = [each for each in dev.all("QueuePolicy") if each.name == name and each.custom]

    assert policy.inputs["queueUrl"] == f"https://sqs/minitickets-dev-{consumer.queue}{dlq}"
    assert json.loads(policy.inputs["policy"])["Statement"] == [
        denies_insecure_transport("sqs:*", f"{consumer.arn}{dlq}")
    ]


@of_each
def test_the_mapping_is_this(dev: Any, consumer: Consumer) -> None:
    assert dev.one("EventSourceMapping", f"queue-triggers-{consumer.name}").inputs == {
        "eventSourceArn": consumer.arn,
        "functionName": f"minitickets-dev-{consumer.name}",
        "batchSize": consumer.batch,
        "functionResponseTypes": ["ReportBatchItemFailures"],
        "scalingConfig": {"maximumConcurrency": consumer.at_once},
    }


@of_each
def test_the_function_is_this(dev: Any, consumer: Consumer) -> None:
    assert dev.one("Function", consumer.name).inputs == {
        "name": f"minitickets-dev-{consumer.name}",
        "role": f"arn:aws:iam:::minitickets-dev-{consumer.name}",
        "packageType": "Image",
        "imageUri": "123456789012.dkr.ecr/minitickets-dev-worker@sha256:" + "ab" * 32,
        "imageConfig": {"commands": [f"{consumer.module}.handler"]},
        "architectures": ["arm64"],
        "memorySize": consumer.memory,
        "timeout": consumer.timeout,
        "environment": {"variables": ENVIRONMENTS[consumer.name]},
        "loggingConfig": {"logFormat": "Text", "logGroup": f"/minitickets/dev/{consumer.name}"},
    }


@of_each
def test_a_first_deployment_waits_for_the_role_s_policies(dev: Any, consumer: Consumer) -> None:
    role = f"minitickets-dev-{consumer.name}"
    policies = {each.urn for each in dev.all("RolePolicy") if each.inputs["role"] == role}

    assert len(policies) == consumer.policies
    assert policies <= dev.one("Function", consumer.name).dependencies
    assert policies <= dev.one("EventSourceMapping", f"queue-triggers-{consumer.name}").dependencies


@of_each
def test_the_log_group_keeps_7_days(dev: Any, consumer: Consumer) -> None:
    group = dev.one("LogGroup", f"{consumer.name}-logs").inputs

    assert group == {"name": f"/minitickets/dev/{consumer.name}", "retentionInDays": 7}


@pytest.mark.parametrize(("function", "event"), [(name, event) for name, events in EVENTS.items() for event in events])
def test_an_event_is_counted_from_the_log_lines(dev: Any, function: str, event: str) -> None:
    assert dev.one("LogMetricFilter", f"{function}-logs-count-{event}").inputs == {
        "name": event,
        "logGroupName": f"/minitickets/dev/{function}",
        "pattern": f'{{ $.message = "{event}" }}',
        "metricTransformation": {
            "namespace": f"minitickets/dev/{function}",
            "name": event,
            "value": "1",
            "defaultValue": "0",
            "unit": "Count",
        },
    }
