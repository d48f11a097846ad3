"""Waits for what a drill is to show, in a queue that nobody else's messages come out of meanwhile."""

import math
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from typing import TypeVar

from minitickets.ops.pipelines import Pipeline
from minitickets.stack.deployed import DeployedStack

T = TypeVar("T")

_LOOK_AGAIN = 0.1  # seconds
PATIENCE = 30.0  # seconds


class NotSeen(Exception):  # noqa: N818 - says what happened
    """What a drill waited for did not come; the text is a sentence for people."""


def until(look: Callable[[], T | None], what: str) -> T:
    """What `look` gives, as soon as it gives anything.

    Raises:
        NotSeen: it gave nothing for 30 seconds; `what` says what was waited for.
    """
    end = time.monotonic() + PATIENCE
    while not (seen := look()):
        if time.monotonic() > end:
            raise NotSeen(f"Not seen within {PATIENCE:.0f} s: {what}.")
        time.sleep(_LOOK_AGAIN)
    return seen


def require(seen: bool, what: str) -> None:  # noqa: FBT001 - reads as an assertion
    """Goes on if that was seen.

    Raises:
        NotSeen: it was not; `what` says what was looked for.
    """
    if not seen:
        raise NotSeen(f"Not seen: {what}.")


@contextmanager
def alone(stack: DeployedStack, *pipelines: Pipeline, seconds: float = 6.0) -> Generator[None]:
    """Lets the messages of others wait for the drill, so that only its own ones meet the cause.

    What comes in meanwhile is delayed at the entrance by the queue's own DelaySeconds; what was in the queue before is
    handled first. Messages that failed before, and come back within those seconds, are waited for.

    Args:
        stack: where the drill is.
        *pipelines: whose queues.
        seconds: how long the drill will take, of the wall clock.

    Raises:
        NotSeen: a queue did not come to rest.
    """
    span = seconds / stack.aws.clock.wall_seconds(1.0)  # in the queues' time
    with ExitStack() as undoing:
        for pipeline in pipelines:
            undoing.enter_context(_delayed(stack, pipeline, math.ceil(2 * span)))
        for pipeline in pipelines:
            until(
                lambda pipeline=pipeline: _at_rest(stack, pipeline, span),
                f"a pause in {pipeline.queue}, which others use",
            )
        yield


@contextmanager
def _delayed(stack: DeployedStack, pipeline: Pipeline, seconds: int) -> Generator[None]:
    sqs = stack.aws.clients.sqs
    answer = sqs.get_queue_attributes(QueueUrl=pipeline.queue_url, AttributeNames=["DelaySeconds"])
    before = answer["Attributes"]["DelaySeconds"]
    sqs.set_queue_attributes(QueueUrl=pipeline.queue_url, Attributes={"DelaySeconds": str(min(seconds, 900))})
    try:
        yield
    finally:
        sqs.set_queue_attributes(QueueUrl=pipeline.queue_url, Attributes={"DelaySeconds": before})


def _at_rest(stack: DeployedStack, pipeline: Pipeline, span: float) -> bool:
    busy = any(environment.busy for environment in stack.aws.lambda_service.functions.environments(pipeline.function))
    state = stack.aws.queue_state(pipeline.queue)
    soon = state.next_visible is not None and state.next_visible < span
    return not busy and not state.visible and not soon
