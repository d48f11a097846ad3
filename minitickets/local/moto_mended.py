"""What moto does otherwise than AWS and this project would notice."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from moto.iam.access_control import PermissionResult
from moto.s3.models import FakeBucket
from moto.sqs.models import Queue


@contextmanager
def mended() -> Generator[None]:
    """Mends it while the context lasts.

    S3: moto applies a bucket policy without its conditions, so that *deny what has no TLS* denies everything.
    SQS: moto forgets a queue's policy when any other attribute is set.
    """
    with (
        patch.object(FakeBucket, "get_permission", lambda *_: PermissionResult.NEUTRAL),
        patch.object(Queue, "_set_attributes", _keep_policy),
    ):
        yield


_set_attributes = Queue._set_attributes  # noqa: SLF001


def _keep_policy(queue: Queue, attributes: dict[str, Any], now: float | None = None) -> None:
    kept = {"Policy": queue.policy} if "_policy_json" in vars(queue) else {}  # a new queue has none yet
    _set_attributes(queue, kept | attributes, now)
