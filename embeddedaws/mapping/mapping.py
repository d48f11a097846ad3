"""An event source mapping: created, updated, enabled and disabled while its poller comes and goes."""

import threading
import time

from embeddedaws.errors import InvalidParameterValueException
from embeddedaws.functions.configuration import FunctionConfiguration
from embeddedaws.mapping.batch import Surroundings
from embeddedaws.mapping.configuration import MappingConfiguration
from embeddedaws.mapping.poller import Poller
from embeddedaws.mapping.queue import QueueError, SqsQueue


class EventSourceMapping:
    """One mapping; it polls from its construction on, if it is enabled."""

    def __init__(self, uuid: str, configuration: MappingConfiguration, surroundings: Surroundings) -> None:
        self.uuid = uuid
        self.configuration = configuration
        self.last_modified = time.time()
        """Epoch seconds."""
        self._surroundings = surroundings
        self._changing = threading.Lock()
        self._stopped = False
        self._poller = self._start()

    def update(self, configuration: MappingConfiguration) -> None:
        """Waits for the batches in flight, then goes on under the new configuration."""
        with self._changing:
            self._end_poller()
            self.configuration = configuration
            self.last_modified = time.time()
            self._poller = self._start()

    def stop(self) -> None:
        """Receives nothing more, for good."""
        self._stopped = True
        if (poller := self._poller) is not None:
            poller.stop()

    def join(self) -> None:
        """Waits for the batches in flight, after `stop`."""
        with self._changing:
            self._end_poller()

    def _start(self) -> Poller | None:
        if self._stopped or not self.configuration.enabled:
            return None
        return Poller(self.uuid, self.configuration, self._surroundings)

    def _end_poller(self) -> None:
        if self._poller is not None:
            self._poller.stop()
            self._poller.join()
            self._poller = None


def check_queue(queue: SqsQueue, function: FunctionConfiguration) -> int:
    """What AWS checks when a mapping is created; gives the queue's visibility timeout in seconds.

    Raises:
        InvalidParameterValueException: the queue does not exist, the role may not read it, or its messages would
            return while the function may still be at work.
    """
    try:
        queue.check_permissions()
        visibility_timeout = queue.visibility_timeout()
    except QueueError as error:
        raise InvalidParameterValueException(_refusal(error)) from error
    if function.timeout > visibility_timeout:
        raise InvalidParameterValueException(
            f"Queue visibility timeout: {visibility_timeout} seconds is less than "
            f"Function timeout: {function.timeout} seconds"
        )
    return visibility_timeout


def _refusal(error: QueueError) -> str:
    if error.access_denied:
        return f"The function execution role does not have permissions to call {error.action} on SQS"
    return f"Error occurred while {error.action}. SQS Error Code: {error.code}. SQS Error Message: {error.message}"
