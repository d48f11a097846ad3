"""Invokes a function with one batch, and deletes the messages that succeeded."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from embeddedaws.errors import LambdaServiceError, TooManyRequestsException
from embeddedaws.functions.invocation import InvocationResult
from embeddedaws.mapping.answer import judge
from embeddedaws.mapping.backoff import Backoff
from embeddedaws.mapping.configuration import MappingConfiguration
from embeddedaws.mapping.events import (
    Failed,
    InvocationThrottled,
    Invoked,
    MappingEvent,
    Observer,
    QueueRefused,
    Succeeded,
)
from embeddedaws.mapping.queue import RECEIVE_LIMIT, QueueError, SqsQueue
from embeddedaws.mapping.record import batch_event

if TYPE_CHECKING:
    from types_boto3_sqs.type_defs import MessageTypeDef

_FIRST_RETRY = 0.1  # seconds after a throttle
_LONGEST_RETRY = 5.0


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """What a mapping works with.

    Args:
        queue: the queue, with the execution role's permissions.
        invoke: Lambda's Invoke, by function name and payload.
        observe: is told what happens.
        clock: the queue's clock, in seconds.
        visibility_timeout: the queue's, in seconds of that clock.
        poll_interval: real seconds between two looks at an empty queue.
    """

    queue: SqsQueue
    invoke: Callable[[str, bytes], InvocationResult]
    observe: Observer
    clock: Callable[[], float]
    visibility_timeout: float
    poll_interval: float


@dataclass(frozen=True)
class Batch:
    """Received messages; `visible_at` is when they return to the queue, in seconds of the queue's clock."""

    messages: "Sequence[MessageTypeDef]"
    visible_at: float

    @property
    def ids(self) -> tuple[str, ...]:
        """The messages' ids."""
        return _ids(self.messages)


class BatchHandler:
    """Handles the batches of one mapping, in as many threads as call it.

    Args:
        uuid: the mapping's.
        configuration: the mapping's.
        surroundings: what it works with.
        stopping: ends the wait for a throttled function.
    """

    def __init__(
        self, uuid: str, configuration: MappingConfiguration, surroundings: Surroundings, stopping: threading.Event
    ) -> None:
        self._uuid = uuid
        self._configuration = configuration
        self._around = surroundings
        self._stopping = stopping

    def handle(self, batch: Batch) -> None:
        """Never raises: whatever goes wrong, the messages stay in the queue and return."""
        try:
            result = self._invoke(batch)
            self._settle(batch, result)
        except LambdaServiceError as error:
            self.observe(Failed, batch.ids, reason=error.code)
        except Exception as error:  # noqa: BLE001 - a fault of ours with one batch must not end the mapping
            self.observe(Failed, batch.ids, reason=repr(error))

    def _invoke(self, batch: Batch) -> InvocationResult:
        """Invokes; a throttle is retried until the messages have returned to the queue, and raised then."""
        payload = batch_event(batch.messages, self._configuration.queue_arn)
        backoff = Backoff(_FIRST_RETRY, _LONGEST_RETRY)
        while True:
            try:
                return self._around.invoke(self._configuration.function_name, payload)
            except TooManyRequestsException:
                self.observe(InvocationThrottled, batch.ids)
                if self._stopping.wait(backoff.pause()) or self._around.clock() >= batch.visible_at:
                    raise

    def _settle(self, batch: Batch, result: InvocationResult) -> None:
        self.observe(
            Invoked,
            batch.ids,
            request_id=result.request_id,
            function_error=result.function_error,
            timed_out=result.timed_out,
            usage=result.usage,
            log_stream=result.log_stream,
        )
        reporting = self._configuration.report_batch_item_failures
        verdict = judge(result.payload, result.function_error, batch.ids, report_batch_item_failures=reporting)
        succeeded = [message for message in batch.messages if message.get("MessageId") not in verdict.failed]
        for start in range(0, len(succeeded), RECEIVE_LIMIT):
            self._delete(succeeded[start : start + RECEIVE_LIMIT])
        if verdict.failed:
            failed = tuple(message_id for message_id in batch.ids if message_id in verdict.failed)
            self.observe(Failed, failed, reason=verdict.reason)

    def _delete(self, messages: "Sequence[MessageTypeDef]") -> None:
        try:
            refused = frozenset(self._around.queue.delete(messages))
        except QueueError as error:
            self.observe(QueueRefused, _ids(messages), error=error)
            return
        if refused:
            error = QueueError("DeleteMessage", "BatchEntryFailed", "some messages were not deleted")
            self.observe(QueueRefused, tuple(refused), error=error)
        self.observe(Succeeded, tuple(message_id for message_id in _ids(messages) if message_id not in refused))

    def observe(self, event: Callable[..., MappingEvent], message_ids: tuple[str, ...], **details: object) -> None:
        """Tells what happened in the mapping to these messages."""
        name = self._configuration.function_name
        self._around.observe(event(mapping=self._uuid, function_name=name, message_ids=message_ids, **details))


def _ids(messages: "Sequence[MessageTypeDef]") -> tuple[str, ...]:
    return tuple(message.get("MessageId", "") for message in messages)
