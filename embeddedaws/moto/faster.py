"""The same as moto does, in less time: what else grows with the length of a queue, or is worked out at each request."""

from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from unittest.mock import patch

from moto.core.utils import camelcase_to_underscores
from moto.moto_server.werkzeug_app import DomainDispatcherApplication
from moto.sqs import models
from moto.sqs.models import Message, Queue, SQSBackend

_REMEMBERED = 256  # hosts, names of attributes; a few dozen are in use


@contextmanager
def faster() -> Generator[None]:
    """Makes it faster while the context lasts.

    Requests: moto lists the folder of its services at each of them to find the one that is asked.
    SQS: a receive works out all attributes of the queue for each message, the number of visible messages several times.
    """
    with (
        patch.object(DomainDispatcherApplication, "get_backend_for_host", lru_cache(_REMEMBERED)(_backend_for_host)),
        patch.object(models, "camelcase_to_underscores", lru_cache(_REMEMBERED)(camelcase_to_underscores)),
        patch.object(SQSBackend, "is_message_valid_based_on_retention_period", _is_retained),
        patch.object(Queue, "messages", property(_visible_messages)),
    ):
        yield


_backend_for_host = DomainDispatcherApplication.get_backend_for_host


def _is_retained(backend: SQSBackend, queue_name: str, message: Message) -> bool:
    retention: int = vars(backend.get_queue(queue_name))["message_retention_period"]  # seconds
    return retention + (message.sent_timestamp or 0) / 1000 > models.unix_time()  # pyright: ignore[reportPrivateImportUsage] - as `queue_time` patches it


def _visible_messages(queue: Queue) -> list[Message]:
    now = models.unix_time_millis()  # pyright: ignore[reportPrivateImportUsage]
    return [m for m in queue._messages if m.visible_at < now and m.delayed_until <= now]  # noqa: SLF001 - a method
