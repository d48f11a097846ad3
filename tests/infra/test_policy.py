import asyncio
import json

import pytest

from infra.policy import Statement, deny_insecure_transport, policy_document, reasons

READ = Statement(sid="Read", actions=("sqs:ReceiveMessage",), resources=("arn:q",), why="Reads.", used_by=("our code",))
TRUST = Statement(
    sid="Trust", principal="lambda.amazonaws.com", actions=("sts:AssumeRole",), why="Runs.", used_by=("Lambda service",)
)


def document(*statements: Statement) -> object:
    async def text() -> str | None:
        return await policy_document(*statements).future()

    return json.loads(asyncio.run(text()) or "")


@pytest.mark.parametrize(
    ("statement", "element"),
    [
        pytest.param(
            READ,
            {"Sid": "Read", "Effect": "Allow", "Action": ["sqs:ReceiveMessage"], "Resource": ["arn:q"]},
            id="identity",
        ),
        pytest.param(
            TRUST,
            {
                "Sid": "Trust",
                "Effect": "Allow",
                "Principal": {"Service": "lambda.amazonaws.com"},
                "Action": ["sts:AssumeRole"],
            },
            id="trust, without Resource",
        ),
        pytest.param(
            deny_insecure_transport("sqs:*", "arn:q"),
            {
                "Sid": "DenyInsecureTransport",
                "Effect": "Deny",
                "Principal": "*",
                "Action": ["sqs:*"],
                "Resource": ["arn:q"],
                "Condition": {"Bool": {"aws:SecureTransport": "false"}},
            },
            id="resource, for everyone",
        ),
    ],
)
def test_a_statement_becomes_policy_json(statement: Statement, element: dict[str, object]) -> None:
    assert document(statement) == {"Version": "2012-10-17", "Statement": [element]}


def test_an_identity_statement_is_reasoned_for_whom_it_is_attached_to() -> None:
    assert reasons("identity", "role", [READ]) == [
        {
            "policyType": "identity",
            "principal": "role",
            "sid": "Read",
            "effect": "Allow",
            "actions": ["sqs:ReceiveMessage"],
            "resources": ["arn:q"],
            "condition": None,
            "why": "Reads.",
            "usedBy": ["our code"],
        }
    ]


def test_a_trust_statement_is_reasoned_as_being_about_the_role() -> None:
    (reason,) = reasons("trust", "role", [TRUST])

    assert (reason["principal"], reason["resources"]) == ("lambda.amazonaws.com", ["role"])
