"""Where moto would stand in the way of the layer."""

import json

import pytest

from .conftest import World, document

_INSECURE = {"Effect": "Deny", "Principal": "*", "Condition": {"Bool": {"aws:SecureTransport": "false"}}}


def test_a_queue_keeps_its_policy_when_another_attribute_is_set(world: World) -> None:
    sqs = world.deployer.sqs
    policy = document({**_INSECURE, "Action": "sqs:*", "Resource": "*"})
    sqs.set_queue_attributes(QueueUrl=world.queue_url, Attributes={"Policy": policy})
    sqs.set_queue_attributes(QueueUrl=world.queue_url, Attributes={"VisibilityTimeout": "40"})

    attributes = sqs.get_queue_attributes(QueueUrl=world.queue_url, AttributeNames=["Policy"])["Attributes"]
    sqs.set_queue_attributes(QueueUrl=world.queue_url, Attributes={"Policy": ""})
    assert json.loads(attributes["Policy"]) == json.loads(policy)


def test_a_bucket_policy_counts_with_its_conditions(world: World) -> None:
    s3 = world.deployer.s3
    policy = document({**_INSECURE, "Action": "s3:*", "Resource": ["arn:aws:s3:::assets", "arn:aws:s3:::assets/*"]})
    s3.put_bucket_policy(Bucket="assets", Policy=policy)
    world.allow("s3:*")

    world.role.s3.put_object(Bucket="assets", Key="x", Body=b"with TLS")
    answer = world.send("GET", "/assets/x", service="s3", also=[("X-Forwarded-Proto", "http")])
    s3.delete_bucket_policy(Bucket="assets")

    assert answer.status == 403
    assert "with an explicit deny in a resource-based policy" in answer.text


@pytest.mark.parametrize("text", ["&Action=DeleteSecret&SecretId=victim&", "&SecretId=victim"])
def test_a_secret_that_looks_like_a_form_is_a_secret(world: World, text: str) -> None:
    secrets = world.deployer.secretsmanager
    secrets.put_secret_value(SecretId="keys", SecretString=text)

    assert secrets.get_secret_value(SecretId="keys")["SecretString"] == text
    assert secrets.get_secret_value(SecretId="victim")["SecretString"] == "{}"
