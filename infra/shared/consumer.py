from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Consumer:
    """A function and the queue that it empties: all that sets the worker and the tickets function apart.

    Attributes:
        name: the function's, which its alarms begin with.
        prefix: the project's and the stack's, which come before it.
        queue: the queue's, likewise.
        visibility_timeout: seconds that a received message stays hidden.
        handler: module and function in the image.
        memory: MB; Lambda gives processor time in proportion.
        timeout: seconds that one batch may take.
        batch_size: messages in one batch.
        maximum_concurrency: batches at the same time.
        events: log events that are counted.
        alarming_events: those of them that are worth waking someone for, and what they mean.
    """

    name: str
    prefix: str
    queue: str
    queue_name: str
    dlq_name: str
    visibility_timeout: int
    function_name: str
    log_group: str
    handler: str
    memory: int
    timeout: int
    batch_size: int
    maximum_concurrency: int
    events: tuple[str, ...]
    alarming_events: Mapping[str, str]
