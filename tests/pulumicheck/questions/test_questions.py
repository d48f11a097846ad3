"""Questions to stacks that are not this project's: denies, variables, sessions, elements with Not."""

import json
from typing import Any

import pytest

from pulumicheck.errors import CheckError
from pulumicheck.plan.plan import Plan
from pulumicheck.questions.questions import Questions
from tests.fixtures.programs import declared, plan_of

ROLE = "arn:aws:iam::123456789012:role/r"
SESSION = "arn:aws:sts::123456789012:assumed-role/r/s"
QUEUE = "arn:aws:sqs:eu-west-1:123456789012:q"
ALLOW = {"Effect": "Allow", "Action": "sqs:*", "Resource": QUEUE}
DENY = {"Effect": "Deny", "Action": "sqs:*", "Resource": QUEUE}


def stack(*, identity: list[dict[str, Any]] | None = None, queue: list[dict[str, Any]] | None = None) -> Plan:
    """A role and a queue, and their policies."""
    resources = [declared("aws:iam/role:Role", "r", {}, arn=ROLE), declared("aws:sqs/queue:Queue", "q", {}, arn=QUEUE)]
    if identity:
        inputs = {"role": "r", "policy": _document(identity)}
        resources.append(declared("aws:iam/rolePolicy:RolePolicy", "of-role", inputs))
    if queue:
        inputs = {"queueUrl": "q", "policy": _document(queue)}
        resources.append(declared("aws:sqs/queuePolicy:QueuePolicy", "of-queue", inputs))
    return plan_of(*resources)


def _document(statements: list[dict[str, Any]]) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": statements})


def names(plan: Plan, action: str = "sqs:SendMessage", on: str = QUEUE) -> list[str]:
    return [grant.principal for grant in Questions(plan).who_can(action, on)]


def test_who_an_identity_policy_allows_is_told() -> None:
    assert names(stack(identity=[ALLOW])) == [ROLE]


def test_who_a_resource_policy_names_is_told_each_on_its_own() -> None:
    allow = {**ALLOW, "Principal": {"AWS": ["123456789012", SESSION], "Service": "sns.amazonaws.com"}}

    assert names(stack(queue=[allow])) == ["123456789012", SESSION, "sns.amazonaws.com"]


def test_a_deny_without_a_condition_takes_the_answer_away() -> None:
    assert names(stack(identity=[ALLOW, DENY])) == []
    assert names(stack(identity=[ALLOW], queue=[{**DENY, "Principal": "*"}])) == []


def test_a_deny_for_someone_else_or_of_something_else_does_not() -> None:
    someone_else = {**DENY, "Principal": {"AWS": "999999999999"}}

    assert names(stack(identity=[ALLOW], queue=[someone_else])) == [ROLE]
    assert names(stack(identity=[ALLOW, {**DENY, "Action": "sqs:DeleteQueue"}])) == [ROLE]


def test_a_deny_with_a_condition_is_told() -> None:
    condition = {"Bool": {"aws:SecureTransport": "false"}, "StringNotEquals": {"aws:SourceVpc": ["a", "b"]}}
    plan = stack(identity=[ALLOW, {**DENY, "Sid": "No", "Condition": condition}])
    (grant,) = Questions(plan).who_can("sqs:SendMessage", QUEUE)

    assert grant.never == ("sqs:* if aws:SecureTransport Bool 'false' and aws:SourceVpc StringNotEquals 'a', 'b' (No)",)


def test_a_deny_that_depends_on_a_variable_is_told() -> None:
    deny = {**DENY, "Resource": "arn:aws:sqs:*:*:${aws:username}"}
    (grant,) = Questions(stack(identity=[ALLOW, deny])).who_can("sqs:SendMessage", QUEUE)

    assert grant.never == ("sqs:* on arn:aws:sqs:*:*:${aws:username} (Statement[0])",)


def test_everyone_but_someone_is_told_so() -> None:
    allow = {**ALLOW, "NotPrincipal": {"AWS": ROLE}}

    assert names(stack(queue=[allow])) == [f"all but {ROLE}"]


def test_a_variable_may_be_anything() -> None:
    plan = stack(identity=[{**ALLOW, "Resource": "arn:aws:sqs:*:*:${aws:username}"}])

    assert names(plan) == [ROLE]
    assert names(plan, on="arn:aws:sns:eu-west-1:123456789012:q") == []


