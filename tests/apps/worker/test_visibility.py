from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from moto import mock_aws

from aws.reference import BotocoreClient
from sqs import Message
from worker.visibility import Hidden, SqsVisibility, Verdict, hidden_seconds

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient


@pytest.mark.parametrize(
    ("receive_count", "seconds"), [(0, 10), (1, 10), (2, 40), (3, 120), (4, 120), (1000, 120)], ids=lambda n: f"{n}"
)
def test_a_message_is_hidden_longer_with_each_receive(receive_count: int, seconds: int) -> None:
    assert hidden_seconds(Verdict.RETRY, receive_count) == seconds


@pytest.mark.parametrize("receive_count", [1, 2, 5])
def test_poison_is_never_hidden(receive_count: int) -> None:
    assert hidden_seconds(Verdict.POISON, receive_count) == 0


def receive_all(client: "SQSClient", url: str) -> list[Message]:
    received = client.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages", [])
    return [
        Message(message.get("MessageId", ""), message.get("ReceiptHandle", ""), 1, message.get("Body", ""))
        for message in received
    ]


@pytest.mark.usefixtures("aws_environment")
@mock_aws
def test_each_message_is_hidden_for_its_own_time() -> None:
    client = boto3.client("sqs", region_name="ap-south-1")
    url = client.create_queue(QueueName="jobs", Attributes={"VisibilityTimeout": "60"})["QueueUrl"]
    for body in ("poison", "slow"):
        client.send_message(QueueUrl=url, MessageBody=body)
    seconds = {"poison": 0, "slow": 10}
    messages = receive_all(client, url)
    SqsVisibility(BotocoreClient(client), url).hide([Hidden(message, seconds[message.body]) for message in messages])
    assert [message.body for message in receive_all(client, url)] == ["poison"]


@pytest.mark.usefixtures("aws_environment")
@mock_aws
def test_a_stale_handle_is_logged_and_spares_the_others(log_lines: Callable[[], list[dict[str, Any]]]) -> None:
    client = boto3.client("sqs", region_name="ap-south-1")
    url = client.create_queue(QueueName="jobs", Attributes={"VisibilityTimeout": "60"})["QueueUrl"]
    client.send_message(QueueUrl=url, MessageBody="poison")
    good = receive_all(client, url)
    SqsVisibility(BotocoreClient(client), url).hide(
        [Hidden(Message("m9", "stale", 1, ""), 0), *(Hidden(one, 0) for one in good)]
    )
    assert [message.body for message in receive_all(client, url)] == ["poison"]
    assert [(line["level"], line["message"], line["messageId"]) for line in log_lines()] == [
        ("WARNING", "visibility_not_changed", "m9")
    ]
