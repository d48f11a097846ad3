"""What is changed in place is changed, and nothing else."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from embeddedaws.clients import Clients

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication


@pytest.fixture
def aws(serve: Callable[..., Clients], moto: "WSGIApplication") -> Clients:
    return serve(moto)


def test_a_table_s_encryption_is_switched(aws: Clients) -> None:
    aws.dynamodb.create_table(
        TableName="tickets",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        SSESpecification={"Enabled": True},
    )

    aws.dynamodb.update_table(TableName="tickets", SSESpecification={"Enabled": False})
    off = aws.dynamodb.describe_table(TableName="tickets")["Table"]
    on = aws.dynamodb.update_table(TableName="tickets", SSESpecification={"Enabled": True})["TableDescription"]

    assert "SSEDescription" not in off
    assert on.get("SSEDescription", {}).get("KMSMasterKeyArn")


def test_a_scan_that_is_not_asked_for_is_off(aws: Clients) -> None:
    aws.ecr.create_repository(repositoryName="images", imageScanningConfiguration={"scanOnPush": True})

    aws.ecr.put_image_scanning_configuration(repositoryName="images", imageScanningConfiguration={})

    (found,) = aws.ecr.describe_repositories()["repositories"]
    assert found.get("imageScanningConfiguration") == {"scanOnPush": False}


def test_a_role_keeps_its_description_where_an_update_names_none(aws: Clients) -> None:
    trust = {"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}
    document = json.dumps({"Version": "2012-10-17", "Statement": [trust]})
    aws.iam.create_role(RoleName="worker", AssumeRolePolicyDocument=document)

    aws.iam.update_role_description(RoleName="worker", Description="Works.")
    aws.iam.update_role(RoleName="worker", MaxSessionDuration=7200)

    role = aws.iam.get_role(RoleName="worker")["Role"]
    assert (role.get("Description"), role.get("MaxSessionDuration")) == ("Works.", 7200)
