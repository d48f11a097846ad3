"""What Terraform's provider is given of what the program declares."""

import json
from dataclasses import replace
from typing import Any

import pytest

from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.recording import Recording, Resource
from tests.fixtures.project import PROJECT
from tests.terraform.translation import Json, translate

ENDPOINT = "http://127.0.0.1:1"
ARN = "arn:aws:sqs:ap-south-1:123456789012:jobs"


def _resource(type_: str, name: str, inputs: Json, *needs: Resource, **also: Any) -> Resource:
    plain = Resource(
        type=type_,
        name=name,
        urn=f"urn:{type_}:{name}",
        parent=None,
        custom=True,
        inputs=inputs,
        outputs={},
        id="",
        protect=False,
        dependencies=tuple(each.urn for each in needs),
        provider="",
    )
    return replace(plain, **also)


AWS = _resource(
    "pulumi:providers:aws",
    "aws",
    {"region": "ap-south-1", "defaultTags": {"tags": {"stack": "dev"}}},
)


def _queue(name: str, arn: str) -> Resource:
    url = f"https://sqs.ap-south-1.amazonaws.com/123456789012/{name}"
    return _resource("aws:sqs/queue:Queue", name, {"name": name}, outputs={"arn": arn, "url": url}, id=url)


JOBS, DLQ = _queue("jobs", ARN), _queue("jobs-dlq", f"{ARN}-dlq")


def _translated(*resources: Resource, outputs: Json | None = None, provider: int = 5) -> Json:
    return translate(Recording("shop", "dev", (AWS, *resources), outputs or {}), ENDPOINT, provider)


def _one(resource: Resource, *others: Resource, provider: int = 5) -> Json:
    of_type = _translated(*others, resource, provider=provider)["resource"]
    return next(each[resource.name] for each in of_type.values() if resource.name in each)


def test_the_provider_calls_the_embedded_aws_with_the_stack_s_tags() -> None:
    aws = _translated()["provider"]["aws"]

    assert (aws["region"], aws["default_tags"]) == ("ap-south-1", {"tags": {"stack": "dev"}})
    assert set(aws["endpoints"].values()) == {ENDPOINT}


def test_a_value_that_aws_decides_becomes_a_reference_wherever_it_stands() -> None:
    policy = json.dumps({"Resource": [ARN, f"{ARN}-dlq", f"{ARN}-other", f"{ARN}/x"]})
    resource = _resource("aws:sqs/queuePolicy:QueuePolicy", "p", {"queueUrl": JOBS.id, "policy": policy}, JOBS, DLQ)

    found = _one(resource, JOBS, DLQ)

    assert found["queue_url"] == "${aws_sqs_queue.jobs.id}"
    assert json.loads(found["policy"])["Resource"] == [
        "${aws_sqs_queue.jobs.arn}",
        "${aws_sqs_queue.jobs-dlq.arn}",
        f"{ARN}-other",
        "${aws_sqs_queue.jobs.arn}/x",
    ]
    assert found["depends_on"] == ["aws_sqs_queue.jobs", "aws_sqs_queue.jobs-dlq"]


def test_what_looks_like_a_reference_and_is_none_stays_as_it_is() -> None:
    inputs = {"name": "reader", "policy": '{"Resource": "arn:aws:s3:::home/${aws:username}/%{x}"}'}

    found = _one(_resource("aws:iam/policy:Policy", "reader", inputs))

    assert found["policy"] == '{"Resource": "arn:aws:s3:::home/$${aws:username}/%%{x}"}'


def test_names_are_terraform_s_but_for_those_that_the_program_chose() -> None:
    inputs = {
        "name": "worker",
        "imageConfig": {"commands": ["lambda.handler"]},
        "environment": {"variables": {"jobsQueue": "x"}},
    }

    found = _one(_resource("aws:lambda/function:Function", "worker", inputs))

    assert found == {
        "function_name": "worker",
        "image_config": {"command": ["lambda.handler"]},
        "environment": {"variables": {"jobsQueue": "x"}},
    }


KEYS = [{"attributeName": "date", "keyType": "HASH"}, {"attributeName": "at", "keyType": "RANGE"}]


@pytest.mark.parametrize(
    ("provider", "keys"),
    [
        (5, {"hash_key": "date", "range_key": "at"}),
        (
            6,
            {
                "key_schema": [
                    {"attribute_name": "date", "key_type": "HASH"},
                    {"attribute_name": "at", "key_type": "RANGE"},
                ]
            },
        ),
    ],
)
def test_an_index_has_its_keys_as_that_provider_wants_them(provider: int, keys: Json) -> None:
    inputs = {"name": "tickets", "globalSecondaryIndexes": [{"name": "by-date", "keySchemas": KEYS}]}

    found = _one(_resource("aws:dynamodb/table:Table", "tickets", inputs), provider=provider)

    assert found["global_secondary_index"] == [{"name": "by-date", **keys}]


def test_what_is_protected_may_not_be_destroyed() -> None:
    assert _one(_resource("aws:sqs/queue:Queue", "q", {"name": "q"}, protect=True))["lifecycle"] == {
        "prevent_destroy": True
    }


def test_nothing_that_the_plan_made_up_is_left_of_this_project() -> None:
    recording = make_plan(PROJECT, "dev").recording
    said = json.dumps(translate(recording, ENDPOINT))

    (bucket,) = (each for each in recording.resources if each.type == "aws:s3/bucket:Bucket")
    for made_up in ("-AbCdEf", "https://sqs.", ".dkr.ecr.", bucket.id):
        assert made_up not in said
    tokens = [record["name"].partition(".")[0] for record in recording.outputs["dkimRecords"]]
    assert not [token for token in tokens if token in said]
