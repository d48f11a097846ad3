"""What moto does otherwise than AWS and this project would notice."""

from collections.abc import Generator
from contextlib import contextmanager
from unittest.mock import patch

from moto.iam.access_control import PermissionResult
from moto.s3.models import FakeBucket


@contextmanager
def mended() -> Generator[None]:
    """Mends it while the context lasts.

    S3: moto applies a bucket policy without its conditions, so that *deny what has no TLS* denies everything.
    """
    with patch.object(FakeBucket, "get_permission", lambda *_: PermissionResult.NEUTRAL):
        yield
