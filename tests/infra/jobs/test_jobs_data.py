import json
from collections.abc import Callable
from typing import Any

import pytest

ARN = "arn:aws:sqs:::minitickets-dev-jobs"


def test_the_jobs_queue_is_this(dev: Any) -> None:
    inputs = dict(dev.one("Queue", "jobs-queue").inputs)
    redrive = json.loads(inputs.pop("redrivePolicy"))

    assert inputs == {
        "name": "minitickets-dev-jobs",
        "visibilityTimeoutSeconds": 60,
        "messageRetentionSeconds": 4 * 86_400,
        "sqsManagedSseEnabled": True,
    }
    assert redrive == {"deadLetterTargetArn": f"{ARN}-dlq", "maxReceiveCount": 5}


def test_its_dlq_is_this_and_takes_messages_from_it_alone(dev: Any) -> None:
    assert dev.one("Queue", "jobs-queue-dlq").inputs == {
        "name": "minitickets-dev-jobs-dlq",
        "messageRetentionSeconds": 14 * 86_400,
        "sqsManagedSseEnabled": True,
    }
    allow = dev.one("RedriveAllowPolicy", "jobs-queue-redrives-to-dlq").inputs
    assert allow["queueUrl"] == "https://sqs/minitickets-dev-jobs-dlq"
    assert json.loads(allow["redriveAllowPolicy"]) == {"redrivePermission": "byQueue", "sourceQueueArns": [ARN]}


@pytest.mark.parametrize(
    ("queue", "physical"),
    [
        ("jobs-queue-policy", "minitickets-dev-jobs"),
        ("jobs-queue-dlq-policy", "minitickets-dev-jobs-dlq"),
        ("tickets-queue-policy", "minitickets-dev-tickets"),
        ("tickets-queue-dlq-policy", "minitickets-dev-tickets-dlq"),
    ],
)
def test_every_queue_denies_requests_without_tls_and_grants_nothing(dev: Any, queue: str, physical: str) -> None:
    (policy,) = [each for each in dev.all("QueuePolicy") if each.name == queue and each.custom]

    assert policy.inputs["queueUrl"] == f"https://sqs/{physical}"
    assert json.loads(policy.inputs["policy"])["Statement"] == [
        {
            "Sid": "DenyInsecureTransport",
            "Effect": "Deny",
            "Principal": "*",
            "Action": ["sqs:*"],
            "Resource": [f"arn:aws:sqs:::{physical}"],
            "Condition": {"Bool": {"aws:SecureTransport": "false"}},
        }
    ]


@pytest.mark.parametrize(("setting", "recovery"), [("true", True), ("false", False)])
def test_the_processed_jobs_table_is_this(
    record: Callable[..., Any], config: dict[str, str], setting: str, *, recovery: bool
) -> None:
    recorded = record("dev", config | {"minitickets:processedJobsPointInTimeRecovery": setting})

    assert recorded.one("Table", "processed-jobs-table").inputs == {
        "name": "minitickets-dev-processed-jobs",
        "billingMode": "PAY_PER_REQUEST",
        "hashKey": "jobKey",
        "attributes": [{"name": "jobKey", "type": "S"}],
        "ttl": {"attributeName": "expiresAt", "enabled": True},
        "pointInTimeRecovery": {"enabled": recovery},
    }
