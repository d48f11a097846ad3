from infra.policy import Statement, reasons

READ = Statement(sid="Read", actions=("sqs:ReceiveMessage",), resources=("arn:q",), why="Reads.", used_by=("our code",))
TRUST = Statement(
    sid="Trust", principal="lambda.amazonaws.com", actions=("sts:AssumeRole",), why="Runs.", used_by=("Lambda service",)
)


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
