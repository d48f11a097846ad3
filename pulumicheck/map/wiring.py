"""How the program says that its resources hang together: what their inputs name."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pulumicheck.plan.recording import Resource


@dataclass(frozen=True)
class Redrive:
    """What a queue does with messages that fail.

    Attributes:
        target: the ARN of the dead-letter queue.
        receives: after how many.
    """

    target: str
    receives: int


def redrive_of(resource: Resource) -> Redrive | None:
    """The redrive policy of a queue; None if it has none that AWS would take, or is no queue."""
    policy = as_object(resource.inputs.get("redrivePolicy"))
    if resource.type != "aws:sqs/queue:Queue" or not policy.keys() >= {"deadLetterTargetArn", "maxReceiveCount"}:
        return None
    return Redrive(str(policy["deadLetterTargetArn"]), int(policy["maxReceiveCount"]))


def at(inputs: Mapping[str, Any], path: str) -> Any:
    """What stands at a path such as `scalingConfig.maximumConcurrency`; None if nothing does."""
    value: Any = inputs
    for key in path.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def as_object(value: Any) -> dict[str, Any]:
    """What the provider takes as JSON text or as a value."""
    try:
        value = json.loads(value) if isinstance(value, str) else value
    except ValueError:  # a text that only looks like JSON
        return {}
    return dict(value) if isinstance(value, Mapping) else {}