def test_all_but_something_is_not_that() -> None:
    plan = stack(identity=[{"Effect": "Allow", "NotAction": "sqs:SendMessage", "NotResource": f"{QUEUE}2"}])

    assert names(plan) == []
    assert names(plan, "sqs:DeleteQueue") == [ROLE]
    assert names(plan, "sqs:DeleteQueue", f"{QUEUE}2") == []
    (grant,) = Questions(plan).what_can(ROLE)
    assert (grant.actions, grant.resources) == ("all but sqs:SendMessage", f"all but {QUEUE}2")


def test_a_session_may_what_its_role_may() -> None:
    assert [grant.actions for grant in Questions(stack(identity=[ALLOW])).what_can(SESSION)] == ["sqs:*"]


def test_a_resource_policy_without_resource_is_about_what_it_is_attached_to() -> None:
    allow = {"Effect": "Allow", "Action": "sqs:*", "Principal": {"Service": "sns.amazonaws.com"}}
    plan = stack(queue=[allow])

    assert names(plan) == ["sns.amazonaws.com"]
    assert names(plan, on=f"{QUEUE}2") == []
    assert [grant.resources for grant in Questions(plan).what_can("sns.amazonaws.com")] == [QUEUE]


def test_what_someone_may_tells_the_denies_of_a_part_of_it() -> None:
    deny = {**DENY, "Action": "sqs:DeleteQueue", "Sid": "Keep"}
    elsewhere = {**DENY, "Resource": f"{QUEUE}2", "Sid": "Elsewhere"}
    (grant,) = Questions(stack(identity=[ALLOW, deny, elsewhere])).what_can(ROLE)

    assert grant.never == (f"sqs:DeleteQueue on {QUEUE} (Keep)",)


def test_a_policy_that_aws_would_refuse_is_told_with_its_resource() -> None:
    with pytest.raises(CheckError, match=r"^AWS would refuse the policy of of-role: Statement\.Sid may hold"):
        names(stack(identity=[{**ALLOW, "Sid": "</script>"}]))


MANAGED = "arn:aws:iam::123456789012:policy/m"
ADMIN = "arn:aws:iam::aws:policy/AdministratorAccess"
KEY = "arn:aws:kms:eu-west-1:123456789012:key/1"


def with_policies(arn: str, *more: dict[str, Any], boundary: str = "") -> Plan:
    """A role with a managed policy, which the stack declares with some statements, and perhaps a boundary."""
    inputs = {"permissionsBoundary": boundary} if boundary else {}
    resources = [
        declared("aws:iam/role:Role", "r", inputs, arn=ROLE),
        declared("aws:iam/rolePolicyAttachment:RolePolicyAttachment", "a", {"role": "r", "policyArn": arn}),
    ]
    if more:
        resources.append(declared("aws:iam/policy:Policy", "m", {"policy": _document(list(more))}, arn=MANAGED))
    return plan_of(*resources)


def test_an_attached_policy_of_the_stack_is_the_roles() -> None:
    plan = with_policies(MANAGED, ALLOW)

    assert names(plan) == [ROLE]
    assert [grant.statement.through for grant in Questions(plan).what_can(ROLE)] == [MANAGED]
    assert [grant.actions for grant in Questions(plan).what_can(MANAGED)] == ["sqs:*"]


def test_administrator_access_is_known() -> None:
    assert names(with_policies(ADMIN), "iam:CreateUser", "*") == [ROLE]
    assert names(with_policies(ADMIN)) == [ROLE]


def test_a_deny_that_is_attached_counts() -> None:
    assert names(with_policies(MANAGED, {"Effect": "Allow", "Action": "*", "Resource": "*"}, DENY)) == []


def test_a_policy_that_is_not_known_is_told() -> None:
    questions = Questions(with_policies(MANAGED))

    assert questions.who_can("sqs:SendMessage", QUEUE) == []
    told = [(ROLE, f"{MANAGED} is attached, whose statements are not known here")]
    assert [(each.principal, each.why) for each in questions.unknown_about(QUEUE)] == told
    assert [(each.principal, each.why) for each in questions.unknown_of(SESSION)] == told


