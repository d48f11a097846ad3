"""What moto does otherwise than AWS and this project would notice."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl

from moto.core import responses
from moto.iam.access_control import PermissionResult
from moto.s3.models import FakeBucket
from moto.sqs.models import Queue


@contextmanager
def mended() -> Generator[None]:
    """Mends it while the context lasts.

    S3: moto applies a bucket policy without its conditions, so that *deny what has no TLS* denies everything.
    SQS: moto forgets a queue's policy when any other attribute is set.
    JSON protocols: moto reads a body as a form, too, so that a text with `&Action=DeleteQueue&` in it deletes a queue.
    """
    with (
        patch.object(FakeBucket, "get_permission", lambda *_: PermissionResult.NEUTRAL),
        patch.object(Queue, "_set_attributes", _keep_policy),
        patch.object(responses, "parse_qsl", _parse_form),
    ):
        yield


_set_attributes = Queue._set_attributes  # noqa: SLF001


def _keep_policy(queue: Queue, attributes: dict[str, Any], now: float | None = None) -> None:
    kept = {"Policy": queue.policy} if "_policy_json" in vars(queue) else {}  # a new queue has none yet
    _set_attributes(queue, kept | attributes, now)


def _parse_form(body: str, **options: Any) -> list[tuple[str, str]]:
    return [(body, "")] if body.lstrip().startswith("{") else parse_qsl(body, **options)
