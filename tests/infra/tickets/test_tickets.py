import json
from typing import Any

import pytest

ROLE = "minitickets-dev-tickets"


def test_the_tickets_queue_is_this(dev: Any) -> None:
    inputs = dict(dev.one("Queue", "tickets-queue").inputs)
    redrive = json.loads(inputs.pop("redrivePolicy"))

    assert inputs == {
        "name": "minitickets-dev-tickets",
        "visibilityTimeoutSeconds": 180,
        "messageRetentionSeconds": 4 * 86_400,
        "sqsManagedSseEnabled": True,
    }
    assert redrive == {"deadLetterTargetArn": "arn:aws:sqs:::minitickets-dev-tickets-dlq", "maxReceiveCount": 5}


def test_its_dlq_is_this_and_takes_messages_from_it_alone(dev: Any) -> None:
    assert dev.one("Queue", "tickets-queue-dlq").inputs == {
        "name": "minitickets-dev-tickets-dlq",
        "messageRetentionSeconds": 14 * 86_400,
        "sqsManagedSseEnabled": True,
    }
    allow = dev.one("RedriveAllowPolicy", "tickets-queue-redrives-to-dlq").inputs
    assert allow["queueUrl"] == "https://sqs/minitickets-dev-tickets-dlq"
    assert json.loads(allow["redriveAllowPolicy"]) == {
        "redrivePermission": "byQueue",
        "sourceQueueArns": ["arn:aws:sqs:::minitickets-dev-tickets"],
    }


def test_the_role_may_do_exactly_this(dev: Any) -> None:
    assert dev.role_statements(ROLE) == {
        "ReadTicketsQueue": (
            {"sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"},
            {"arn:aws:sqs:::minitickets-dev-tickets"},
            None,
        ),
        "TicketsTable": (
            {"dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"},
            {"arn:aws:dynamodb:::minitickets-dev-tickets"},
            None,
        ),
        "WriteTicketAssets": ({"s3:PutObject"}, {"arn:aws:s3:::minitickets-dev-assets-/tickets/*"}, None),
        "ReadSigningSecret": (
            {"secretsmanager:GetSecretValue"},
            {"arn:aws:secretsmanager:::minitickets-dev-ticket-signing-key"},
            None,
        ),
        "WriteTicketLogs": (
            {"logs:CreateLogStream", "logs:PutLogEvents"},
            {"arn:aws:cloudwatch:::/minitickets/dev/tickets:*"},
            None,
        ),
    }


def test_the_function_is_this(dev: Any) -> None:
    assert dev.one("Function", "tickets").inputs == {
        "name": "minitickets-dev-tickets",
        "role": f"arn:aws:iam:::{ROLE}",
        "packageType": "Image",
        "imageUri": "123456789012.dkr.ecr/minitickets-dev-worker@sha256:" + "ab" * 32,
        "imageConfig": {"commands": ["ticket_lambda.handler"]},
        "architectures": ["arm64"],
        "memorySize": 512,
        "timeout": 30,
        "environment": {
            "variables": {
                "TICKETS_TABLE": "minitickets-dev-tickets",
                "ASSETS_BUCKET": "minitickets-dev-assets-",
                "SIGNING_SECRET_ARN": "arn:aws:secretsmanager:::minitickets-dev-ticket-signing-key",
            }
        },
        "loggingConfig": {"logFormat": "Text", "logGroup": "/minitickets/dev/tickets"},
    }


def test_the_mapping_is_this(dev: Any) -> None:
    assert dev.one("EventSourceMapping", "queue-triggers-tickets").inputs == {
        "eventSourceArn": "arn:aws:sqs:::minitickets-dev-tickets",
        "functionName": "minitickets-dev-tickets",
        "batchSize": 1,
        "functionResponseTypes": ["ReportBatchItemFailures"],
        "scalingConfig": {"maximumConcurrency": 2},
    }


@pytest.mark.parametrize(("type_", "name"), [("Function", "tickets"), ("EventSourceMapping", "queue-triggers-tickets")])
def test_a_first_deployment_waits_for_the_role_s_policies(dev: Any, type_: str, name: str) -> None:
    policies = {each.urn for each in dev.all("RolePolicy") if each.inputs["role"] == ROLE}

    assert len(policies) == 5
    assert policies <= dev.one(type_, name).dependencies


def test_the_log_group_keeps_7_days(dev: Any) -> None:
    assert dev.one("LogGroup", "tickets-logs").inputs == {"name": "/minitickets/dev/tickets", "retentionInDays": 7}


@pytest.mark.parametrize("event", ["ticket_issued", "poison_message"])
def test_an_event_is_counted_from_the_log_lines(dev: Any, event: str) -> None:
    inputs = dev.one("LogMetricFilter", f"tickets-logs-count-{event}").inputs

    assert inputs["pattern"] == f'{{ $.message = "{event}" }}'
    assert inputs["metricTransformation"]["namespace"] == "minitickets/dev/tickets"
