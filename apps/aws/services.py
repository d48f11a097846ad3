"""The services and calls that the functions make, with the parameters that they give: AWS's API models, cut down.

A parameter whose name ends in `!` must be there. Its form is a type, or a dict or list of forms; what DynamoDB calls an
item is any dict, since the service itself says what is wrong in one.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

Form = Any
"""A type, a list of one form, or forms by the names of parameters."""

_TEXT: Form = {"Data!": str, "Charset": str}
_ENTRY: Form = {"Id!": str, "ReceiptHandle!": str, "VisibilityTimeout": int}
_CONDITION: Form = {"ConditionExpression": str, "ExpressionAttributeNames": dict, "ExpressionAttributeValues": dict}


class Operation(NamedTuple):
    """One call."""

    parameters: Form
    answer: Mapping[str, type] = {}
    """The fields of the answer that the functions read, in its body."""
    headers: Mapping[str, str] = {}
    """Fields of the answer that are headers of it."""
    answers: bool = False
    """Whether an answer without a body says nothing."""
    path: str = "/"
    target: str = ""
    """The header that names the operation, in protocols that have one path for all."""


class Service(NamedTuple):
    """One service, as its clients know it."""

    host: str
    """The first part of its name."""
    signed_as: str
    """Its name in signatures."""
    operations: Mapping[str, Operation]
    content_type: str = ""
    headers: Mapping[str, str] = {}
    """What goes with each call."""


SERVICES: Mapping[str, Service] = {
    "dynamodb": Service(
        host="dynamodb",
        signed_as="dynamodb",
        content_type="application/x-amz-json-1.0",
        operations={
            "GetItem": Operation(
                {"TableName!": str, "Key!": dict, "ConsistentRead": bool},
                {"Item": dict},
                answers=True,
                target="DynamoDB_20120810.GetItem",
            ),
            "PutItem": Operation({"TableName!": str, "Item!": dict, **_CONDITION}, target="DynamoDB_20120810.PutItem"),
            "UpdateItem": Operation(
                {"TableName!": str, "Key!": dict, "UpdateExpression": str, **_CONDITION},
                target="DynamoDB_20120810.UpdateItem",
            ),
            "Query": Operation(
                {
                    "TableName!": str,
                    "IndexName": str,
                    "KeyConditionExpression": str,
                    "ExpressionAttributeNames": dict,
                    "ExpressionAttributeValues": dict,
                    "ExclusiveStartKey": dict,
                },
                {"Items": list, "LastEvaluatedKey": dict},
                answers=True,
                target="DynamoDB_20120810.Query",
            ),
        },
    ),
    "sqs": Service(
        host="sqs",
        signed_as="sqs",
        content_type="application/x-amz-json-1.0",
        headers={"x-amzn-query-mode": "true"},  # asks for the codes of errors that SQS has always had
        operations={
            "ChangeMessageVisibilityBatch": Operation(
                {"QueueUrl!": str, "Entries!": [_ENTRY]},
                {"Failed": list},
                target="AmazonSQS.ChangeMessageVisibilityBatch",
            )
        },
    ),
    "sesv2": Service(
        host="email",
        signed_as="ses",
        content_type="application/json",
        operations={
            "SendEmail": Operation(
                {
                    "FromEmailAddress": str,
                    "Destination": {"ToAddresses": [str]},
                    "Content!": {"Simple": {"Subject!": _TEXT, "Body!": {"Text": _TEXT, "Html": _TEXT}}},
                },
                {"MessageId": str},
                path="/v2/email/outbound-emails",
            )
        },
    ),
    "s3": Service(
        host="s3",
        signed_as="s3",
        operations={
            "PutObject": Operation(
                {"Bucket!": str, "Key!": str, "Body": bytes, "ContentType": str}, headers={"ETag": "etag"}
            )
        },
    ),
    "secretsmanager": Service(
        host="secretsmanager",
        signed_as="secretsmanager",
        content_type="application/x-amz-json-1.1",
        operations={
            "GetSecretValue": Operation(
                {"SecretId!": str}, {"SecretString": str}, answers=True, target="secretsmanager.GetSecretValue"
            )
        },
    ),
}


def fits(value: Any, form: Form) -> bool:
    """Whether a value has a form."""
    if isinstance(form, type):
        return isinstance(value, form) and not (form is int and isinstance(value, bool))
    if isinstance(form, list):
        return isinstance(value, list) and all(fits(each, form[0]) for each in value)
    return isinstance(value, Mapping) and _has(value, form)


def _has(values: Mapping[str, Any], forms: Mapping[str, Form]) -> bool:
    known = {name.removesuffix("!"): form for name, form in forms.items()}
    needed = {name.removesuffix("!") for name in forms if name.endswith("!")}
    return needed <= values.keys() <= known.keys() and all(fits(value, known[name]) for name, value in values.items())
