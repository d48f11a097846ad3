from collections.abc import Callable

import pytest

from pulumicheck.errors import CheckError
from pulumicheck.plan.plan import Plan

Planned = Callable[[str], Plan]
QUEUE_POLICY = '{"Statement": {"Effect": "Deny", "Principal": "*", "NotAction": "sqs:SendMessage", "Resource": "*"}}'


def test_a_statement_that_nobody_gave_a_reason_is_there_all_the_same(planned: Planned) -> None:
    plan = planned(f"import pulumi_aws as aws\naws.sqs.Queue('q', name='q', policy='{QUEUE_POLICY}')")

    (statement,) = plan.statements

    assert (statement.principal, statement.effect, statement.resources) == ("*", "Deny", ("*",))
    assert (statement.actions, statement.document["NotAction"]) == ((), "sqs:SendMessage")
    assert (statement.why, statement.used_by) == (None, ())


def test_the_reason_comes_from_the_component_above(planned: Planned) -> None:
    (statement,) = planned("""
import json, pulumi, pulumi_aws as aws
class Outer(pulumi.ComponentResource):
    def __init__(self):
        super().__init__("x:y:Outer", "outer", {"statements": [{"sid": "S", "why": "because", "usedBy": ["api"]}]})
        inner = pulumi.ComponentResource("x:y:Inner", "inner", None, pulumi.ResourceOptions(parent=self))
        document = {"Statement": [{"Sid": "S", "Effect": "Allow", "Action": ["s3:GetObject"], "Resource": ["*"]}]}
        aws.iam.Policy("p", name="p", policy=json.dumps(document), opts=pulumi.ResourceOptions(parent=inner))
Outer()
""").statements

    assert (statement.why, statement.used_by) == ("because", ("api",))
    assert statement.principal == "arn:aws:iam::123456789012:policy/p"


def test_a_document_that_is_given_as_a_value_is_read_as_well(planned: Planned) -> None:
    plan = planned(f"import pulumi_aws as aws\naws.iam.Policy('p', name='p', policy={QUEUE_POLICY})")

    (statement,) = plan.statements
    assert (statement.effect, statement.resources) == ("Deny", ("*",))


@pytest.mark.parametrize(
    "policy",
    ["nonsense", "{}", "[]", '{"Statement": "s"}', '{"Statement": [[]]}'],
    ids=["no JSON", "no statements", "a list", "a text", "a list in the list"],
)
def test_a_document_that_is_no_policy_is_told_with_its_resource(planned: Planned, policy: str) -> None:
    with pytest.raises(CheckError, match=r"^AWS would refuse policy of readers: make it a policy document"):
        planned(f"import pulumi_aws as aws\naws.iam.Policy('readers', name='p', policy={policy!r})")
