"""How the map draws each kind of resource."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "queue",
    "dlq",
    "alarm",
    "mapping",
    "role",
    "user",
    "function",
    "log-group",
    "metric",
    "table",
    "bucket",
    "secret",
    "key",
    "identity",
    "policy",
    "external",
    "topic",
    "repository",
    "setting",
]


@dataclass(frozen=True)
class Drawing:
    """How one kind is drawn.

    Attributes:
        word: AWS's word for it.
        family: what gives it its colour.
        lane: the lane of the picture that it stands in.
        icon: its drawing of 16 by 16, as the strokes of an SVG path.
        badge: a long one of the lines of figures that it shows on a running system; "" if it shows none.
    """

    word: str
    family: Literal["message", "compute", "storage", "access", "watch", "outside"]
    lane: Literal["sources", "queues", "triggers", "functions", "services", "outside"]
    icon: str
    badge: str = ""


_MESSAGES = "99K visible · 99K in flight"

# In the order in which they stand below each other in a lane.
DRAWINGS: dict[Kind, Drawing] = {
    "queue": Drawing("SQS queue", "message", "queues", "M1.5 4.5h13v7h-13zM5 4.5v7M8.3 4.5v7M11.6 4.5v7", _MESSAGES),
    "dlq": Drawing(
        "dead-letter queue",
        "message",
        "queues",
        "M1.5 4.5h8M1.5 11.5h8M1.5 4.5v7M5 4.5v7M10.5 5.5l4 5M14.5 5.5l-4 5",
        _MESSAGES,
    ),
    "alarm": Drawing(
        "CloudWatch alarm", "watch", "queues", "M4 11V7.5a4 4 0 0 1 8 0V11l1.5 1.5h-11zM6.7 14.3h2.6M8 3.5V2"
    ),
    "mapping": Drawing(
        "event source mapping", "compute", "triggers", "M1.5 8h4M10.5 8h4M12.5 6l2 2-2 2M8 5.2 10.8 8 8 10.8 5.2 8z"
    ),
    "role": Drawing(
        "IAM role",
        "access",
        "triggers",
        "M8 1.8 13.5 4v4c0 3-2.3 5.2-5.5 6.3C4.8 13.2 2.5 11 2.5 8V4z"
        "M8 5.5a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8M5.6 11c.6-1.4 4.2-1.4 4.8 0",
    ),
    "user": Drawing(
        "IAM user or group", "access", "triggers", "M8 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6M2.5 14c.6-5 10.4-5 11 0"
    ),
    "function": Drawing(
        "Lambda function", "compute", "functions", "M4 2.5h2l5.5 11M7.3 6.2 3.5 13.5M11.5 13.5H13", "99,999 invocations"
    ),
    "log-group": Drawing("log group", "watch", "functions", "M2.5 3.5h11M2.5 6.5h8M2.5 9.5h11M2.5 12.5h6"),
    "metric": Drawing("metric filter", "watch", "functions", "M2 2.5v11h12M4.5 10.5 7.5 7l2.5 2 3.5-4.5"),
    "table": Drawing("DynamoDB table", "storage", "services", "M2 3h12v10H2zM2 6.3h12M2 9.6h12M6.5 6.3V13"),
    "bucket": Drawing(
        "S3 bucket",
        "storage",
        "services",
        "M2.5 4.5 4 13.5h8l1.5-9M8 2.7c3 0 5.5.7 5.5 1.7S11 6 8 6 2.5 5.3 2.5 4.4 5 2.7 8 2.7",
    ),
    "secret": Drawing(
        "Secrets Manager secret",
        "access",
        "services",
        "M5.5 7.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M7.5 8 13.5 2M11 4.5l2 2",
    ),
    "key": Drawing("KMS key", "access", "services", "M4.5 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M7.5 8h7v2.5M11.5 8v2"),
    "identity": Drawing("SES identity", "message", "services", "M1.5 3.5h13v9h-13zM1.5 4l6.5 5 6.5-5"),
    "policy": Drawing("policy", "access", "services", "M4 2h6l2.5 2.5V14H4zM6 7h4.5M6 9.5h4.5M6 12h2.5"),
    "external": Drawing(
        "external",
        "outside",
        "outside",
        "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M1.8 8h12.4M8 1.8c-4 4-4 8.4 0 12.4M8 1.8c4 4 4 8.4 0 12.4",
    ),
    "topic": Drawing("SNS topic", "message", "outside", "M2 6.5v3h2.5L10.5 13V3L4.5 6.5zM12.5 6a3 3 0 0 1 0 4"),
    "repository": Drawing(
        "ECR repository", "compute", "sources", "M8 1.8 14 5v6l-6 3.2L2 11V5zM2 5l6 3.2L14 5M8 8.2v6"
    ),
    "setting": Drawing(
        "setting",
        "watch",
        "sources",
        "M2 4.5h6M11.5 4.5H14M8.3 4.5a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 0 0-3.2 0"
        "M2 11.5h2.5M8 11.5h6M4.7 11.5a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 0 0-3.2 0",
    ),
}
