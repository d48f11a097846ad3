"""CloudWatch Logs (service authorization reference, "Amazon CloudWatch Logs")."""

from embeddedaws.authorization.api_request import ApiRequest
from embeddedaws.authorization.tag_keys import request_tags
from embeddedaws.call import Call, NotMapped
from embeddedaws.moto.deployed import Deployed

# In AWS's refusals a call about a stream names the stream, so `<group ARN>:*` is what allows it.
_OF_A_STREAM = {"CreateLogStream", "DeleteLogStream", "DescribeLogStreams", "GetLogEvents", "PutLogEvents"}
_OF_A_GROUP = {"CreateLogGroup", "DeleteLogGroup", "FilterLogEvents", "PutMetricFilter", "PutRetentionPolicy"}


def calls(request: ApiRequest, deployed: Deployed) -> list[Call]:
    """The action is the operation's, the resource its stream or its group."""
    operation, parameters = request.operation("Logs_20140328")
    if "logGroupIdentifier" in parameters:
        raise NotMapped
    group = f"log-group:{parameters['logGroupName']}"
    if operation in _OF_A_STREAM:
        resource = f"{group}:log-stream:{parameters.get('logStreamName', '')}"
    elif operation in _OF_A_GROUP:
        resource = f"{group}:*"
    else:
        raise NotMapped
    context = request_tags(parameters.get("tags") if operation == "CreateLogGroup" else None)
    return [Call(f"logs:{operation}", deployed.account.arn("logs", resource), context)]
