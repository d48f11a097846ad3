"""Rules of AWS's documentation, each tried on the embedded AWS through boto3."""

from collections.abc import Iterator

import pytest
from botocore.exceptions import ClientError

from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.moto.queue_time import QueueClock

from . import dynamodb, lambda_functions, s3, secrets_manager, ses, sqs_messages, sqs_queues
from .rule import Refused, Rule, World, code_of

pytestmark = pytest.mark.long

SERVICES = (sqs_queues, sqs_messages, lambda_functions, dynamodb, ses, s3, secrets_manager)
RULES = [rule for service in SERVICES for rule in service.RULES]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with EmbeddedAws("ap-south-1", tmp_path_factory.mktemp("functions"), clock=QueueClock(speed=5)) as embedded:
        yield World(embedded)


@pytest.mark.parametrize("rule", [pytest.param(rule, id=f"{rule.service}: {rule.sentence}") for rule in RULES])
def test_a_rule_of_aws_holds(rule: Rule, world: World) -> None:
    if isinstance(rule.comes, Refused):
        with pytest.raises(ClientError) as refused:
            rule.calls(world)
        assert code_of(refused.value) == rule.comes.code
    else:
        assert rule.calls(world) == rule.comes


def test_each_rule_is_said_once() -> None:
    sentences = [rule.sentence for rule in RULES]
    assert len(sentences) == len(set(sentences))
