"""What inputs say of how resources hang together, from programs that say it well or badly."""

from typing import Any

import pytest

from pulumicheck.types.resource_type import Wire
from pulumicheck.types.sqs import QUEUE

DLQ = "arn:aws:sqs:eu-west-1:123456789012:q-dlq"


@pytest.mark.parametrize(
    "policy",
    [
        pytest.param({"deadLetterTargetArn": DLQ, "maxReceiveCount": 5}, id="a value"),
        pytest.param(f'{{"deadLetterTargetArn": "{DLQ}", "maxReceiveCount": "5"}}', id="JSON text"),
    ],
)
def test_a_redrive_policy_is_read_in_both_forms(policy: Any) -> None:
    assert list(QUEUE.wires({"redrivePolicy": policy})) == [Wire(DLQ, "after 5 receives", dead_letters=True)]


@pytest.mark.parametrize(
    "policy",
    ["", "nonsense", "[]", f'{{"deadLetterTargetArn": "{DLQ}"}}', '{"maxReceiveCount": 5}'],
    ids=["empty", "no JSON", "a list", "no count", "no target"],
)
def test_a_redrive_policy_that_aws_would_refuse_is_none(policy: str) -> None:
    assert list(QUEUE.wires({"redrivePolicy": policy})) == []
