import json
from typing import Any


def test_the_api_may_query_the_tickets_and_their_index_and_nothing_else(dev: Any) -> None:
    (policy,) = dev.all("Policy")

    assert policy.inputs["name"] == "minitickets-dev-api-query-tickets"
    assert json.loads(policy.inputs["policy"])["Statement"] == [
        {
            "Sid": "QueryTickets",
            "Effect": "Allow",
            "Action": ["dynamodb:Query"],
            "Resource": [
                "arn:aws:dynamodb:::minitickets-dev-tickets",
                "arn:aws:dynamodb:::minitickets-dev-tickets/index/by-event-date",
            ],
        }
    ]
