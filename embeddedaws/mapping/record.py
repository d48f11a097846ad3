"""The event of an SQS batch, as the function sees it."""

import base64
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from types_boto3_sqs.type_defs import MessageAttributeValueOutputTypeDef, MessageTypeDef


def batch_event(messages: "Sequence[MessageTypeDef]", queue_arn: str) -> bytes:
    """The invocation's payload (developer guide, "Example standard queue message event")."""
    event = {"Records": [to_record(message, queue_arn) for message in messages]}
    return json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()


def to_record(message: "MessageTypeDef", queue_arn: str) -> dict[str, Any]:
    """One received message as a record."""
    attributes = message.get("MessageAttributes", {})
    record = {
        "messageId": message.get("MessageId"),
        "receiptHandle": message.get("ReceiptHandle"),
        "body": message.get("Body"),
        "attributes": dict(message.get("Attributes", {})),
        "messageAttributes": {name: _attribute(value) for name, value in attributes.items()},
        "md5OfMessageAttributes": message.get("MD5OfMessageAttributes"),
        "md5OfBody": message.get("MD5OfBody"),
        "eventSource": "aws:sqs",
        "eventSourceARN": queue_arn,
        "awsRegion": queue_arn.split(":")[3],
    }
    return {key: value for key, value in record.items() if value is not None}


def _attribute(value: "MessageAttributeValueOutputTypeDef") -> dict[str, Any]:
    binary = value.get("BinaryValue")
    attribute = {
        "stringValue": value.get("StringValue"),
        "binaryValue": None if binary is None else base64.b64encode(binary).decode(),
        "stringListValues": [],
        "binaryListValues": [],
        "dataType": value["DataType"],
    }
    return {key: entry for key, entry in attribute.items() if entry is not None}
