"""What the embedded AWS does not serve it refuses in each protocol, by a code that nobody takes for "gone"."""

from collections.abc import Iterator
from typing import Any

import pytest

from embeddedaws.clients import Clients
from embeddedaws.embedded_aws import EmbeddedAws
from tests.fixtures.servers import refusal_of

_BUCKET: Any = {"Bucket": "box"}
_OBJECT: Any = {"Bucket": "box", "Key": "one"}
_KEY = {"SSEKMS": {"KMSKeyArn": "arn:aws:kms:ap-south-1:123456789012:key/one"}}


@pytest.fixture(scope="module")
def aws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clients]:
    with EmbeddedAws("ap-south-1", tmp_path_factory.mktemp("code")) as aws:
        aws.clients.s3.create_bucket(Bucket="box", CreateBucketConfiguration={"LocationConstraint": "ap-south-1"})
        yield aws.clients


@pytest.mark.parametrize(
    ("service", "operation", "parameters"),
    [
        ("cloudwatch", "get_metric_widget_image", {"MetricWidget": "{}"}),
        ("dynamodb", "list_contributor_insights", {}),
        ("ecr", "get_account_setting", {"name": "BASIC_SCAN_TYPE_VERSION"}),
        ("iam", "generate_service_last_accessed_details", {"Arn": "arn:aws:iam::123456789012:policy/one"}),
        ("lambda_", "get_policy", {"FunctionName": "one"}),
        ("logs", "list_anomalies", {}),
        ("secretsmanager", "validate_resource_policy", {"ResourcePolicy": "{}"}),
        ("sesv2", "list_recommendations", {}),
        ("sns", "get_sms_sandbox_account_status", {}),
        ("sts", "decode_authorization_message", {"EncodedMessage": "one"}),
        ("s3", "get_bucket_metrics_configuration", {**_BUCKET, "Id": "one"}),
        ("s3", "put_bucket_request_payment", {**_BUCKET, "RequestPaymentConfiguration": {"Payer": "Requester"}}),
        ("s3", "delete_bucket_metrics_configuration", {**_BUCKET, "Id": "one"}),
        ("s3", "delete_bucket_inventory_configuration", {**_BUCKET, "Id": "one"}),
        ("s3", "create_session", _BUCKET),
        ("s3", "get_object_torrent", _OBJECT),
        ("s3", "update_object_encryption", {**_OBJECT, "ObjectEncryption": _KEY}),
    ],
)
def test_an_operation_that_is_not_served_is_refused(
    aws: Clients, service: str, operation: str, parameters: dict[str, Any]
) -> None:
    aws.s3.put_object(**_OBJECT, Body=b"kept")

    code, status = refusal_of(getattr(getattr(aws, service), operation), **parameters)

    assert (code.removesuffix("Exception"), status) == ("UnknownOperation", 400)
    assert aws.s3.get_object(**_OBJECT)["Body"].read() == b"kept"  # S3 has another operation at the same address
