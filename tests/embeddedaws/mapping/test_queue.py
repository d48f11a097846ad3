"""The queue's adapter against moto's SQS."""

from collections.abc import Callable
from typing import Any

import pytest
from botocore.stub import Stubber

from embeddedaws.clients import DEPLOYER, Clients
from embeddedaws.errors import InvalidParameterValueException
from embeddedaws.mapping.mapping import check_queue
from embeddedaws.mapping.queue import QueueError, SqsQueue
from tests.fixtures.lambdas import NOWHERE, a_function

NO_QUEUE = "arn:aws:sqs:ap-south-1:123456789012:no-such-queue"

OpenQueue = Callable[[str], SqsQueue]


@pytest.fixture
def open_queue(sqs: Any) -> OpenQueue:
    return lambda arn: SqsQueue(arn, sqs.client.meta.endpoint_url, lambda: sqs.client)


def test_a_message_is_received_with_all_its_attributes_and_deleted(sqs: Any, open_queue: OpenQueue) -> None:
    url = sqs.create_queue()
    sqs.client.send_message(
        QueueUrl=url, MessageBody="body", MessageAttributes={"trace": {"DataType": "String", "StringValue": "1"}}
    )
    queue = open_queue(sqs.arn(url))

    (message,) = queue.receive(10)

    assert message.get("Body") == "body"
    assert set(message.get("Attributes", {})) == {
        "ApproximateReceiveCount",
        "SentTimestamp",
        "SenderId",
        "ApproximateFirstReceiveTimestamp",
    }
    assert list(message.get("MessageAttributes", {})) == ["trace"]
    assert queue.delete([message]) == []
    assert sqs.count(url) == (0, 0)


def test_an_empty_queue_answers_at_once_with_nothing(sqs: Any, open_queue: OpenQueue) -> None:
    assert open_queue(sqs.arn(sqs.create_queue(ReceiveMessageWaitTimeSeconds="20"))).receive(10) == []


def test_a_queue_that_does_not_exist_is_told_by_awss_code(open_queue: OpenQueue) -> None:
    with pytest.raises(QueueError) as refusal:
        open_queue(NO_QUEUE).receive(10)

    assert refusal.value.code == "AWS.SimpleQueueService.NonExistentQueue"


@pytest.mark.parametrize("call", ["receive", "delete", "visibility_timeout", "check_permissions"])
def test_a_queue_that_cannot_be_reached_is_told(call: str) -> None:
    clients = Clients("ap-south-1", NOWHERE, DEPLOYER)
    queue = SqsQueue(NO_QUEUE, NOWHERE, lambda: clients.sqs)
    arguments: dict[str, list[Any]] = {"receive": [10], "delete": [[{"MessageId": "one", "ReceiptHandle": "handle"}]]}

    with pytest.raises(QueueError) as refusal:
        getattr(queue, call)(*arguments.get(call, []))

    assert refusal.value.code == "EndpointConnectionError"
    clients.close()


def test_the_checks_give_the_visibility_timeout_and_touch_no_message(sqs: Any, open_queue: OpenQueue) -> None:
    url = sqs.create_queue(VisibilityTimeout="60")
    sqs.send(url, "body")
    queue = open_queue(sqs.arn(url))

    assert check_queue(queue, a_function()) == 60
    (message,) = queue.receive(10)
    assert message.get("Attributes", {}).get("ApproximateReceiveCount") == "1"


def test_a_mapping_to_a_queue_that_does_not_exist_is_refused(open_queue: OpenQueue) -> None:
    with pytest.raises(
        InvalidParameterValueException,
        match=r"ReceiveMessage\. SQS Error Code: AWS\.SimpleQueueService\.NonExistentQueue\. SQS Error Message: ",
    ):
        check_queue(open_queue(NO_QUEUE), a_function())


def test_a_mapping_to_a_queue_with_a_shorter_visibility_timeout_is_refused(sqs: Any, open_queue: OpenQueue) -> None:
    queue = open_queue(sqs.arn(sqs.create_queue(VisibilityTimeout="30")))

    assert check_queue(queue, a_function(timeout=30)) == 30
    with pytest.raises(
        InvalidParameterValueException,
        match=r"^Queue visibility timeout: 30 seconds is less than Function timeout: 31 seconds$",
    ):
        check_queue(queue, a_function(timeout=31))


@pytest.mark.parametrize(
    ("allowed", "action"),
    [(0, "ReceiveMessage"), (1, "DeleteMessage"), (2, "GetQueueAttributes")],
    ids=["receive", "delete", "attributes"],
)
def test_a_mapping_whose_role_lacks_a_permission_is_refused(
    sqs: Any, open_queue: OpenQueue, allowed: int, action: str
) -> None:
    with Stubber(sqs.client) as stubber:
        answers = [("receive_message", "InvalidParameterValue"), ("delete_message", "ReceiptHandleIsInvalid")]
        for operation, code in answers[:allowed]:
            stubber.add_client_error(operation, code)
        stubber.add_client_error([*answers, ("get_queue_attributes", "")][allowed][0], "AccessDenied")

        with pytest.raises(
            InvalidParameterValueException,
            match=f"^The function execution role does not have permissions to call {action} on SQS$",
        ):
            check_queue(open_queue(NO_QUEUE), a_function())
