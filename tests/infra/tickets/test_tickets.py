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
