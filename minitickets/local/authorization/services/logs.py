"""CloudWatch Logs (service authorization reference, "Amazon CloudWatch Logs")."""

from minitickets.local.authorization.api_request import ApiRequest
from minitickets.local.authorization.call import Call, NotMapped
from minitickets.local.authorization.deployed import Deployed

# In AWS's refusals a call about a stream names the stream, so `<group ARN>:*` is what allows it.
_OF_A_STREAM = {"CreateLogStream", "DeleteLogStream", "DescribeLogStreams", "GetLogEvents", "PutLogEvents"}
_OF_A_GROUP = {"CreateLogGroup", "DeleteLogGroup", "FilterLogEvents", "PutMetricFilter", "PutRetentionPolicy"}


def calls(request: ApiRequest, deployed: Deployed) -> list[Call]:
    """The action is the operation's, the resource its stream or its group."""
    parameters = request.json()
    group = f"log-group:{parameters.get('logGroupName', '')}"
    if request.target in _OF_A_STREAM:
        resource = f"{group}:log-stream:{parameters.get('logStreamName', '')}"
    elif request.target in _OF_A_GROUP:
        resource = f"{group}:*"
    else:
        raise NotMapped
    return [Call(f"logs:{request.target}", deployed.place.arn("logs", resource))]
