"""Where the things of a deployed stack are: physical names beside the names that the map knows them by."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pulumicheck.plan.recording import Recording
from pulumicheck.types.cloudwatch import LOG_GROUP
from pulumicheck.types.dynamodb import TABLE
from pulumicheck.types.lambda_ import FUNCTION
from pulumicheck.types.sqs import QUEUE


@dataclass(frozen=True)
class Place:
    """One resource: `id` is its name in the program, `name` its name in AWS."""

    id: str
    name: str


class Places:
    """Finds them in what a deployment recorded."""

    def __init__(self, deployed: Recording) -> None:
        self._deployed = deployed

    @cached_property
    def queues(self) -> tuple[Place, ...]:
        """Every queue, each before the dead-letter queue that is named after it."""
        return tuple(sorted(self._named(QUEUE.token), key=lambda queue: queue.name))

    @cached_property
    def dead_letter_queues(self) -> tuple[Place, ...]:
        """The queues that others redrive to."""
        policies = [each.inputs.get("redrivePolicy") for each in self._deployed.resources]
        targets = {json.loads(policy)["deadLetterTargetArn"].rpartition(":")[2] for policy in policies if policy}
        return tuple(queue for queue in self.queues if queue.name in targets)

    @cached_property
    def functions(self) -> tuple[Place, ...]:
        """The functions."""
        return tuple(sorted(self._named(FUNCTION.token), key=lambda function: function.name))

    @cached_property
    def log_groups(self) -> tuple[str, ...]:
        """The names of the log groups."""
        return tuple(place.name for place in self._named(LOG_GROUP.token))

    def output(self, name: str) -> str:
        """One of the stack's exports."""
        return self._deployed.outputs[name]

    def table(self, id_: str) -> str:
        """The physical name of the table that the program calls so."""
        return next(place.name for place in self._named(TABLE.token) if place.id == id_)

    def _named(self, type_: str) -> Iterator[Place]:
        for resource in self._deployed.resources:
            if resource.type == type_:
                yield Place(resource.name, resource.inputs["name"])
