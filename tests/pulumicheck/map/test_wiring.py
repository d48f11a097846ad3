"""What inputs say of how resources hang together, from programs that say it well or badly."""

import dataclasses
from typing import Any

import pytest

from pulumicheck.map.facts import properties_of
from pulumicheck.map.nodes import Node
from pulumicheck.map.wiring import Redrive, redrive_of
from pulumicheck.plan.plan import Plan
from pulumicheck.plan.recording import Recording, Resource

QUEUE = Resource("aws:sqs/queue:Queue", "q", "urn:q", None, True, {}, {}, "q", False, (), "")
DLQ = "arn:aws:sqs:eu-west-1:123456789012:q-dlq"


def queue(**inputs: Any) -> Resource:
    return dataclasses.replace(QUEUE, inputs=inputs)


@pytest.mark.parametrize(
    "policy",
    [
        pytest.param({"deadLetterTargetArn": DLQ, "maxReceiveCount": 5}, id="a value"),
        pytest.param(f'{{"deadLetterTargetArn": "{DLQ}", "maxReceiveCount": "5"}}', id="JSON text"),
    ],
)
def test_a_redrive_policy_is_read_in_both_forms(policy: Any) -> None:
    assert redrive_of(queue(redrivePolicy=policy)) == Redrive(DLQ, 5)


@pytest.mark.parametrize(
    "policy",
    ["", "nonsense", "[]", f'{{"deadLetterTargetArn": "{DLQ}"}}', '{"maxReceiveCount": 5}'],
    ids=["empty", "no JSON", "a list", "no count", "no target"],
)
def test_a_redrive_policy_that_aws_would_refuse_is_none(policy: str) -> None:
    assert redrive_of(queue(redrivePolicy=policy)) is None


def test_a_text_that_looks_like_json_is_shown_as_it_is() -> None:
    node = Node("q", "Q", "queue", "stack", resource=queue(displayName='{"broken'))

    shown = properties_of(node, Plan(Recording("p", "dev", (), {}), []))

    assert shown == [{"name": "Display name", "value": '{"broken'}]
