from dataclasses import replace
from typing import Any

import pytest

from pulumicheck.plan.made_up import TOLD, MadeUp
from pulumicheck.plan.planned import planned_outputs
from pulumicheck.plan.recording import Recording, Resource


def _made(type_: str, **inputs: Any) -> Resource:
    given = Resource(type_, "thing", f"urn:pulumi:dev::x::{type_}::thing", None, True, inputs, {}, "", False, (), "")
    id_, outputs = planned_outputs("eu-west-1")(given)
    return replace(given, id=id_, outputs=outputs)


CASES = {
    "the id of a key": ("aws:kms/key:Key", {}, "keyId"),
    "a bucket's whole name": ("aws:s3/bucket:Bucket", {}, "bucket"),
    "the end of a bucket's name": ("aws:s3/bucket:Bucket", {"bucketPrefix": "photos-"}, "bucket"),
    "DKIM tokens": ("aws:sesv2/emailIdentity:EmailIdentity", {"emailIdentity": "x.example"}, "dkimSigningAttributes"),
    "an ARN": ("aws:sqs/queue:Queue", {"name": "orders"}, "arn"),
    "a URL": ("aws:sqs/queue:Queue", {"name": "orders"}, "url"),
    "the end of a secret's ARN": ("aws:secretsmanager/secret:Secret", {"name": "key"}, "arn"),
    "the id of a role": ("aws:iam/role:Role", {"name": "worker"}, "uniqueId"),
    "the address of a function": ("aws:lambda/functionUrl:FunctionUrl", {"functionName": "f"}, "urlId"),
}


@pytest.mark.parametrize(("type_", "inputs", "output"), CASES.values(), ids=CASES)
def test_what_only_aws_can_tell_is_made_up_wherever_it_stands(type_: str, inputs: dict[str, Any], output: str) -> None:
    resource = _made(type_, **inputs)
    made_up = MadeUp(Recording("x", "dev", (resource,), {}))
    value = resource.outputs[output]

    assert made_up.told([{"in": value}]) == TOLD
    if isinstance(value, str):
        assert value not in made_up.shown(f"before {value} after")


@pytest.mark.parametrize(
    ("type_", "inputs", "output"),
    [
        ("aws:sqs/queue:Queue", {"name": "orders"}, "name"),
        ("aws:s3/bucket:Bucket", {"bucket": "photos"}, "bucket"),
        ("aws:lambda/function:Function", {"name": "f", "imageUri": f"x@sha256:{'0' * 64}"}, "imageUri"),
    ],
    ids=["a name", "a bucket's given name", "a digest that the program gives"],
)
def test_what_the_program_says_is_not(type_: str, inputs: dict[str, Any], output: str) -> None:
    resource = _made(type_, **inputs)

    assert not MadeUp(Recording("x", "dev", (resource,), {})).is_in(resource.outputs[output])


def test_of_many_names_that_begin_alike_the_longest_counts() -> None:
    names = ["x" * length for length in range(1, 200)] + ["x-0000000", "xy", "y"]
    row = _made("aws:s3/bucket:Bucket")
    made = [replace(row, name=each, outputs={"bucket": f"{each}-0000000"}) for each in names]
    made_up = MadeUp(Recording("x", "dev", tuple(made), {}))

    for name in names:
        assert made_up.shown(f"{name}-0000000") == f"{name}-…"
    assert not made_up.is_in(["x-000000", "z-0000000"])
