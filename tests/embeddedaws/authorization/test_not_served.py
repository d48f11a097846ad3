"""What the embedded AWS does not serve is refused in the protocol of its service, by a code that says so."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from botocore.config import Config
from botocore.session import Session

from embeddedaws.clients import DEPLOYER, Clients
from tests.fixtures.servers import refusal_of

from .conftest import ACCOUNT, REGION, ROLE_ARN, Answer, World

Use = Callable[[Clients], object]

_NOT_SERVED: dict[str, Use] = {
    "CloudWatch, CBOR": lambda aws: aws.cloudwatch.list_metric_streams(),
    "CloudWatch Logs, JSON": lambda aws: aws.logs.list_anomalies(),
    "DynamoDB, JSON": lambda aws: aws.dynamodb.list_global_tables(),
    "ECR, JSON": lambda aws: aws.ecr.validate_pull_through_cache_rule(
        ecrRepositoryPrefix="nothing"
    ),
    "IAM, query": lambda aws: aws.iam.simulate_principal_policy(
        PolicySourceArn=ROLE_ARN, ActionNames=["sqs:SendMessage"]
    ),
    "IAM, query, a policy of one's own": lambda aws: aws.iam.simulate_custom_policy(
        PolicyInputList=["{}"], ActionNames=["sqs:SendMessage"]
    ),
    "Lambda, REST with JSON": lambda aws: aws.lambda_.get_account_settings(),
    "S3, REST with XML": lambda aws: aws.s3.get_bucket_abac(Bucket="assets"),
    "SES, REST with JSON": lambda aws: aws.sesv2.list_import_jobs(),
    "SNS, query": lambda aws: aws.sns.list_origination_numbers(),
    "SQS, JSON": lambda aws: aws.sqs.cancel_message_move_task(TaskHandle="x"),
    "STS, query": lambda aws: aws.sts.get_session_token(),
    "Secrets Manager, JSON": lambda aws: aws.secretsmanager.validate_resource_policy(ResourcePolicy="{}"),
}  # fmt: skip


@pytest.mark.parametrize("use", _NOT_SERVED.values(), ids=_NOT_SERVED)
def test_an_operation_that_is_not_served_is_refused_as_one(world: World, use: Use) -> None:
    code, status = refusal_of(lambda: use(world.deployer))

    assert code.removesuffix("Exception") == "UnknownOperation"
    assert status == 400


@pytest.mark.parametrize("protocol", ["query", "json", "smithy-rpc-v2-cbor"])
def test_cloudwatch_is_refused_in_each_of_its_protocols(
    world: World, protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session()
    loader: Any = session.get_component("data_loader")
    model = loader.load_service_model("cloudwatch", "service-2")
    load = loader.load_service_model
    only = {**model, "metadata": {**model["metadata"], "protocol": protocol, "protocols": [protocol]}}
    monkeypatch.setattr(
        loader, "load_service_model", lambda *names, **more: only if "service-2" in names else load(*names, **more)
    )
    client: Any = session.create_client(
        "cloudwatch",
        region_name=REGION,
        endpoint_url=world.url,
        aws_access_key_id=DEPLOYER.access_key_id,
        aws_secret_access_key=DEPLOYER.secret_access_key,
        config=Config(proxies={}, retries={"total_max_attempts": 1}),
    )

    assert refusal_of(client.list_metric_streams)[0].removesuffix("Exception") == "UnknownOperation"


def _sent(world: World, body: bytes, service: str) -> Answer:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    return world.send("POST", "/", service=service, body=body, headers=form, by=DEPLOYER)


@pytest.mark.parametrize("service", ["sqs", "monitoring", "sns", "iam"])
def test_a_form_is_refused_with_xml(world: World, service: str) -> None:
    answer = _sent(world, b"Action=NoSuchThing&Version=2012-11-05", service)

    assert answer.status == 400
    assert "<Code>UnknownOperation</Code>" in answer.text


def test_what_fails_in_moto_is_refused_and_named(world: World) -> None:
    answer = world.send(
        "POST",
        "/",
        service="dynamodb",
        by=DEPLOYER,
        body=b'{"TableName": 7}',
        headers={"X-Amz-Target": "DynamoDB_20120810.DescribeTable", "Content-Type": "application/x-amz-json-1.0"},
    )

    assert answer.status == 400
    assert "html" not in answer.text
    assert json.loads(answer.text)["__type"]


_ALMOST: dict[str, Use] = {
    "an annotation": lambda aws: aws.s3._make_api_call(  # pyright: ignore[reportAttributeAccessIssue]
        "DeleteObjectAnnotation", {"Bucket": "kept", "Key": "k", "AnnotationName": "a"}
    ),
    "analytics": lambda aws: aws.s3.delete_bucket_analytics_configuration(Bucket="empty", Id="a"),
    "metrics": lambda aws: aws.s3.delete_bucket_metrics_configuration(Bucket="empty", Id="a"),
    "an inventory": lambda aws: aws.s3.delete_bucket_inventory_configuration(Bucket="empty", Id="a"),
    "tiering": lambda aws: aws.s3.delete_bucket_intelligent_tiering_configuration(Bucket="empty", Id="a"),
    "a new name": lambda aws: aws.s3.rename_object(Bucket="kept", Key="k", RenameSource="kept/other"),
    "a torrent": lambda aws: aws.s3.get_object_torrent(Bucket="kept", Key="k"),
}


@pytest.mark.parametrize("use", _ALMOST.values(), ids=_ALMOST)
def test_s3_takes_no_operation_for_another(world: World, use: Use) -> None:
    s3 = world.deployer.s3
    here: Any = {"LocationConstraint": REGION}
    for bucket in ("kept", "empty"):
        s3.create_bucket(Bucket=bucket, CreateBucketConfiguration=here)
    s3.put_object(Bucket="kept", Key="k", Body=b"mine")

    assert refusal_of(lambda: use(world.deployer)) == ("UnknownOperation", 400)

    assert s3.get_object(Bucket="kept", Key="k")["Body"].read() == b"mine"
    s3.delete_object(Bucket="kept", Key="k")
    for bucket in ("kept", "empty"):
        s3.delete_bucket(Bucket=bucket)


def test_what_is_gone_is_still_gone(world: World) -> None:
    aws = world.deployer
    arn = f"arn:aws:sns:{REGION}:{ACCOUNT}:none"

    assert refusal_of(aws.s3.head_object, Bucket="assets", Key="none") == ("404", 404)
    assert refusal_of(aws.s3.get_object, Bucket="assets", Key="none") == ("NoSuchKey", 404)
    assert refusal_of(aws.sns.get_topic_attributes, TopicArn=arn) == ("NotFound", 404)
    assert refusal_of(aws.iam.get_role, RoleName="none") == ("NoSuchEntity", 404)
