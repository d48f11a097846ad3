"""SQS: JSON protocol (service authorization reference, "Amazon SQS")."""

import re

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.authorization.tag_keys import request_tags
from embeddedaws.call import Call, NotMapped
from embeddedaws.moto.deployed import Deployed

_OF_A_QUEUE = {
    "AddPermission",
    "ChangeMessageVisibility",
    "CreateQueue",
    "DeleteMessage",
    "DeleteQueue",
    "GetQueueAttributes",
    "GetQueueUrl",
    "ListDeadLetterSourceQueues",
    "ListQueueTags",
    "PurgeQueue",
    "ReceiveMessage",
    "RemovePermission",
    "SendMessage",
    "SetQueueAttributes",
    "TagQueue",
    "UntagQueue",
}
_BY_NAME = {"CreateQueue", "GetQueueUrl"}
# The permission for a call covers its batch form too.
_BATCHES = {f"{action}Batch": action for action in ("ChangeMessageVisibility", "DeleteMessage", "SendMessage")}
_QUEUE_URL = re.compile(r"https?://[^/]+/(?P<account>\d{12})/(?P<name>[A-Za-z0-9_-]{1,80}(\.fifo)?)")


def calls(request: ApiRequest, deployed: Deployed) -> list[Call]:
    """The action is the operation's, the resource its queue."""
    operation, parameters = request.operation("AmazonSQS")
    action = _BATCHES.get(operation, operation)
    if action not in _OF_A_QUEUE or "QueueOwnerAWSAccountId" in parameters:
        raise NotMapped
    name = parameters["QueueName"] if action in _BY_NAME else _name_in(parameters["QueueUrl"], deployed.account.id)
    tags = request_tags(parameters.get("tags" if action == "CreateQueue" else "Tags"), parameters.get("TagKeys", ()))
    return [Call(f"sqs:{action}", deployed.account.arn("sqs", name), tags)]


def _name_in(queue_url: str, account: str) -> str:
    found = _QUEUE_URL.fullmatch(queue_url)
    if found is None or found["account"] != account:
        raise NotMapped
    return found["name"]