@pytest.mark.parametrize(
    ("boundary", "limits"),
    [
        ({}, [()]),
        ({"Action": "s3:*"}, []),
        ({"Resource": f"{QUEUE}2"}, []),
        (
            {"Condition": {"Bool": {"a:b": "true"}}},
            [("the permissions boundary allows it, too, where a:b must be 'true'",)],
        ),
        ({"Effect": "Deny"}, []),
    ],
    ids=["all of it", "other actions", "other resources", "under a condition", "never"],
)
def test_a_boundary_has_to_allow_it_too(boundary: dict[str, Any], limits: list[tuple[str, ...]]) -> None:
    plan = with_policies(ADMIN, {**ALLOW, "Resource": "*", **boundary}, boundary=MANAGED)

    assert [grant.conditions for grant in Questions(plan).who_can("sqs:SendMessage", QUEUE)] == limits
    assert bool(Questions(plan).who_can_touch(QUEUE)) is bool(limits)


def test_what_a_boundary_shuts_out_nobody_can() -> None:
    plan = with_policies(ADMIN, {**ALLOW, "Action": "s3:*", "Resource": "*"}, boundary=MANAGED)

    assert [grant.conditions for grant in Questions(plan).what_can(ROLE)] == [
        ("the permissions boundary allows it, too",)
    ]
    assert Questions(stack(identity=[ALLOW])).what_can(ROLE)[0].conditions == ()


def test_a_boundary_that_is_not_known_is_a_condition() -> None:
    elsewhere = "arn:aws:iam::123456789012:policy/elsewhere"
    (grant,) = Questions(with_policies(ADMIN, boundary=elsewhere)).who_can("sqs:SendMessage", QUEUE)

    why = f"{elsewhere} is the permissions boundary, whose statements are not known here"
    assert grant.conditions == (f"the permissions boundary allows it, too ({why})",)


@pytest.mark.parametrize(
    ("policy", "limits"),
    [
        (None, [()]),
        ([{"Principal": {"AWS": "arn:aws:iam::123456789012:root"}}], [()]),
        ([{"Principal": {"AWS": "arn:aws:iam::123456789012:role/admin"}}], None),
        ([{"Action": "kms:Encrypt", "Principal": {"AWS": "123456789012"}}], None),
        (
            [{"Principal": {"AWS": "123456789012"}, "Condition": {"Bool": {"a:b": "true"}}}],
            [("the key policy leaves it to the account, where a:b must be 'true'",)],
        ),
    ],
    ids=["the default", "leaves it to the account", "names another", "another action", "under a condition"],
)
def test_a_key_policy_has_to_leave_it_to_the_account(policy: Any, limits: list[tuple[str, ...]] | None) -> None:
    allow = {"Effect": "Allow", "Action": "kms:*", "Resource": "*"}
    inputs = {"policy": _document([{**allow, **each} for each in policy])} if policy else {}
    identity = {"role": "r", "policy": _document([allow])}
    plan = plan_of(
        declared("aws:iam/role:Role", "r", {}, arn=ROLE),
        declared("aws:iam/rolePolicy:RolePolicy", "p", identity),
        declared("aws:kms/key:Key", "k", inputs, arn=KEY),
    )
    found = [grant for grant in Questions(plan).who_can("kms:Decrypt", KEY) if grant.principal == ROLE]

    assert [grant.conditions for grant in found] == (limits or [])


@pytest.mark.parametrize(
    ("inputs", "conditions"),
    [
        (
            {"principal": "s3.amazonaws.com", "sourceArn": "arn:aws:s3:::b"},
            ("aws:SourceArn must be an ARN like 'arn:aws:s3:::b'",),
        ),
        ({"principal": "123456789012"}, ()),
        ({"principal": "*", "functionUrlAuthType": "NONE"}, ("lambda:FunctionUrlAuthType must equal 'NONE'",)),
    ],
)
def test_a_permission_of_a_function_is_a_statement_of_its_policy(
    inputs: dict[str, Any], conditions: tuple[str, ...]
) -> None:
    arn = "arn:aws:lambda:eu-west-1:123456789012:function:f"
    permission = {"function": "f", "action": "lambda:InvokeFunction", **inputs}
    plan = plan_of(
        declared("aws:lambda/function:Function", "f", {"name": "f"}, arn=arn),
        declared("aws:lambda/permission:Permission", "may", permission),
    )
    (grant,) = Questions(plan).who_can("lambda:InvokeFunction", arn)

    assert (grant.principal, grant.conditions) == (inputs["principal"], conditions)
