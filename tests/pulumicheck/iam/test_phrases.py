"""What an answer says: which statement decided, and for an implicit deny what comes nearest."""

from typing import Any

import pytest

from pulumicheck.iam.evaluate import StatementRef, evaluate
from pulumicheck.iam.policy import Policy
from pulumicheck.iam.request import Request
from pulumicheck.iam.statement import PolicyType

ROLE = "arn:aws:iam::123456789012:role/worker"
TABLE = "arn:aws:dynamodb:eu-west-1:123456789012:table/jobs"
QUEUE = "arn:aws:sqs:eu-west-1:123456789012:jobs"
ELSEWHERE = "arn:aws:sqs:eu-west-1:999999999999:jobs"
MANY = [f"arn:aws:sqs:r:123456789012:q{number}" for number in range(5)]
SNS = {"Service": "sns.amazonaws.com"}
SENDING = "allows sqs:SendMessage on"


def policy(kind: PolicyType, name: str, **statement: Any) -> Policy:
    filled = {"Sid": "One", "Effect": "Allow", "Action": "*", "Resource": "*", **statement}
    return Policy.parse({"Version": "2012-10-17", "Statement": filled}, kind, name)


def why(action: str, resource: str, *policies: Policy, **context: Any) -> str:
    facts = {key.replace("_", ":", 1): value for key, value in context.items()}
    return evaluate(Request(ROLE, action, resource, facts), policies).why


def test_a_decision_names_the_policy_the_statement_and_its_place() -> None:
    decision = evaluate(Request(ROLE, "sqs:SendMessage", QUEUE), [policy("identity", "worker")])

    assert decision.allowed
    assert decision.decided_by == StatementRef("worker", "identity", "One", 0)
    assert decision.why == "worker/One allows it"


def test_a_policy_without_a_name_goes_by_its_index_and_a_statement_without_sid_by_its_place() -> None:
    deny = policy("identity", "", Effect="Deny", Sid="")
    decision = evaluate(Request(ROLE, "sqs:SendMessage", QUEUE), [policy("identity", "worker"), deny])

    assert decision.decided_by == StatementRef(1, "identity", "", 0)
    assert decision.why == "policies[1]/Statement[0] denies it"


EXCEPTING = {"Statement": {"Effect": "Allow", "Action": "*", "NotResource": QUEUE}}


@pytest.mark.parametrize(
    ("near", "said"),
    [
        (policy("identity", "w", Action="dynamodb:*"), "no statement names sqs:SendMessage"),
        (policy("identity", "w", Action="sqs:*", Resource=TABLE), f"w/One {SENDING} {TABLE}, not on {QUEUE}"),
        (policy("identity", "w", Resource=MANY), f"w/One {SENDING} {', '.join(MANY[:3])} and 2 more, not on {QUEUE}"),
        (Policy.parse(EXCEPTING, "identity", "w"), f"w/Statement[0] {SENDING} all but {QUEUE}, not on {QUEUE}"),
        (policy("resource", "q", Principal=SNS), f"q/One allows it to sns.amazonaws.com, not to {ROLE}"),
    ],
    ids=["another action", "another resource", "many resources", "an excepted resource", "another principal"],
)
def test_what_the_statement_does_not_name(near: Policy, said: str) -> None:
    assert why("sqs:SendMessage", QUEUE, near) == said


@pytest.mark.parametrize(
    ("condition", "context", "said"),
    [
        ({"StringEquals": {"a:b": "x"}}, {"a_b": "y"}, "a:b is 'y' and must equal 'x'"),
        ({"StringEquals": {"a:b": ["x", "z"]}}, {"a_b": "y"}, "a:b is 'y' and must equal one of 'x', 'z'"),
        ({"StringEquals": {"a:b": "x"}}, {}, "a:b is absent and must equal 'x'"),
        ({"StringNotLike": {"a:b": ["x*", "y*"]}}, {"a_b": "y"}, "a:b is 'y' and must be like none of 'x*', 'y*'"),
        ({"StringNotLike": {"a:b": "y*"}}, {"a_b": "y"}, "a:b is 'y' and must not be like 'y*'"),
        ({"BoolIfExists": {"a:b": True}}, {"a_b": "false"}, "a:b is 'false' and must be 'true', where it is there"),
        (
            {"ForAllValues:StringEquals": {"a:b": "x"}},
            {"a_b": ["x", "y"]},
            "a:b is 'x', 'y' and every one of its values must equal 'x'",
        ),
        ({"ForAnyValue:StringEquals": {"a:b": "x"}}, {"a_b": ["y"]}, "a:b is 'y' and one of its values must equal 'x'"),
        ({"Null": {"a:b": "true"}}, {"a_b": "y"}, "a:b is 'y' and must be absent"),
        ({"Null": {"a:b": "false"}}, {}, "a:b is absent and must be there"),
        ({"NumericLessThan": {"a:b": 3}}, {"a_b": "4"}, "a:b is '4' and must be less than '3'"),
        (
            {"IpAddress": {"a:b": "10.0.0.0/8"}},
            {"a_b": "1.1.1.1"},
            "a:b is '1.1.1.1' and must be an address in '10.0.0.0/8'",
        ),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) and value else None,
)
def test_a_condition_that_the_request_does_not_meet(condition: Any, context: Any, said: str) -> None:
    near = policy("identity", "w", Condition=condition)

    assert why("sqs:SendMessage", QUEUE, near, **context) == f"w/One would allow it, but {said}"


def test_the_statement_that_matches_furthest_is_told() -> None:
    other = policy("identity", "other", Action="dynamodb:GetItem")
    near = policy("identity", "near", Condition={"StringEquals": {"a:b": "x"}})

    assert why("sqs:SendMessage", QUEUE, other, near).startswith("near/One would allow it")


def test_across_accounts_the_one_that_does_not_allow_is_told() -> None:
    own, theirs = policy("identity", "own"), policy("resource", "theirs", Principal="*")

    assert why("sqs:SendMessage", ELSEWHERE, own) == (
        "own/One allows it, but no resource policy in the other account does"
    )
    assert why("sqs:SendMessage", ELSEWHERE, theirs) == (
        f"theirs/One allows it, and leaves it to the identity policies of {ROLE}: none allows it"
    )


def test_a_role_without_trust_is_told() -> None:
    assert why("sts:AssumeRole", ROLE, policy("identity", "own")) == "own/One allows it, but no trust policy does"
