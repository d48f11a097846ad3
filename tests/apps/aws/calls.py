"""The calls that the functions make: an example of each, and what a service answers when all is well."""

import json
from collections.abc import Mapping
from http.client import responses
from typing import Any, NamedTuple

from tests.fixtures.wire_connection import Received

REGION = "eu-central-1"
QUEUE_URL = f"https://sqs.{REGION}.amazonaws.com/123456789012/minitickets-dev-jobs"
PNG = bytes(range(256)) + b"\r\n0\r\n\r\n"  # every byte, and what could end a chunk


def http(status: int, body: bytes = b"", *headers: str, length: int | None = None, version: str = "1.1") -> bytes:
    """An answer, whole unless the length says otherwise."""
    reason = responses.get(status, "Unknown")
    lines = [
        f"HTTP/{version} {status} {reason}",
        f"Content-Length: {len(body) if length is None else length}",
        *headers,
    ]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


class Call(NamedTuple):
    """A call, the service's name in its signature, and an answer."""

    service: str
    operation: str
    request: Mapping[str, Any]
    answer: bytes
    means: Mapping[str, Any]
    signed_for: str = ""

    @property
    def scope(self) -> str:
        """The service's name in a signature."""
        return self.signed_for or self.service


def _call(service: str, operation: str, request: Mapping[str, Any], means: Mapping[str, Any], scope: str = "") -> Call:
    answer = http(200, json.dumps(means).encode(), "Content-Type: application/x-amz-json-1.0")
    return Call(service, operation, request, answer, means, scope)


TABLE = {"TableName": "minitickets-dev-processed-jobs"}
ITEM = {"jobKey": {"S": "bkg_01JD8Z/confirmation"}, "expiresAt": {"N": "1798761600"}, "emailId": {"S": "0107-ü"}}
EMAIL = {
    "FromEmailAddress": '"Harbour \\"Hall\\" <2>" <no-reply@minitickets.theversehub.in>',
    "Destination": {"ToAddresses": ["o'brien+tag@example.com"]},
    "Content": {
        "Simple": {
            "Subject": {"Data": 'Night of "Engines" \\ ünïcode', "Charset": "UTF-8"},
            "Body": {
                "Text": {"Data": "日本語 नमस्ते עברית العربية 👩‍👩‍👧‍👦 \u2028\x7f\t\r\n", "Charset": "UTF-8"},
                "Html": {"Data": "<p>&amp;</p>" * 500, "Charset": "UTF-8"},
            },
        }
    },
}
CALLS = {
    call.operation: call
    for call in (
        _call(
            "dynamodb", "GetItem", {**TABLE, "Key": {"jobKey": {"S": "b/c"}}, "ConsistentRead": True}, {"Item": ITEM}
        ),
        _call(
            "dynamodb",
            "PutItem",
            {
                **TABLE,
                "Item": ITEM,
                "ConditionExpression": "attribute_not_exists(jobKey) OR expiresAt < :now",
                "ExpressionAttributeValues": {":now": {"N": "1796083200"}},
            },
            {},
        ),
        _call(
            "dynamodb",
            "UpdateItem",
            {
                **TABLE,
                "Key": {"userId": {"S": "usr_42"}, "ticketId": {"S": "bkg_01JD8Z-1"}},
                "UpdateExpression": "SET #status = :issued",
                "ConditionExpression": "#status = :reserved",
                "ExpressionAttributeNames": {"#status": "status"},
                "ExpressionAttributeValues": {":reserved": {"S": "reserved"}, ":issued": {"S": "issued"}},
            },
            {},
        ),
        _call(
            "dynamodb",
            "Query",
            {
                **TABLE,
                "IndexName": "by-event-date",
                "KeyConditionExpression": "eventDate = :date",
                "ExpressionAttributeValues": {":date": {"S": "2026-12-24"}},
                "ExclusiveStartKey": {"userId": {"S": "usr_42"}},
            },
            {"Items": [ITEM, ITEM], "Count": 2, "LastEvaluatedKey": {"userId": {"S": "usr_43"}}},
        ),
        _call(
            "sqs",
            "ChangeMessageVisibilityBatch",
            {
                "QueueUrl": QUEUE_URL,
                "Entries": [{"Id": str(n), "ReceiptHandle": f"AQEB+/{n}==", "VisibilityTimeout": n} for n in range(10)],
            },
            {
                "Successful": [{"Id": "0"}],
                "Failed": [{"Id": "1", "SenderFault": True, "Code": "ReceiptHandleIsInvalid"}],
            },
        ),
        _call("sesv2", "SendEmail", EMAIL, {"MessageId": "0107018f-000000"}, "ses"),
        Call(
            "s3",
            "PutObject",
            {"Bucket": "minitickets-dev", "Key": "tickets/b1/1.png", "Body": PNG, "ContentType": "image/png"},
            http(200, b"", 'ETag: "9a0364b9e99bb480dd25e1f0284c8555"'),
            {"ETag": '"9a0364b9e99bb480dd25e1f0284c8555"'},
        ),
        _call(
            "secretsmanager",
            "GetSecretValue",
            {"SecretId": f"arn:aws:secretsmanager:{REGION}:123456789012:secret:minitickets-dev-signing-AbCdEf"},
            {"SecretString": '{"active": "k1"}', "Name": "signing"},
        ),
    )
}


def operation_of(request: Received) -> str:
    """Which of the calls a request is."""
    target = request.header("x-amz-target")
    return target.partition(".")[2] if target else {"PUT": "PutObject", "POST": "SendEmail"}[request.method]


def good_answer(request: Received) -> tuple[bytes]:
    """A script for a server at which all is well."""
    return (CALLS[operation_of(request)].answer,)
