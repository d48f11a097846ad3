"""What SQS refuses of a request before it looks at a message (API reference: SendMessage and the batch operations)."""

import re
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from moto.core.responses import ActionResult
from moto.sqs.exceptions import (
    BatchEntryIdsNotDistinct,
    BatchRequestTooLong,
    EmptyBatchRequest,
    InvalidBatchEntryId,
    InvalidParameterValue,
    MissingParameter,
    SQSException,
    TooManyEntriesInBatchRequest,
)
from moto.sqs.models import Message, Queue, SQSBackend
from moto.sqs.responses import SQSResponse

_ENTRIES = 10
_ENTRY_ID = re.compile(r"[A-Za-z0-9_-]{1,80}")
_BATCH_BYTES = 1_048_576
_MESSAGE_ATTRIBUTES = 10  # developer guide, "Amazon SQS message quotas"
_DELAY = range(901)  # seconds
_NOT_ALLOWED = re.compile("[^\x09\x0a\x0d\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # SendMessage


@contextmanager
def checked_requests() -> Generator[None]:
    """Refuses them while the context lasts; moto counts characters instead of bytes and looks at few batches."""
    with (
        patch.object(SQSResponse, "send_message_batch", _checked(SQSResponse.send_message_batch)),
        patch.object(SQSResponse, "delete_message_batch", _checked(_delete_message_batch)),
        patch.object(
            SQSResponse, "change_message_visibility_batch", _checked(SQSResponse.change_message_visibility_batch)
        ),
        patch.object(SQSBackend, "send_message", _send_message),
        patch.object(SQSBackend, "send_message_batch", _send_message_batch),
    ):
        yield


_send = SQSBackend.send_message
_send_batch = SQSBackend.send_message_batch


def failure(entry_id: str, error: SQSException) -> dict[str, Any]:
    """An entry of a batch that cannot be carried out, as the answer says it."""
    return {"Id": entry_id, "SenderFault": True, "Code": error.code, "Message": error.message}


def _checked(operation: Callable[[SQSResponse], ActionResult]) -> Callable[[SQSResponse], ActionResult]:
    def check(response: SQSResponse) -> ActionResult:
        _check_ids([entry["Id"] for entry in response._get_param("Entries", [])])  # noqa: SLF001 - moto's way
        return operation(response)

    return check


def _check_ids(ids: list[str]) -> None:
    if not ids:
        raise EmptyBatchRequest
    if len(ids) > _ENTRIES:
        raise TooManyEntriesInBatchRequest(len(ids))
    if not all(map(_ENTRY_ID.fullmatch, ids)):
        raise InvalidBatchEntryId
    repeated = next((each for each in ids if ids.count(each) > 1), None)
    if repeated is not None:
        raise BatchEntryIdsNotDistinct(repeated)


def _delete_message_batch(response: SQSResponse) -> ActionResult:
    """As moto's, which takes equal receipt handles for equal ids."""
    name, entries = response._get_queue_name(), response._get_param("Entries", [])  # noqa: SLF001
    deleted, failed = response.sqs_backend.delete_message_batch(name, entries)
    return ActionResult({"Successful": [{"Id": each} for each in deleted], "Failed": failed})


def _send_message(
    backend: SQSBackend,
    queue_name: str,
    message_body: str,
    message_attributes: dict[str, Any] | None = None,
    delay_seconds: int | None = None,
    **others: Any,
) -> Message:
    _check_message(backend.get_queue(queue_name), message_body, message_attributes or {}, delay_seconds)
    return _send(backend, queue_name, message_body, message_attributes, delay_seconds, **others)


def _send_message_batch(
    backend: SQSBackend, queue_name: str, entries: dict[str, dict[str, Any]]
) -> tuple[list[Message], list[dict[str, Any]]]:
    """Sends those that can be sent: what is wrong with an entry is said of that entry."""
    queue, fine, failed = backend.get_queue(queue_name), dict[str, dict[str, Any]](), list[dict[str, Any]]()
    size = sum(_size(entry["MessageBody"], entry["MessageAttributes"]) for entry in entries.values())
    if size > _BATCH_BYTES:
        raise BatchRequestTooLong(size)
    for key, entry in entries.items():
        try:
            _check_message(queue, entry["MessageBody"], entry["MessageAttributes"], entry["DelaySeconds"])
        except SQSException as error:
            failed.append(failure(entry["Id"], error))
        else:
            fine[key] = entry
    sent, others = _send_batch(backend, queue_name, fine)
    return sent, failed + others


def _check_message(queue: Queue, body: str, attributes: Mapping[str, Any], delay: int | None) -> None:
    if not body:
        raise MissingParameter("MessageBody")
    if _NOT_ALLOWED.search(body):
        raise SQSException("InvalidMessageContents", "The message contains characters outside the allowed set.")
    if len(attributes) > _MESSAGE_ATTRIBUTES:
        raise InvalidParameterValue(
            f"Number of message attributes [{len(attributes)}] exceeds the allowed maximum [{_MESSAGE_ATTRIBUTES}]."
        )
    limit: int = vars(queue)["maximum_message_size"]
    if _size(body, attributes) > limit:
        sentence = f"One or more parameters are invalid. Reason: Message must be shorter than {limit} bytes."
        raise InvalidParameterValue(sentence)
    if delay is not None and int(delay) not in _DELAY:
        reason = "DelaySeconds must be >= 0 and <= 900."
        raise InvalidParameterValue(f"Value {delay} for parameter DelaySeconds is invalid. Reason: {reason}")


def _size(body: str, attributes: Mapping[str, Any]) -> int:
    """Bytes of the body, and of the names, types and values of its message attributes."""
    parts = [body]
    for name, attribute in attributes.items():
        parts += [name, *(value for value in attribute.values() if isinstance(value, str | bytes))]
    return sum(len(part.encode() if isinstance(part, str) else part) for part in parts)
