"""Maps of programs that are not ours."""

from typing import Any

import pytest

from pulumicheck.map.document import make_document
from tests.fixtures.programs import project_in

PROGRAM = """
import json
import pulumi_aws as aws

def policy(*statements):
    return json.dumps({"Version": "2012-10-17", "Statement": statements})

def trusts(principal):
    return policy({"Effect": "Allow", "Principal": principal, "Action": "sts:AssumeRole"})

queue = aws.sqs.Queue("</script>", name="q", redrive_policy="")
aws.sqs.Queue("left-alone", name="p")
aws.iam.Role("everyone", name="everyone", assume_role_policy=trusts("*"))
aws.iam.Role("bare", name="bare", assume_role_policy=trusts({"Service": "lambda.amazonaws.com"}))
aws.iam.RolePolicy(
    "but-the-queue",
    role="bare",
    policy=queue.arn.apply(
        lambda arn: policy(
            {"Effect": "Allow", "NotAction": "iam:*", "Resource": "*"},
            {"Effect": "Allow", "Action": "sqs:*", "NotResource": arn},
            {"Effect": "Deny", "Action": "sqs:*", "Resource": arn},
        )
    ),
)
"""


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return make_document(project_in(tmp_path_factory.mktemp("odd"), PROGRAM), "dev")


def test_what_is_denied_and_what_is_left_out_is_touched_by_nobody(document: dict[str, Any]) -> None:
    touched = document["states"][0]["whoCanTouch"]

    assert touched["</script>"] == []
    assert len(touched["left-alone"]) == 2


def test_who_may_assume_a_role_as_anyone_may_is_shown_the_way_to_it(document: dict[str, Any]) -> None:
    grants = [document["grants"][id_] for id_ in document["states"][0]["mayDo"]["bare"]]

    assert ["everyone"] in [grant["reaches"] for grant in grants if grant["policyType"] == "trust"]
