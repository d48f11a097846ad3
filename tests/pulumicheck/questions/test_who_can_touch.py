"""Who can do anything at all to a resource, or to something in it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from pulumicheck.plan.plan import Plan
from pulumicheck.questions.questions import Permit, Questions
from tests.fixtures.programs import declared, plan_of

ROLE = "arn:aws:iam::123456789012:role/r"
BUCKET = "arn:aws:s3:::b"
TABLE = "arn:aws:dynamodb:eu-west-1:123456789012:table/t"
GROUP = "arn:aws:logs:eu-west-1:123456789012:log-group:/g"
QUEUE = "arn:aws:sqs:eu-west-1:123456789012:q"


def stack(*statements: dict[str, Any], trust: list[dict[str, Any]] | None = None) -> Plan:
    """A role with an identity policy and a trust policy."""
    inputs = {"assumeRolePolicy": json.dumps({"Statement": trust})} if trust else {}
    policy = json.dumps({"Version": "2012-10-17", "Statement": list(statements)})
    role = declared("aws:iam/role:Role", "r", inputs, arn=ROLE)
    return plan_of(role, declared("aws:iam/rolePolicy:RolePolicy", "p", {"role": "r", "policy": policy}))


def touching(resource: str, plan: Plan) -> list[Permit]:
    return Questions(plan).who_can_touch(resource)


def allow(actions: Any, resources: Any) -> dict[str, Any]:
    return {"Effect": "Allow", "Action": actions, "Resource": resources}


@pytest.mark.parametrize(
    ("statement", "touched"),
    [
        pytest.param(allow("s3:GetObject", f"{BUCKET}/tickets/*"), BUCKET, id="objects of a bucket"),
        pytest.param(allow("s3:GetObject", "arn:aws:s3:::*/tickets/1.png"), BUCKET, id="objects of any bucket"),
        pytest.param(allow("s3:*", "arn:aws:s3:::${aws:username}/x"), BUCKET, id="a bucket by a variable"),
        pytest.param(allow("dynamodb:Query", f"{TABLE}/index/i"), TABLE, id="an index of a table"),
        pytest.param(allow("dynamodb:Query", f"{TABLE[:-1]}?"), TABLE, id="a table by a wildcard"),
        pytest.param(allow("logs:PutLogEvents", f"{GROUP}:log-stream:s"), GROUP, id="a stream of a log group"),
        pytest.param(allow("logs:PutLogEvents", f"{GROUP}:*"), f"{GROUP}:*", id="a log group as AWS writes it"),
        pytest.param(allow("*", "*"), QUEUE, id="everything"),
        pytest.param(allow("sqs:Send?essage", "*"), QUEUE, id="an action by a wildcard"),
        pytest.param(allow("SQS:sendmessage", QUEUE), QUEUE, id="another case"),
        pytest.param(allow("iam:PassRole", ROLE), ROLE, id="a role"),
        pytest.param(
            {"Effect": "Allow", "NotAction": "iam:*", "NotResource": f"{QUEUE}2"}, QUEUE, id="all but something else"
        ),
    ],
)
def test_a_statement_touches(statement: dict[str, Any], touched: str) -> None:
    assert [grant.principal for grant in touching(touched, stack(statement))] == [ROLE]


@pytest.mark.parametrize(
    ("statement", "untouched"),
    [
        pytest.param(allow("s3:GetObject", f"{BUCKET}2/*"), BUCKET, id="another bucket"),
        pytest.param(allow("dynamodb:Query", TABLE), f"{TABLE}2", id="a table whose name begins like another's"),
        pytest.param(allow("sqs:*", "*"), TABLE, id="another service"),
        pytest.param(allow("logs:PutLogEvents", f"{GROUP}/sub:*"), GROUP, id="a log group whose name begins like it"),
        pytest.param(allow("iam:PassRole", f"{ROLE}/*"), ROLE, id="roles below a path that is called like a role"),
        pytest.param({"Effect": "Allow", "Action": "*", "NotResource": QUEUE}, QUEUE, id="all but it"),
        pytest.param({"Effect": "Allow", "NotAction": "sqs:*", "Resource": "*"}, QUEUE, id="all but its service"),
        pytest.param({"Effect": "Allow", "Action": "*", "NotResource": "arn:aws:sqs:*"}, QUEUE, id="all but its kind"),
    ],
)
def test_a_statement_leaves_alone(statement: dict[str, Any], untouched: str) -> None:
    assert touching(untouched, stack(statement)) == []


def test_who_may_assume_a_role_touches_it() -> None:
    trust = [{"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}]

    assert [grant.principal for grant in touching(ROLE, stack(trust=trust))] == ["lambda.amazonaws.com"]


def test_a_role_is_not_touched_by_its_own_policy() -> None:
    plan = stack(allow("iam:PassRole", f"{ROLE}2"), allow("sqs:*", QUEUE))

    assert touching(ROLE, plan) == []
    assert Questions(plan).who_can("sqs:SendMessage", ROLE) == []


def test_a_deny_of_all_of_it_takes_the_answer_away() -> None:
    deny = {"Effect": "Deny", "Action": "s3:*", "Resource": [BUCKET, f"{BUCKET}/*"]}

    assert touching(BUCKET, stack(allow("s3:GetObject", f"{BUCKET}/*"), {**deny, "Action": "*", "Resource": "*"})) == []
    (grant,) = touching(BUCKET, stack(allow("s3:GetObject", f"{BUCKET}/*"), {**deny, "Resource": BUCKET}))
    assert grant.never == ()


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param(allow("sqs:SendMessage", QUEUE), id="an action"),
        pytest.param(allow(["sqs:SendMessage", "s3:GetObject"], "*"), id="another service's action beside it"),
        pytest.param(allow("*", "*"), id="everything"),
        pytest.param({"Effect": "Allow", "NotAction": "iam:*", "Resource": "*"}, id="all but another service"),
    ],
)
def test_a_deny_of_a_service_on_a_resource_that_holds_nothing_takes_the_answer_away(statement: dict[str, Any]) -> None:
    deny = {"Effect": "Deny", "Action": "sqs:*", "Resource": QUEUE}

    assert touching(QUEUE, stack(statement, deny)) == []
    assert touching(f"{QUEUE}2", stack({**statement, "Resource": "*"}, deny)) != []


def test_a_deny_is_told_where_each_statement_names_more_than_the_other_in_one_element() -> None:
    deny = {"Effect": "Deny", "Action": "s3:*", "Resource": f"{BUCKET}/secret/*", "Sid": "Hide"}
    (grant,) = touching(BUCKET, stack(allow("s3:GetObject", "*"), deny))

    assert grant.never == (f"s3:* on {BUCKET}/secret/* (Hide)",)


def test_a_deny_of_what_a_statement_leaves_out_is_not_told() -> None:
    deny = {"Effect": "Deny", "Action": "sqs:*", "Resource": QUEUE}
    leaves_out: dict[str, Any] = {"Effect": "Allow", "Action": "sqs:SendMessage", "NotResource": QUEUE}
    (grant,) = touching(f"{QUEUE}2", stack(leaves_out, deny))

    assert grant.never == ()


def test_a_deny_of_a_part_is_told() -> None:
    deny = {"Effect": "Deny", "Action": "s3:DeleteObject", "Resource": f"{BUCKET}/*", "Sid": "Keep"}
    (grant,) = touching(BUCKET, stack(allow("s3:*", f"{BUCKET}/*"), deny))

    assert grant.never == (f"s3:DeleteObject on {BUCKET}/* (Keep)",)


def _questions(plan: Plan) -> Iterator[tuple[str, str]]:
    for resource in plan.resources:
        if resource.row.is_acted_on:
            for action in sorted({action for statement in plan.statements for action in statement.actions}):
                yield action, str(resource.outputs["arn"])


def test_whoever_can_do_something_to_a_resource_can_touch_it(dev_plan: Plan) -> None:
    questions = Questions(dev_plan)
    for action, arn in _questions(dev_plan):
        known = [(permit.principal, permit.statement) for permit in questions.who_can_touch(arn)]
        assert all((permit.principal, permit.statement) in known for permit in questions.who_can(action, arn))
