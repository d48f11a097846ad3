"""The two ways of a message through a deployed stack."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from embeddedaws.clients import queue_name


@dataclass(frozen=True)
class Pipeline:
    """A queue with its dead-letter queue, the function that consumes it, and that function's log group."""

    function: str
    queue_url: str
    dlq_url: str
    log_group: str

    @property
    def queue(self) -> str:
        """The queue's name."""
        return queue_name(self.queue_url)

    @property
    def dlq(self) -> str:
        """The dead-letter queue's name."""
        return queue_name(self.dlq_url)


class Pipelines(NamedTuple):
    """Both, in the order of the program's picture."""

    worker: Pipeline
    tickets: Pipeline

    @property
    def queue_urls(self) -> list[str]:
        """Where a booking is published to."""
        return [pipeline.queue_url for pipeline in self]

    @property
    def queues(self) -> list[str]:
        """The queues' names."""
        return [pipeline.queue for pipeline in self]


def pipelines_of(outputs: Mapping[str, str]) -> Pipelines:
    """Those of a stack with these outputs, both switches on."""
    return Pipelines(_pipeline(outputs, "worker", "jobs"), _pipeline(outputs, "tickets", "tickets"))


def _pipeline(outputs: Mapping[str, str], function: str, queue: str) -> Pipeline:
    return Pipeline(
        function=outputs[f"{function}Function"],
        queue_url=outputs[f"{queue}QueueUrl"],
        dlq_url=outputs[f"{queue}DlqUrl"],
        log_group=outputs[f"{function}LogGroup"],
    )
