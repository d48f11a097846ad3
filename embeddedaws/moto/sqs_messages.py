"""How messages leave a queue otherwise than by a deletion: by their age, as dead letters, by a purge."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from moto.sqs import models
from moto.sqs.models import Message, Queue, SQSBackend
from moto.sqs.responses import SQSResponse

from embeddedaws.moto.sqs_handles import forget, now

_LOOK_AGAIN = 1.0  # seconds of the queue's time between two looks for messages that are too old


@contextmanager
def strict_messages() -> Generator[None]:
    """Keeps to AWS's rules while the context lasts.

    moto counts an expired message as received, and moves it to the dead-letter queue; it purges whenever it is asked.
    """
    with (
        patch.object(SQSBackend, "receive_message", _receive_message),
        patch.object(SQSBackend, "get_queue_attributes", _get_queue_attributes),
        patch.object(SQSBackend, "purge_queue", _purge_queue),
        patch.object(SQSResponse, "_get_validated_visibility_timeout", _validated_visibility_timeout),
        patch.object(models, "sqs_enforce_strict_queue_purge_behaviour", lambda: True),
    ):
        yield


_receive = SQSBackend.receive_message
_attributes_of = SQSBackend.get_queue_attributes
_purge = SQSBackend.purge_queue
_validated = SQSResponse._get_validated_visibility_timeout  # noqa: SLF001


def is_expired(queue: Queue, message: Message) -> bool:
    """Whether the message is older than its queue's retention."""
    retention: int = vars(queue)["message_retention_period"]  # seconds
    return now() - (message.sent_timestamp or 0) / 1000 >= retention


def _drop_expired(queue: Queue) -> None:
    kept = vars(queue)
    if now() - kept.get("looked_for_expired", 0.0) < _LOOK_AGAIN:
        return
    kept["looked_for_expired"] = now()
    expired = {message for message in queue._messages if is_expired(queue, message)}  # noqa: SLF001
    if expired:
        forget(queue, expired)
        queue._messages = [message for message in queue._messages if message not in expired]  # noqa: SLF001


def _receive_message(backend: SQSBackend, queue_name: str, *asked: Any, **more: Any) -> list[Message]:
    queue = backend.get_queue(queue_name)
    _drop_expired(queue)
    dead_letters = queue.dead_letter_queue._messages if queue.dead_letter_queue else []  # noqa: SLF001
    before = len(dead_letters)
    received = _receive(backend, queue_name, *asked, **more)
    forget(queue, dead_letters[before:])
    return received


def _get_queue_attributes(backend: SQSBackend, queue_name: str, names: list[str]) -> dict[str, Any]:
    _drop_expired(backend.get_queue(queue_name))
    return _attributes_of(backend, queue_name, names)


def _purge_queue(backend: SQSBackend, queue_name: str) -> None:
    queue = backend.get_queue(queue_name)
    messages = list(queue._messages)  # noqa: SLF001
    _purge(backend, queue_name)
    forget(queue, messages)


def _validated_visibility_timeout(response: SQSResponse, timeout: str | None = None) -> int:
    seconds = _validated(response, timeout)
    if seconds < 0:
        raise ValueError  # which moto answers as one that is too long
    return seconds
