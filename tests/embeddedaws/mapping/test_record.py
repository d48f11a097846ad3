import json
from typing import TYPE_CHECKING

from embeddedaws.mapping.record import batch_event, to_record

if TYPE_CHECKING:
    from types_boto3_sqs.type_defs import MessageTypeDef

QUEUE_ARN = "arn:aws:sqs:ap-south-1:123456789012:jobs"
ATTRIBUTES = {
    "ApproximateReceiveCount": "2",
    "SentTimestamp": "1766577600000",
    "SenderId": "AIDAIT2UOQQY3AUEKVGXU",
    "ApproximateFirstReceiveTimestamp": "1766577600100",
}
MESSAGE: "MessageTypeDef" = {
    "MessageId": "one",
    "ReceiptHandle": "handle",
    "MD5OfBody": "md5",
    "Body": '{"name": "नमस्ते"}',
    "Attributes": ATTRIBUTES,  # pyright: ignore[reportAssignmentType] - a literal's keys are narrower
}


def test_a_record_is_exactly_what_aws_hands_to_the_function() -> None:
    assert to_record(MESSAGE, QUEUE_ARN) == {
        "messageId": "one",
        "receiptHandle": "handle",
        "body": '{"name": "नमस्ते"}',
        "attributes": ATTRIBUTES,
        "messageAttributes": {},
        "md5OfBody": "md5",
        "eventSource": "aws:sqs",
        "eventSourceARN": QUEUE_ARN,
        "awsRegion": "ap-south-1",
    }


def test_message_attributes_have_their_value_and_empty_lists() -> None:
    message: MessageTypeDef = {
        **MESSAGE,
        "MD5OfMessageAttributes": "attributes-md5",
        "MessageAttributes": {
            "traceparent": {"DataType": "String", "StringValue": "00-1"},
            "count": {"DataType": "Number", "StringValue": "3"},
            "raw": {"DataType": "Binary", "BinaryValue": b"123"},
        },
    }

    record = to_record(message, QUEUE_ARN)

    lists: dict[str, list[str]] = {"stringListValues": [], "binaryListValues": []}
    assert record["md5OfMessageAttributes"] == "attributes-md5"
    assert record["messageAttributes"] == {
        "traceparent": {"stringValue": "00-1", "dataType": "String"} | lists,
        "count": {"stringValue": "3", "dataType": "Number"} | lists,
        "raw": {"binaryValue": "MTIz", "dataType": "Binary"} | lists,
    }


def test_a_batch_is_one_event_with_its_records_in_order() -> None:
    event = json.loads(batch_event([MESSAGE, {**MESSAGE, "MessageId": "two"}], QUEUE_ARN))

    assert list(event) == ["Records"]
    assert [record["messageId"] for record in event["Records"]] == ["one", "two"]
