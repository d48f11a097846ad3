"""A queue that nobody else's messages come out of for a while."""

import math
from collections.abc import Generator
from contextlib import ExitStack, contextmanager

from minitickets.drill.scene import Scene
from minitickets.drill.waiting import until
from minitickets.pipelines import Pipeline


@contextmanager
def alone(scene: Scene, *pipelines: Pipeline, seconds: float = 6.0) -> Generator[None]:
    """Lets the messages of others wait for the drill, so that only its own ones meet the cause.

    What comes in meanwhile is delayed at the entrance by the queue's own DelaySeconds; what was in the queue before is
    handled first. Messages that failed before, and come back within those seconds, are waited for.

    Args:
        scene: the drill's.
        *pipelines: whose queues.
        seconds: how long the drill will take, of the wall clock.

    Raises:
        NotSeen: a queue did not come to rest.
    """
    span = seconds / scene.aws.clock.wall_seconds(1.0)  # in the queues' time
    with ExitStack() as undoing:
        for pipeline in pipelines:
            undoing.enter_context(_delayed(scene, pipeline, math.ceil(2 * span)))
        for pipeline in pipelines:
            until(
                lambda pipeline=pipeline: _at_rest(scene, pipeline, span),
                f"a pause in {pipeline.queue}, which others use",
            )
        yield


@contextmanager
def _delayed(scene: Scene, pipeline: Pipeline, seconds: int) -> Generator[None]:
    sqs = scene.aws.clients.sqs
    answer = sqs.get_queue_attributes(QueueUrl=pipeline.queue_url, AttributeNames=["DelaySeconds"])
    before = answer["Attributes"]["DelaySeconds"]
    sqs.set_queue_attributes(QueueUrl=pipeline.queue_url, Attributes={"DelaySeconds": str(min(seconds, 900))})
    try:
        yield
    finally:
        sqs.set_queue_attributes(QueueUrl=pipeline.queue_url, Attributes={"DelaySeconds": before})


def _at_rest(scene: Scene, pipeline: Pipeline, span: float) -> bool:
    busy = any(environment.busy for environment in scene.aws.lambda_service.functions.environments(pipeline.function))
    state = scene.aws.queue_state(pipeline.queue)
    soon = state.next_visible is not None and state.next_visible < span
    return not busy and not state.visible and not soon
