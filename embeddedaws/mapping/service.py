"""The event source mappings of the account: made, changed and removed."""

import threading
import uuid
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from embeddedaws.errors import ResourceConflictException, ResourceNotFoundException
from embeddedaws.mapping.batch import Surroundings
from embeddedaws.mapping.mapping import EventSourceMapping, check_queue
from embeddedaws.mapping.queue import SqsQueue

if TYPE_CHECKING:
    from embeddedaws.functions.service import Functions
    from embeddedaws.mapping.configuration import MappingConfiguration
    from embeddedaws.mapping.events import Observer


class EventSourceMappings:
    """All mappings of one account.

    Args:
        functions: the account's.
        queue: gives a queue by its ARN, as the role with the second ARN sees it.
        observe: is told what happens in the mappings.
        clock: the queues' clock, in seconds.
        poll_interval: real seconds between two looks at an empty queue.
    """

    def __init__(
        self,
        functions: "Functions",
        *,
        queue: Callable[[str, str], SqsQueue],
        observe: "Observer",
        clock: Callable[[], float],
        poll_interval: float,
    ) -> None:
        self._functions = functions
        self._queue = queue
        self._surroundings = partial(
            Surroundings, invoke=functions.invoke, observe=observe, clock=clock, poll_interval=poll_interval
        )
        self._lock = threading.Lock()
        self._mappings: dict[str, EventSourceMapping] = {}

    def create(self, configuration: "MappingConfiguration") -> str:
        """Starts to poll the queue for the function, and gives the mapping's UUID.

        Raises:
            ResourceNotFoundException: there is no such function.
            ResourceConflictException: the queue is mapped to this function already.
            InvalidParameterValueException: the queue does not exist, the function's role may not read it, or its
                visibility timeout is shorter than the function's timeout.
        """
        function = self._functions.get(configuration.function_name)
        queue = self._queue(configuration.queue_arn, function.role_arn)
        surroundings = self._surroundings(queue=queue, visibility_timeout=check_queue(queue, function))
        with self._lock:
            self._refuse_second(configuration)
            mapping = EventSourceMapping(str(uuid.uuid4()), configuration, surroundings)
            self._mappings[mapping.uuid] = mapping
        return mapping.uuid

    def update(self, mapping_uuid: str, **changes: Any) -> None:
        """Changes attributes of the mapping's configuration, `enabled` among them.

        It waits for the batches in flight: after it returns, everything happens under the new configuration.
        """
        mapping = self.get(mapping_uuid)
        mapping.update(replace(mapping.configuration, **changes))

    def delete(self, mapping_uuid: str) -> None:
        """Ends the mapping, after the batches in flight."""
        mapping = self.get(mapping_uuid)
        mapping.stop()
        mapping.join()
        with self._lock:
            del self._mappings[mapping_uuid]

    def list(self) -> tuple[EventSourceMapping, ...]:
        """All mappings."""
        with self._lock:
            return tuple(self._mappings.values())

    def get(self, mapping_uuid: str) -> EventSourceMapping:
        """One mapping; raises ResourceNotFoundException if there is none."""
        with self._lock:
            if mapping_uuid not in self._mappings:
                raise ResourceNotFoundException("The resource you requested does not exist.")
            return self._mappings[mapping_uuid]

    def stop(self) -> None:
        """Receives nothing more, in any mapping."""
        for mapping in self.list():
            mapping.stop()

    def join(self) -> None:
        """Waits for the batches in flight, after `stop`."""
        for mapping in self.list():
            mapping.join()

    def _refuse_second(self, new: "MappingConfiguration") -> None:
        for mapping in self._mappings.values():
            old = mapping.configuration
            if (old.queue_arn, old.function_name) == (new.queue_arn, new.function_name):
                raise ResourceConflictException(
                    f'An event source mapping with SQS arn (" {new.queue_arn} ") and function '
                    f'(" {new.function_name} ") already exists. '
                    f"Please update or delete the existing mapping with UUID {mapping.uuid}"
                )
