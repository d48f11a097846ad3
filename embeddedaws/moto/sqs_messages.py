"""What becomes of messages and of their receipt handles in a standard queue.

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
from moto.sqs.responses import SQSResponse

from embeddedaws.moto.sqs_requests import failure

_VISIBILITY = range(43_201)  # seconds; also the longest that a message can be in flight
_LOOK_AGAIN = 1.0  # seconds of the queue's time between two looks for messages that are too old


@contextmanager
def strict_messages() -> Generator[None]:
    """Keeps to it while the context lasts.

    moto counts an expired message as received, and moves it to the dead-letter queue; any handle that a message ever
    had deletes it and changes its visibility, which can be changed while nobody has it, too.
    """
    with (
        patch.object(SQSBackend, "receive_message", _receive_message),
        patch.object(SQSBackend, "get_queue_attributes", _get_queue_attributes),
        patch.object(SQSBackend, "change_message_visibility", _change_visibility),
        patch.object(SQSBackend, "change_message_visibility_batch", _change_visibility_batch),
        patch.object(SQSBackend, "purge_queue", _purge_queue),
        patch.object(SQSResponse, "_get_validated_visibility_timeout", _validated_visibility_timeout),
        patch.object(Queue, "delete_message", _delete_message),
        patch.object(Message, "mark_received", _mark_received),
        patch.object(models, "sqs_enforce_strict_queue_purge_behaviour", lambda: True),
    ):
        yield


_receive = SQSBackend.receive_message
_attributes_of = SQSBackend.get_queue_attributes
_purge = SQSBackend.purge_queue
_validated = SQSResponse._get_validated_visibility_timeout  # noqa: SLF001
_mark = Message.mark_received


def is_expired(queue: Queue, message: Message) -> bool:
    """Whether the message is older than its queue's retention."""
    retention: int = vars(queue)["message_retention_period"]  # seconds
    return _now() - (message.sent_timestamp or 0) / 1000 >= retention


def _drop_expired(queue: Queue) -> None:
    kept = vars(queue)
    if _now() - kept.get("looked_for_expired", 0.0) < _LOOK_AGAIN:
        return
    kept["looked_for_expired"] = _now()
    expired = {message for message in queue._messages if is_expired(queue, message)}  # noqa: SLF001
    if expired:
        _forget(queue, expired)
        queue._messages = [message for message in queue._messages if message not in expired]  # noqa: SLF001


def _receive_message(backend: SQSBackend, queue_name: str, *asked: Any, **more: Any) -> list[Message]:
    queue = backend.get_queue(queue_name)
    _drop_expired(queue)
    dead_letters = queue.dead_letter_queue._messages if queue.dead_letter_queue else []  # noqa: SLF001
    before = len(dead_letters)
    received = _receive(backend, queue_name, *asked, **more)
    _forget(queue, dead_letters[before:])
    return received


def _forget(queue: Queue, messages: Iterable[Message]) -> None:
    """These are not in the queue any more, and their handles are known as such."""
    for message in messages:
        queue.pending_messages.discard(message)
        queue.deleted_messages.update(handle for handle in message.all_receipt_handles if handle)
        message.receipt_handle, message._old_receipt_handles = None, []  # noqa: SLF001


def _get_queue_attributes(backend: SQSBackend, queue_name: str, names: list[str]) -> dict[str, Any]:
    _drop_expired(backend.get_queue(queue_name))
    return _attributes_of(backend, queue_name, names)


def _purge_queue(backend: SQSBackend, queue_name: str) -> None:
    queue = backend.get_queue(queue_name)
    messages = list(queue._messages)  # noqa: SLF001
    _purge(backend, queue_name)
    _forget(queue, messages)


def _delete_message(queue: Queue, receipt_handle: str) -> None:
    messages = queue._messages  # noqa: SLF001
    position = _position(queue, receipt_handle)
    if position is not None and messages[position].receipt_handle == receipt_handle:
        _forget(queue, [messages.pop(position)])


def _position(queue: Queue, receipt_handle: str) -> int | None:
    """Where the message is that had this handle; None if it is gone."""
    for position, message in enumerate(queue._messages):  # noqa: SLF001
        if message.receipt_handle == receipt_handle or receipt_handle in message._old_receipt_handles:  # noqa: SLF001
            return position
    if receipt_handle in queue.deleted_messages:
        return None
    raise ReceiptHandleIsInvalid


def _change_visibility(backend: SQSBackend, queue_name: str, receipt_handle: str, visibility_timeout: int) -> None:
    queue, seconds = backend.get_queue(queue_name), int(visibility_timeout)
    if seconds not in _VISIBILITY:
        raise _refusal("VisibilityTimeout", seconds, "VisibilityTimeout must be between 0 and 43200 seconds.")
    position = _position(queue, receipt_handle)
    message = None if position is None else queue._messages[position]  # noqa: SLF001
    if message is None or message.receipt_handle != receipt_handle:
        reason = "Message does not exist or is not available for visibility timeout change."
        raise _refusal("ReceiptHandle", receipt_handle, reason)
    if message.visible:
        raise SQSException("MessageNotInflight", "The specified message is not in flight.")
    if _now() + seconds > vars(message)["received_at"] + _VISIBILITY[-1]:
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


def _validated_visibility_timeout(response: SQSResponse, timeout: str | None = None) -> int:
    seconds = _validated(response, timeout)
    if seconds < 0:
        raise ValueError  # which moto answers as one that is too long
    return seconds


def _mark_received(message: Message, visibility_timeout: int | None = None) -> None:
    _mark(message, visibility_timeout)
    vars(message)["received_at"] = _now()


def _refusal(parameter: str, value: object, reason: str) -> InvalidParameterValue:
    return InvalidParameterValue(f"Value {value} for parameter {parameter} is invalid. Reason: {reason}")


def _now() -> float:
    return models.unix_time()  # pyright: ignore[reportPrivateImportUsage] - as `queue_time` patches it
