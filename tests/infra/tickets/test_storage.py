import json
from collections.abc import Callable
from typing import Any

import pytest

BUCKET = "minitickets-dev-assets-"


def test_the_tickets_table_is_this(dev: Any) -> None:
    inputs = dict(dev.one("Table", "tickets-table").inputs)
    attributes = {each["name"]: each["type"] for each in inputs.pop("attributes")}

    assert attributes == {"userId": "S", "ticketId": "S", "eventDate": "S", "eventDateKey": "S"}
    assert inputs == {
        "name": "minitickets-dev-tickets",
        "billingMode": "PAY_PER_REQUEST",
        "hashKey": "userId",
        "rangeKey": "ticketId",
        "globalSecondaryIndexes": [
            {
                "name": "by-event-date",
                "keySchemas": [
                    {"attributeName": "eventDate", "keyType": "HASH"},
                    {"attributeName": "eventDateKey", "keyType": "RANGE"},
                ],
                "projectionType": "ALL",
            }
        ],
        "serverSideEncryption": {"enabled": True},
        "pointInTimeRecovery": {"enabled": True},
        "deletionProtectionEnabled": True,
    }


@pytest.mark.parametrize(
    ("type_", "name", "inputs"),
    [
        pytest.param("Bucket", "assets-bucket", {"bucketPrefix": BUCKET}, id="the bucket"),
        pytest.param(
            "BucketPublicAccessBlock",
            "assets-bucket-blocks-public-access",
            {
                "bucket": BUCKET,
                "blockPublicAcls": True,
                "blockPublicPolicy": True,
                "ignorePublicAcls": True,
                "restrictPublicBuckets": True,
            },
            id="is never public",
        ),
        pytest.param(
            "BucketOwnershipControls",
            "assets-bucket-enforces-owner",
            {"bucket": BUCKET, "rule": {"objectOwnership": "BucketOwnerEnforced"}},
            id="has one owner",
        ),
        pytest.param(
            "BucketVersioning",
            "assets-bucket-keeps-versions",
            {"bucket": BUCKET, "versioningConfiguration": {"status": "Enabled"}},
            id="keeps versions",
        ),
    ],
)
def test_the_assets_bucket_is_this(dev: Any, type_: str, name: str, inputs: dict[str, Any]) -> None:
    assert dev.one(type_, name).inputs == inputs


def test_the_assets_bucket_denies_requests_without_tls_and_grants_nothing(
    dev: Any, denies_insecure_transport: Callable[..., dict[str, Any]]
) -> None:
    (policy,) = [each for each in dev.all("BucketPolicy") if each.custom]

    assert json.loads(policy.inputs["policy"])["Statement"] == [
        denies_insecure_transport("s3:*", f"arn:aws:s3:::{BUCKET}", f"arn:aws:s3:::{BUCKET}/*")
    ]
    assert dev.one("BucketPublicAccessBlock", "assets-bucket-blocks-public-access").urn in policy.dependencies


def test_the_signing_secret_is_named_and_empty(dev: Any) -> None:
    assert dev.one("Secret", "ticket-signing-key").inputs["name"] == "minitickets-dev-ticket-signing-key"
