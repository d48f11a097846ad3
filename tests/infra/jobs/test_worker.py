import json
from collections.abc import Callable
from typing import Any

import pytest

ROLE = "minitickets-dev-worker"


def test_the_role_may_do_exactly_this(dev: Any) -> None:
    assert dev.role_statements(ROLE) == {
        "ReadJobsQueue": (
            {"sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:ChangeMessageVisibility", "sqs:GetQueueAttributes"},
            {"arn:aws:sqs:::minitickets-dev-jobs"},
            None,
        ),
        "ProcessedJobsTable": (
            {"dynamodb:GetItem", "dynamodb:PutItem"},
            {"arn:aws:dynamodb:::minitickets-dev-processed-jobs"},
            None,
        ),
        "SendBookingEmails": (
            {"ses:SendEmail"},
            {"arn:aws:sesv2:::minitickets.theversehub.in", "arn:aws:sesv2:::minitickets-test@theversehub.in"},
            {"StringEquals": {"ses:FromAddress": "no-reply@minitickets.theversehub.in"}},
        ),
        "WriteWorkerLogs": (
            {"logs:CreateLogStream", "logs:PutLogEvents"},
            {"arn:aws:cloudwatch:::/minitickets/dev/worker:*"},
            None,
        ),
    }


def test_a_policy_is_named_by_its_sid(dev: Any) -> None:
    for policy in dev.all("RolePolicy"):
        (statement,) = json.loads(policy.inputs["policy"])["Statement"]
        assert statement["Sid"] == policy.inputs["name"] == policy.name


@pytest.mark.parametrize("name", ["worker-role", "ticket-role"])
def test_only_lambda_may_assume_a_role_and_it_has_no_other_policy(dev: Any, name: str) -> None:
    inputs = dev.one("Role", name).inputs

    assert inputs.keys() == {"name", "assumeRolePolicy"}
    assert json.loads(inputs["assumeRolePolicy"]) == {
        "Version": "2012-10-17",
        "Statement": [
            {
                "Sid": "LambdaAssumesRole",
                "Effect": "Allow",
                "Principal": {"Service": "lambda.amazonaws.com"},
                "Action": ["sts:AssumeRole"],
            }
        ],
    }


def test_the_lease_is_60_seconds_where_it_is_on(dev_with: Callable[..., Any]) -> None:
    recorded = dev_with({"minitickets:lease": "true"})

    environment = recorded.one("Function", "worker").inputs["environment"]["variables"]
    assert environment["LEASE_SECONDS"] == "60"


def test_what_the_guest_sees_reaches_the_function_and_leaves_the_address_in_its_role_bare(
    dev_with: Callable[..., Any],
) -> None:
    recorded = dev_with({"minitickets:senderName": "Café, Berlin", "minitickets:myTicketsUrl": "https://t.example/m"})

    environment = recorded.one("Function", "worker").inputs["environment"]["variables"]
    assert environment["SENDER"] == "no-reply@minitickets.theversehub.in"
    assert (environment["SENDER_NAME"], environment["MY_TICKETS_URL"]) == ("Café, Berlin", "https://t.example/m")
    policy = recorded.one("RolePolicy", "SendBookingEmails").inputs["policy"]
    (statement,) = json.loads(policy)["Statement"]
    assert statement["Condition"] == {"StringEquals": {"ses:FromAddress": environment["SENDER"]}}
