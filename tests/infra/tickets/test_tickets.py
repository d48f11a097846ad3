from typing import Any

ROLE = "minitickets-dev-tickets"


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
