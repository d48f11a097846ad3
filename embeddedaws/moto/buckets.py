"""What moto does not know of buckets."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from moto.s3.responses import S3Response

# As of each new bucket (API reference, GetBucketRequestPayment).
_PAYMENT = (
    '<RequestPaymentConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">'
    "<Payer>BucketOwner</Payer></RequestPaymentConfiguration>"
)


@contextmanager
def owners_pay() -> Generator[None]:
    """Answers GetBucketRequestPayment while the context lasts."""
    with patch.object(S3Response, "_bucket_response", _answer):
        yield


_answer_as_moto_does = S3Response._bucket_response  # noqa: SLF001


def _answer(response: S3Response, request: Any, full_url: str) -> Any:
    if request.method == "GET" and "requestPayment" in request.args:
        response.backend.get_bucket(response.bucket_name)  # or it raises what says that there is none
        return _PAYMENT
    return _answer_as_moto_does(response, request, full_url)
