"""The same as moto does, in less time: what else grows with the length of a queue, or is worked out at each request."""

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from functools import lru_cache
from string import ascii_letters, digits
from unittest.mock import patch

from moto.core import responses
from moto.core.serialize import AttributePickerContext, XFormedAttributePicker
from moto.core.utils import camelcase_to_underscores, method_names_from_class
from moto.moto_api._internal.moto_random import MotoRandom as Random
from moto.moto_server.werkzeug_app import DomainDispatcherApplication
from moto.sqs import models
from moto.sqs.models import Message, Queue, SQSBackend

_REMEMBERED = 256  # hosts, names of attributes; a few dozen are in use


@contextmanager
def faster() -> Generator[None]:
    """Makes it faster while the context lasts.

    Requests: moto lists the folder of its services at each of them to find the one that is asked, and its methods; for
    each member of an answer it works out anew what that may be called, and it draws each letter of an id on its own.
    SQS: a receive works out all attributes of the queue for each message, the number of visible messages several times.
    """
    with (
        patch.object(DomainDispatcherApplication, "get_backend_for_host", lru_cache(_REMEMBERED)(_backend_for_host)),
        patch.object(responses, "method_names_from_class", lru_cache(_REMEMBERED)(method_names_from_class)),
        patch.object(XFormedAttributePicker, "get_possible_keys", _possible_keys),
        patch.object(Random, "get_random_string", _random_string),
        patch.object(models, "camelcase_to_underscores", lru_cache(_REMEMBERED)(camelcase_to_underscores)),
        patch.object(SQSBackend, "is_message_valid_based_on_retention_period", _is_retained),
        patch.object(Queue, "messages", property(_visible_messages)),
    ):
        yield


_backend_for_host = DomainDispatcherApplication.get_backend_for_host


_possible_keys_as_moto_has_them = XFormedAttributePicker.get_possible_keys


def _possible_keys(picker: XFormedAttributePicker, context: AttributePickerContext) -> Iterable[str]:
    """Of a plain object they follow from the shape alone, and are kept with it."""
    if type(context.obj) is not dict:
        return _possible_keys_as_moto_has_them(picker, context)
    known: dict[tuple[object, ...], Sequence[str]] = vars(context.shape).setdefault("possible_keys", {})
    which = (context.key, *picker.alias_providers)
    if which not in known:
        known[which] = tuple(dict.fromkeys(_possible_keys_as_moto_has_them(picker, context)))
    return known[which]


def _random_string(random: Random, length: int = 20, include_digits: bool = True, lower_case: bool = False) -> str:  # noqa: FBT001, FBT002 - as moto has them
    letters = "".join(random.choices(ascii_letters + (digits if include_digits else ""), k=length))
    return letters.lower() if lower_case else letters


def _is_retained(backend: SQSBackend, queue_name: str, message: Message) -> bool:
    retention: int = vars(backend.get_queue(queue_name))["message_retention_period"]  # seconds
    return retention + (message.sent_timestamp or 0) / 1000 > models.unix_time()  # pyright: ignore[reportPrivateImportUsage] - as `queue_time` patches it


def _visible_messages(queue: Queue) -> list[Message]:
    now = models.unix_time_millis()  # pyright: ignore[reportPrivateImportUsage]
    return [m for m in queue._messages if m.visible_at < now and m.delayed_until <= now]  # noqa: SLF001 - a method
