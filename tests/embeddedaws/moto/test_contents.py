"""What moto keeps, read without disturbing it."""

import json
import time
from collections.abc import Callable
from wsgiref.types import WSGIApplication

import pytest

from embeddedaws.call import Account
from embeddedaws.clients import Clients
from embeddedaws.moto.contents import Contents, LogReader

CONTENTS = Contents(Account("123456789012", "ap-south-1"))


@pytest.fixture
def clients(serve: Callable[..., Clients], moto: WSGIApplication) -> Clients:
    return serve(moto)


@pytest.fixture
def queue_url(clients: Clients) -> str:
    return clients.sqs.create_queue(QueueName="q", Attributes={"VisibilityTimeout": "60"})["QueueUrl"]


def test_messages_are_seen_in_the_order_in_which_they_came(clients: Clients, queue_url: str) -> None:
    for body in ("first", "second"):
        clients.sqs.send_message(QueueUrl=queue_url, MessageBody=body)

    messages = CONTENTS.messages_in("q")

    assert [(message.body, message.receive_count) for message in messages] == [("first", 0), ("second", 0)]
    assert all(message.visible_at <= time.time() for message in messages)


def test_a_received_or_delayed_message_says_when_it_is_visible(clients: Clients, queue_url: str) -> None:
    clients.sqs.send_message(QueueUrl=queue_url, MessageBody="received")
    clients.sqs.receive_message(QueueUrl=queue_url)
    clients.sqs.send_message(QueueUrl=queue_url, MessageBody="delayed", DelaySeconds=600)

    received, delayed = CONTENTS.messages_in("q")

    assert (received.receive_count, delayed.receive_count) == (1, 0)
    assert received.visible_at - time.time() == pytest.approx(60, abs=30)
    assert delayed.visible_at - time.time() == pytest.approx(600, abs=30)


def test_looking_does_not_receive(clients: Clients, queue_url: str) -> None:
    clients.sqs.send_message(QueueUrl=queue_url, MessageBody="m")
    CONTENTS.messages_in("q")

    (message,) = clients.sqs.receive_message(
        QueueUrl=queue_url, MessageSystemAttributeNames=["ApproximateReceiveCount"]
    )["Messages"]

    assert message.get("Attributes") == {"ApproximateReceiveCount": "1"}


@pytest.fixture
def tables(clients: Clients) -> Clients:
    for name, keys in (("simple", ["pk"]), ("ranged", ["pk", "sk"])):
        clients.dynamodb.create_table(
            TableName=name,
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"} for key in keys],
            KeySchema=[
                {"AttributeName": key, "KeyType": kind} for key, kind in zip(keys, ("HASH", "RANGE"), strict=False)
            ],  # pyright: ignore[reportArgumentType]
        )
    return clients


def test_the_newest_items_come_first_and_all_are_counted(tables: Clients) -> None:
    for number in range(5):
        tables.dynamodb.put_item(TableName="simple", Item={"pk": {"S": f"p{number}"}, "n": {"N": str(number)}})
        for range_key in ("a", "b"):
            tables.dynamodb.put_item(TableName="ranged", Item={"pk": {"S": f"p{number}"}, "sk": {"S": range_key}})

    assert CONTENTS.newest_items("simple", 2) == (
        5,
        [{"pk": {"S": "p4"}, "n": {"N": "4"}}, {"pk": {"S": "p3"}, "n": {"N": "3"}}],
    )
    total, items = CONTENTS.newest_items("ranged", 3)
    assert (total, [item["pk"]["S"] + item["sk"]["S"] for item in items]) == (10, ["p4b", "p4a", "p3b"])
    assert CONTENTS.partition_keys("ranged", 2) == ["p4", "p3"]


@pytest.mark.usefixtures("clients")
def test_what_is_not_there_holds_nothing() -> None:
    assert CONTENTS.messages_in("none") == []
    assert CONTENTS.newest_items("none", 5) == (0, [])
    assert CONTENTS.partition_keys("none", 5) == []
    assert list(LogReader(CONTENTS, ["none"]).new_lines()) == []


def _log(clients: Clients, stream: str, *messages: str) -> None:
    now = int(time.time() * 1000)
    events = [{"timestamp": now + number, "message": message} for number, message in enumerate(messages)]
    clients.logs.put_log_events(logGroupName="/g", logStreamName=stream, logEvents=events)  # pyright: ignore[reportArgumentType]


def test_each_log_line_is_new_once_and_found_by_a_word(clients: Clients) -> None:
    clients.logs.create_log_group(logGroupName="/g")
    for stream in ("one", "two"):
        clients.logs.create_log_stream(logGroupName="/g", logStreamName=stream)
    reader = LogReader(CONTENTS, ["/g"])

    _log(clients, "one", json.dumps({"correlationId": "c-1"}), "START")
    assert [line.message for line in reader.new_lines()] == ['{"correlationId": "c-1"}', "START"]
    _log(clients, "two", "END c-1")
    assert [(line.group, line.message) for line in reader.new_lines()] == [("/g", "END c-1")]
    assert list(reader.new_lines()) == []

    assert [line.message for line in reader.lines_with("c-1")] == ['{"correlationId": "c-1"}', "END c-1"]
    assert reader.lines_with("c-2") == []
    assert reader.lines_with() == []
