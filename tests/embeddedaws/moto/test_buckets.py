"""S3's buckets, where moto keeps them otherwise than AWS."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from embeddedaws.clients import Clients

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    from types_boto3_s3 import S3Client


@pytest.fixture
def s3(serve: Callable[..., Clients], moto: "WSGIApplication") -> "S3Client":
    s3 = serve(moto).s3
    s3.create_bucket(Bucket="assets", CreateBucketConfiguration={"LocationConstraint": "ap-south-1"})
    return s3


def test_a_new_bucket_encrypts_with_its_own_keys(s3: "S3Client") -> None:
    (rule,) = s3.get_bucket_encryption(Bucket="assets")["ServerSideEncryptionConfiguration"]["Rules"]

    assert rule.get("ApplyServerSideEncryptionByDefault") == {"SSEAlgorithm": "AES256"}


def test_the_owner_of_a_bucket_pays_for_requests(s3: "S3Client") -> None:
    assert s3.get_bucket_request_payment(Bucket="assets")["Payer"] == "BucketOwner"
    with pytest.raises(s3.exceptions.NoSuchBucket):
        s3.get_bucket_request_payment(Bucket="nobody-s")


def test_lists_are_served_with_empty_parameters(s3: "S3Client") -> None:
    s3.put_object(Bucket="assets", Key="x", Body=b"")

    assert [each.get("Key") for each in s3.list_objects_v2(Bucket="assets", Prefix="").get("Contents", [])] == ["x"]
    assert s3.list_object_versions(Bucket="assets", Prefix="", KeyMarker="")["IsTruncated"] is False
