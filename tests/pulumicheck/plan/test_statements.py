from collections.abc import Callable

import pytest

from pulumicheck.errors import CheckError
from pulumicheck.plan.plan import planned_outputs
from pulumicheck.plan.project import Project
from pulumicheck.plan.recording import record
from pulumicheck.plan.statements import PlannedStatement, statements_of

QUEUE_POLICY = '{"Statement": {"Effect": "Deny", "Principal": "*", "NotAction": "sqs:SendMessage", "Resource": "*"}}'


def _statements(project: Project) -> list[PlannedStatement]:
    return statements_of(record(project, "dev", project.config("dev"), planned_outputs("ap-south-1")))


def test_a_statement_that_nobody_gave_a_reason_is_there_all_the_same(program: Callable[[str], Project]) -> None:
    (statement,) = _statements(
        program(f"import pulumi_aws as aws\naws.sqs.Queue('q', name='q', policy='{QUEUE_POLICY}')")
    )

    assert (statement.principal, statement.effect, statement.resources) == ("*", "Deny", ("*",))
    assert (statement.actions, statement.document["NotAction"]) == ((), "sqs:SendMessage")
    assert (statement.why, statement.used_by) == (None, ())


def test_the_reason_comes_from_the_component_above(program: Callable[[str], Project]) -> None:
    (statement,) = _statements(
        program("""
import json, pulumi, pulumi_aws as aws
class Outer(pulumi.ComponentResource):
    def __init__(self):
        super().__init__("x:y:Outer", "outer", {"statements": [{"sid": "S", "why": "because", "usedBy": ["api"]}]})
        inner = pulumi.ComponentResource("x:y:Inner", "inner", None, pulumi.ResourceOptions(parent=self))
        document = {"Statement": [{"Sid": "S", "Effect": "Allow", "Action": ["s3:GetObject"], "Resource": ["*"]}]}
        aws.iam.Policy("p", name="p", policy=json.dumps(document), opts=pulumi.ResourceOptions(parent=inner))
Outer()
""")
    )

    assert (statement.why, statement.used_by) == ("because", ("api",))
    assert statement.principal == "arn:aws:iam::123456789012:policy/p"


def test_a_document_that_is_given_as_a_value_is_read_as_well(program: Callable[[str], Project]) -> None:
    (statement,) = _statements(
        program(f"import pulumi_aws as aws\naws.iam.Policy('p', name='p', policy={QUEUE_POLICY})")
    )

    assert (statement.effect, statement.resources) == ("Deny", ("*",))


@pytest.mark.parametrize(
    "policy",
    ["nonsense", "{}", "[]", '{"Statement": "s"}', '{"Statement": [[]]}'],
    ids=["no JSON", "no statements", "a list", "a text", "a list in the list"],
)
def test_a_document_that_is_no_policy_is_told_with_its_resource(program: Callable[[str], Project], policy: str) -> None:
    project = program(f"import pulumi_aws as aws\naws.iam.Policy('readers', name='p', policy={policy!r})")

    with pytest.raises(CheckError, match=r"^AWS would refuse policy of readers: make it a policy document"):
        _statements(project)
