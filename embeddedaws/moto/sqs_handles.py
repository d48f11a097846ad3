"""Receipt handles of a standard queue: only the newest one of a message counts.

Sources: API reference, DeleteMessage (an old handle succeeds, and the message may stay) and ChangeMessageVisibility
(`MessageNotInflight`); AWS re:Post, "Troubleshoot ReceiptHandleIsInvalid errors in Amazon SQS" (an old handle is an
`InvalidParameterValue`, one that SQS never gave is `ReceiptHandleIsInvalid`).
"""

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from moto.sqs import models
from moto.sqs.exceptions import InvalidParameterValue, ReceiptHandleIsInvalid, SQSException
from moto.sqs.models import Message, Queue, SQSBackend

from embeddedaws.moto.sqs_requests import failure

_VISIBILITY = range(43_201)  # seconds; also the longest that a message can be in flight


@contextmanager
def newest_handles() -> Generator[None]:
    """Keeps to it while the context lasts.

    With moto any handle that a message ever had deletes it and changes its visibility, also while nobody has it.
    """
    with (
        patch.object(SQSBackend, "change_message_visibility", _change_visibility),
        patch.object(SQSBackend, "change_message_visibility_batch", _change_visibility_batch),
        patch.object(Queue, "delete_message", _delete_message),
        patch.object(Message, "mark_received", _mark_received),
    ):
        yield


_mark = Message.mark_received


def forget(queue: Queue, messages: Iterable[Message]) -> None:
    """These are not in the queue any more, and their handles are known as such."""
    for message in messages:
        queue.pending_messages.discard(message)
        queue.deleted_messages.update(handle for handle in message.all_receipt_handles if handle)
        message.receipt_handle, message._old_receipt_handles = None, []  # noqa: SLF001


def now() -> float:
    """Epoch seconds of the queues' clock."""
    return models.unix_time()  # pyright: ignore[reportPrivateImportUsage] - as `queue_time` patches it


def _delete_message(queue: Queue, receipt_handle: str) -> None:
    message = _message_of(queue, receipt_handle)
    if message is not None:
        queue._messages.remove(message)  # noqa: SLF001
        forget(queue, [message])


def _message_of(queue: Queue, receipt_handle: str) -> Message | None:
    """The message whose newest handle it is; None if it was another's once."""
    for message in queue._messages:  # noqa: SLF001
        if message.receipt_handle == receipt_handle:
            return message
        if receipt_handle in message._old_receipt_handles:  # noqa: SLF001
            return None
    if receipt_handle in queue.deleted_messages:
        return None
    raise ReceiptHandleIsInvalid


def _change_visibility(backend: SQSBackend, queue_name: str, receipt_handle: str, visibility_timeout: int) -> None:
    queue, seconds = backend.get_queue(queue_name), int(visibility_timeout)
    if seconds not in _VISIBILITY:
        raise _refusal("VisibilityTimeout", seconds, "VisibilityTimeout must be between 0 and 43200 seconds.")
    message = _message_of(queue, receipt_handle)
    if message is None:
        reason = "Message does not exist or is not available for visibility timeout change."
        raise _refusal("ReceiptHandle", receipt_handle, reason)
    if message.visible:
        raise SQSException("MessageNotInflight", "The specified message is not in flight.")
    if now() + seconds > vars(message)["received_at"] + _VISIBILITY[-1]:
        reason = "Total VisibilityTimeout for the message is beyond the limit [43200 seconds]"
        raise _refusal("VisibilityTimeout", seconds, reason)
    message.change_visibility(seconds)
    if not seconds:
        queue.pending_messages.discard(message)


def _change_visibility_batch(
    backend: SQSBackend, queue_name: str, entries: list[dict[str, Any]]
) -> tuple[list[str], list[dict[str, Any]]]:
    changed, failed = list[str](), list[dict[str, Any]]()
    for entry in entries:
        try:
            _change_visibility(backend, queue_name, entry["ReceiptHandle"], entry.get("VisibilityTimeout", 0))
            changed.append(entry["Id"])
        except SQSException as error:
            failed.append(failure(entry["Id"], error))
    return changed, failed


def _mark_received(message: Message, visibility_timeout: int | None = None) -> None:
    _mark(message, visibility_timeout)
    vars(message)["received_at"] = now()


def _refusal(parameter: str, value: object, reason: str) -> InvalidParameterValue:
    return InvalidParameterValue(f"Value {value} for parameter {parameter} is invalid. Reason: {reason}")
