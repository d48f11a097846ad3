"""Each row says what AWS's provider knows too, and leaves nothing out that anyone asks for."""

import inspect
import re
from collections import defaultdict
from string import Formatter
from typing import Any

import pulumi_aws
import pytest

from embeddedaws.resources.provider import MAKERS
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.project import find_project
from pulumicheck.types.arns import Location
from pulumicheck.types.kinds import DRAWINGS
from pulumicheck.types.resource_type import ResourceType
from pulumicheck.types.sqs import QUEUE
from pulumicheck.types.table import AWS_PROVIDER, TABLE, resource_type
from pulumicheck.types.tables import ALL

ROWS = [pytest.param(row, id=token) for token, row in TABLE.items()]
OF_SERVICES = [pytest.param(row, id=token) for token, row in TABLE.items() if row is not AWS_PROVIDER]
HERE = {*Location("eu-west-1").values, "name", "queue"}


def provider_class(row: ResourceType) -> type:
    service = {"lambda": "lambda_"}.get(row.service, row.service)
    return getattr(getattr(pulumi_aws, service), row.noun)


def camel(name: str) -> str:
    return re.sub(r"_(.)", lambda found: found[1].upper(), name)


def inputs_of(row: ResourceType) -> set[str]:
    parameters = inspect.signature(provider_class(row)._internal_init).parameters  # pyright: ignore[reportAttributeAccessIssue]
    return {camel(name) for name in parameters if name != "__props__"}


def outputs_of(row: ResourceType) -> set[str]:
    return {camel(name) for name, _ in inspect.getmembers(provider_class(row), lambda each: isinstance(each, property))}


def placeholders(*texts: str) -> set[str]:
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("row", OF_SERVICES)
def test_the_inputs_that_a_row_names_are_the_providers(row: ResourceType) -> None:
    named = {*row.named_by, *row.reads, *(path.partition(".")[0] for path in row.telling), row.document} - {ALL}
    named |= {row.target.input} if row.target else set()

    assert named - {""} - inputs_of(row) == set()


@pytest.mark.parametrize("row", OF_SERVICES)
def test_the_outputs_that_a_row_makes_up_are_the_providers(row: ResourceType) -> None:
    made: dict[str, Any] = {**row.outputs, **row.made_up(defaultdict(str))}

    assert made.keys() | ({"arn"} if row.arn else set[str]()) <= outputs_of(row)


@pytest.mark.parametrize("row", OF_SERVICES)
def test_what_a_rows_texts_leave_open_is_known_of_every_resource(row: ResourceType) -> None:
    texts = (row.console, row.cli, row.arn, row.id, *row.outputs.values())
    known = HERE | outputs_of(row) | inputs_of(row) | row.made_up(defaultdict(str)).keys()

    assert placeholders(*texts) - known == set()


@pytest.mark.parametrize("row", OF_SERVICES)
def test_an_id_and_outputs_are_made_up_whole(row: ResourceType) -> None:
    inputs = {key: f"<{key}>" for key in inputs_of(row) - {"region", "tags"}}

    id_, outputs = row.id_and_outputs(Location("eu-west-1"), "it", inputs)

    assert id_
    assert not any("{" in str(value) for key, value in outputs.items() if key not in inputs)
    assert not row.stands_for_itself or re.fullmatch(
        r"arn:aws:[a-z0-9]+:(eu-west-1)?:(123456789012)?:.+", outputs["arn"]
    )


@pytest.mark.parametrize("row", ROWS)
def test_a_row_says_all_that_the_map_tells(row: ResourceType) -> None:
    assert row.about_one({}).endswith(".")
    assert row.console
    assert row.cli
    assert row.kind in DRAWINGS
    assert row.is_minor or row.stands_for_itself


@pytest.mark.parametrize("row", ROWS)
def test_a_setting_says_what_it_belongs_to_and_by_which_action_it_is_changed(row: ResourceType) -> None:
    assert (row.target is None) == (row.changed_by == "")
    if row.target:
        assert TABLE[row.target.token].is_acted_on
        assert re.fullmatch(rf"{row.service.replace('cloudwatch', 'logs')}:[A-Z]\w+", row.changed_by)


def test_every_type_that_the_program_declares_has_a_row_and_a_maker() -> None:
    resources = make_plan(find_project(), "dev", {"alarmEmail": "ops@example.com"}).resources
    declared = {each.type for each in resources if each.custom}

    assert declared - {row.token for row in MAKERS} == {AWS_PROVIDER.token}
    assert all(resource_type(token).is_known for token in declared)


def test_a_type_that_is_not_in_the_table_has_what_can_be_said_of_any() -> None:
    row = resource_type("aws:kinesis/stream:Stream")

    _, outputs = row.id_and_outputs(Location("eu-west-1"), "s", {"name": "s"})
    assert row.about_one({}) == "A Stream."
    assert (row.kind, row.is_minor, row.stands_for_itself) == ("setting", False, False)
    assert outputs["arn"] == "arn:aws:kinesis:eu-west-1:123456789012:s"
    assert row.lost == "its records"


@pytest.mark.parametrize(
    ("region", "partition", "host"),
    [
        ("eu-west-1", "aws", "sqs.eu-west-1.amazonaws.com"),
        ("us-gov-west-1", "aws-us-gov", "sqs.us-gov-west-1.amazonaws.com"),
        ("cn-north-1", "aws-cn", "sqs.cn-north-1.amazonaws.com.cn"),
    ],
)
def test_the_partition_follows_from_the_region(region: str, partition: str, host: str) -> None:
    id_, outputs = QUEUE.id_and_outputs(Location(region), "jobs", {"name": "q"})

    assert id_ == outputs["url"] == f"https://{host}/123456789012/q"
    assert outputs["arn"] == f"arn:{partition}:sqs:{region}:123456789012:q"


@pytest.mark.parametrize(
    ("inputs", "name", "shown"),
    [({"name": "q"}, "q", "q"), ({"namePrefix": "q-"}, "q-28fc5817", "q-…"), ({}, "jobs-0000000", "")],
    ids=["given", "begun", "left to Pulumi"],
)
def test_a_physical_name_is_given_begun_or_made_up(inputs: dict[str, str], name: str, shown: str) -> None:
    assert QUEUE.id_and_outputs(Location("eu-west-1"), "jobs", inputs)[1]["name"] == name
    assert QUEUE.physical_name(inputs) == shown
