"""SQS: JSON protocol (service authorization reference, "Amazon SQS")."""

from minitickets.local.authorization.api_request import ApiRequest
from minitickets.local.authorization.call import Call, NotMapped
from minitickets.local.authorization.deployed import Deployed

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
# The permission for a call covers its batch form too.
_BATCHES = {f"{action}Batch": action for action in ("ChangeMessageVisibility", "DeleteMessage", "SendMessage")}


def calls(request: ApiRequest, deployed: Deployed) -> list[Call]:
    """The action is the operation's, the resource its queue."""
    action = _BATCHES.get(request.target, request.target)
    if action not in _OF_A_QUEUE:
        raise NotMapped
    parameters = request.json()
    name = parameters.get("QueueName") or str(parameters.get("QueueUrl", "")).rpartition("/")[2]
    return [Call(f"sqs:{action}", deployed.place.arn("sqs", str(name)))]
