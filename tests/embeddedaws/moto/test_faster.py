"""What is faster answers as moto itself does."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any
from wsgiref.types import WSGIApplication

import pytest
from moto.sqs import models

from embeddedaws.clients import Clients
from embeddedaws.moto.faster import faster

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient


@pytest.fixture(params=[pytest.param(nullcontext, id="moto"), pytest.param(faster, id="faster")])
def sqs(request: pytest.FixtureRequest, serve: Callable[..., Clients], moto: WSGIApplication) -> "Iterator[SQSClient]":
    context: Callable[[], AbstractContextManager[None]] = request.param
    with context():
        yield serve(moto).sqs


def _receive(sqs: "SQSClient", url: str, visibility: int = 30) -> list[Any]:
    received = sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10, VisibilityTimeout=visibility)
    return list(received.get("Messages", []))


def test_a_deleted_message_is_gone_and_its_neighbours_stay(sqs: "SQSClient") -> None:
    url = sqs.create_queue(QueueName="q")["QueueUrl"]
    for body in "abc":
        sqs.send_message(QueueUrl=url, MessageBody=body)
    first, *_ = _receive(sqs, url, visibility=0)

    sqs.delete_message(QueueUrl=url, ReceiptHandle=first["ReceiptHandle"])
    sqs.delete_message(QueueUrl=url, ReceiptHandle=first["ReceiptHandle"])  # a second time is no error

    assert [message["Body"] for message in _receive(sqs, url)] == ["b", "c"]
    assert _receive(sqs, url) == []
    counts = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
    assert (counts["ApproximateNumberOfMessages"], counts["ApproximateNumberOfMessagesNotVisible"]) == ("0", "2")


def test_a_handle_of_no_message_is_refused(sqs: "SQSClient") -> None:
    url = sqs.create_queue(QueueName="q")["QueueUrl"]

    with pytest.raises(sqs.exceptions.ReceiptHandleIsInvalid):
        sqs.delete_message(QueueUrl=url, ReceiptHandle="none")


def test_a_message_is_neither_early_nor_kept_beyond_its_retention(
    sqs: "SQSClient", monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000_000.0]
    monkeypatch.setattr(models, "unix_time", lambda: now[0])
    monkeypatch.setattr(models, "unix_time_millis", lambda: now[0] * 1000)
    url = sqs.create_queue(QueueName="q", Attributes={"MessageRetentionPeriod": "60"})["QueueUrl"]
    sqs.send_message(QueueUrl=url, MessageBody="late", DelaySeconds=10)

    assert _receive(sqs, url) == []
    now[0] += 11
    assert [message["Body"] for message in _receive(sqs, url)] == ["late"]
    assert _receive(sqs, url) == []
    now[0] += 100
    assert _receive(sqs, url) == []


def test_an_answer_has_the_same_members(serve: Callable[..., Clients], moto: WSGIApplication) -> None:
    clients = serve(moto)
    clients.dynamodb.create_table(
        TableName="table",
        KeySchema=[{"AttributeName": "k", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "k", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )
    clients.dynamodb.put_item(
        TableName="table", Item={"k": {"S": "1"}, "list": {"L": [{"N": "1"}, {"M": {"dict": {"BOOL": True}}}]}}
    )
    clients.iam.create_role(
        RoleName="r",
        AssumeRolePolicyDocument='{"Version": "2012-10-17", "Statement": []}',
        Tags=[{"Key": "k", "Value": "v"}],
    )
    clients.sqs.create_queue(QueueName="q", tags={"dict": "1"})

    def answers() -> Iterator[Any]:
        yield clients.dynamodb.describe_table(TableName="table")["Table"]
        yield clients.dynamodb.get_item(TableName="table", Key={"k": {"S": "1"}}, ReturnConsumedCapacity="TOTAL")
        yield clients.dynamodb.scan(TableName="table")["Items"]
        yield clients.iam.get_role(RoleName="r")["Role"]
        yield clients.iam.list_roles()["Roles"]
        yield clients.sqs.list_queue_tags(QueueUrl=clients.sqs.get_queue_url(QueueName="q")["QueueUrl"])["Tags"]

    expected = list(answers())
    with faster():
        for _ in range(2):  # what the first has worked out is remembered
            assert [_plain(each) for each in answers()] == [_plain(each) for each in expected]


def _plain(answer: Any) -> Any:
    return (
        {key: each for key, each in answer.items() if key != "ResponseMetadata"} if isinstance(answer, dict) else answer
    )
