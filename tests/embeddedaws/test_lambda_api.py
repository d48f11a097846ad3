"""Lambda's API as a real client sees it; nothing is invoked here."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from botocore.exceptions import ClientError

from embeddedaws.clients import Clients
from embeddedaws.errors import (
    InvalidParameterValueException,
    LambdaServiceError,
    RequestTooLargeException,
    ResourceConflictException,
    ResourceNotFoundException,
    TooManyRequestsException,
    ValidationException,
)
from embeddedaws.functions.invocation import InvocationResult
from embeddedaws.lambda_api.api import LambdaApi
from tests.fixtures.lambdas import ROLE, MemoryLogSink, a_result, a_service
from tests.fixtures.servers import refusal_of, said_in

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

    from types_boto3_lambda import LambdaClient

ARNS = "arn:aws:lambda:ap-south-1:123456789012"
CONFLICT, NOT_FOUND = ("ResourceConflictException", 409), ("ResourceNotFoundException", 404)
INVALID, OUT_OF_RANGE = ("InvalidParameterValueException", 400), ("ValidationException", 400)
UNKNOWN = "11111111-2222-3333-4444-555555555555"


class World:
    """The API over the real service, and a queue named jobs; its mapping is made disabled, so that nothing runs."""

    def __init__(self, serve: Callable[..., Clients], moto: "WSGIApplication", task_root: Path) -> None:
        self.clients = serve(LambdaApi(moto, lambda: self.service, ARNS))
        self.service = a_service(task_root, MemoryLogSink(), endpoint_url=self.clients.lambda_.meta.endpoint_url)
        self.lambda_: LambdaClient = self.clients.lambda_
        self.queue = self.make_queue("jobs")

    def make_queue(self, name: str, visibility_timeout: int = 60) -> str:
        sqs = self.clients.sqs
        url = sqs.create_queue(QueueName=name, Attributes={"VisibilityTimeout": str(visibility_timeout)})["QueueUrl"]
        return sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["QueueArn"])["Attributes"]["QueueArn"]

    def make_function(self, name: str = "worker", **settings: Any) -> str:
        asked: dict[str, Any] = {"PackageType": "Image", "Code": {"ImageUri": "image"}, "Role": ROLE, **settings}
        return self.lambda_.create_function(FunctionName=name, **asked).get("FunctionArn", "")

    def make_mapping(self, **settings: Any) -> str:
        asked: dict[str, Any] = {"EventSourceArn": self.queue, "FunctionName": "worker", "Enabled": False, **settings}
        return self.lambda_.create_event_source_mapping(**asked).get("UUID", "")


@pytest.fixture
def world(serve: Callable[..., Clients], moto: "WSGIApplication", tmp_path: Path) -> Iterator[World]:
    with ExitStack() as ending:
        world = World(serve, moto, tmp_path)
        ending.callback(world.service.stop)
        yield world


def test_a_function_is_shown_as_it_was_made(world: World) -> None:
    made = world.lambda_.create_function(
        FunctionName="worker",
        PackageType="Image",
        Code={"ImageUri": "image"},
        ImageConfig={"Command": ["lambda.handler"]},
        Role=ROLE,
        Timeout=10,
        MemorySize=256,
        Environment={"Variables": {"SENDER": "a@example.com"}},
        LoggingConfig={"LogGroup": "/minitickets/dev/worker"},
    )

    shown = world.lambda_.get_function(FunctionName="worker")["Configuration"]
    assert shown.get("FunctionArn") == made.get("FunctionArn") == f"{ARNS}:function:worker"
    assert (shown.get("Timeout"), shown.get("MemorySize"), shown.get("Role")) == (10, 256, ROLE)
    assert shown.get("Environment", {}).get("Variables") == {"SENDER": "a@example.com"}
    assert shown.get("LoggingConfig", {}).get("LogGroup") == "/minitickets/dev/worker"
    assert shown.get("ImageConfigResponse") == {"ImageConfig": {"Command": ["lambda.handler"]}}
    assert (shown.get("PackageType"), shown.get("State")) == ("Image", "Active")


def test_what_is_left_out_is_as_on_aws(world: World) -> None:
    world.make_function()

    shown = world.lambda_.get_function_configuration(FunctionName="worker")
    assert (shown.get("Timeout"), shown.get("MemorySize")) == (3, 128)
    assert shown.get("LoggingConfig", {}).get("LogGroup") == "/aws/lambda/worker"


@pytest.mark.parametrize("name", ["worker", f"{ARNS}:function:worker", "123456789012:function:worker"])
def test_a_function_is_found_by_its_name_and_by_its_arn(world: World, name: str) -> None:
    world.make_function()

    assert world.lambda_.get_function(FunctionName=name)["Configuration"].get("FunctionName") == "worker"


def test_all_functions_are_listed(world: World) -> None:
    assert world.lambda_.list_functions()["Functions"] == []
    world.make_function("worker")
    world.make_function("tickets")

    assert [each.get("FunctionName") for each in world.lambda_.list_functions()["Functions"]] == ["worker", "tickets"]


@pytest.mark.parametrize(
    ("settings", "refusal"),
    [
        pytest.param({"name": "worker"}, CONFLICT, id="a name that is taken"),
        pytest.param({"PackageType": "Zip"}, INVALID, id="a zip"),
        pytest.param({"Timeout": 901}, OUT_OF_RANGE, id="a timeout above 15 minutes"),
        pytest.param({"Environment": {"Variables": {"AWS_REGION": "x"}}}, INVALID, id="a reserved variable"),
    ],
)
def test_a_function_that_aws_would_refuse_is_refused(
    world: World, settings: dict[str, Any], refusal: tuple[str, int]
) -> None:
    world.make_function("worker")

    assert refusal_of(world.make_function, **{"name": "other", **settings}) == refusal


def test_a_mapping_is_shown_as_it_was_made(world: World) -> None:
    world.make_function()

    uuid = world.make_mapping(
        BatchSize=5,
        MaximumBatchingWindowInSeconds=1,
        FunctionResponseTypes=["ReportBatchItemFailures"],
        ScalingConfig={"MaximumConcurrency": 2},
    )

    shown = world.lambda_.get_event_source_mapping(UUID=uuid)
    assert (shown["EventSourceArn"], shown["FunctionArn"]) == (world.queue, f"{ARNS}:function:worker")
    assert (shown["BatchSize"], shown["MaximumBatchingWindowInSeconds"], shown["State"]) == (5, 1, "Disabled")
    assert shown["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert shown["ScalingConfig"] == {"MaximumConcurrency": 2}


def test_a_mapping_is_enabled_if_nothing_else_is_said(world: World) -> None:
    world.make_function()

    uuid = world.make_mapping(Enabled=True)

    shown = world.lambda_.get_event_source_mapping(UUID=uuid)
    assert (shown["State"], shown["BatchSize"]) == ("Enabled", 10)
    assert (shown["FunctionResponseTypes"], shown["ScalingConfig"]) == ([], {})


def test_mappings_are_listed_by_function_and_by_queue(world: World) -> None:
    other = world.make_queue("other")
    world.make_function("worker")
    world.make_function("tickets")
    first = world.make_mapping()
    second = world.make_mapping(FunctionName="tickets", EventSourceArn=other)

    def listed(**by: str) -> list[str]:
        found = world.lambda_.list_event_source_mappings(**by)["EventSourceMappings"]  # pyright: ignore[reportArgumentType]
        return [each.get("UUID", "") for each in found]

    assert listed() == [first, second]
    assert listed(FunctionName="worker") == [first]
    assert listed(FunctionName=f"{ARNS}:function:tickets") == [second]
    assert listed(EventSourceArn=other) == [second]
    assert listed(FunctionName="worker", EventSourceArn=other) == []


def test_an_update_changes_what_it_names_and_nothing_else(world: World) -> None:
    world.make_function()
    uuid = world.make_mapping(BatchSize=5, ScalingConfig={"MaximumConcurrency": 2})

    world.lambda_.update_event_source_mapping(UUID=uuid, FunctionResponseTypes=["ReportBatchItemFailures"])
    once = world.lambda_.get_event_source_mapping(UUID=uuid)
    twice = world.lambda_.update_event_source_mapping(UUID=uuid, BatchSize=1, ScalingConfig={})

    assert (once["BatchSize"], once["ScalingConfig"], once["State"]) == (5, {"MaximumConcurrency": 2}, "Disabled")
    assert once["FunctionResponseTypes"] == twice["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert (twice["BatchSize"], twice["ScalingConfig"]) == (1, {})


def test_a_mapping_that_is_deleted_is_gone_and_may_be_made_again(world: World) -> None:
    world.make_function()
    uuid = world.make_mapping(Enabled=True)

    assert world.lambda_.delete_event_source_mapping(UUID=uuid)["State"] == "Deleting"
    assert world.lambda_.list_event_source_mappings()["EventSourceMappings"] == []
    assert refusal_of(world.lambda_.get_event_source_mapping, UUID=uuid) == NOT_FOUND
    assert world.make_mapping() != uuid


@pytest.mark.parametrize(
    ("settings", "refusal"),
    [
        pytest.param({}, CONFLICT, id="the same again"),
        pytest.param({"FunctionName": "nobody"}, NOT_FOUND, id="no such function"),
        pytest.param({"EventSourceArn": "arn:aws:sqs:ap-south-1:123456789012:none"}, INVALID, id="no such queue"),
        pytest.param({"EventSourceArn": "arn:aws:kinesis:ap-south-1:123456789012:stream/s"}, INVALID, id="a stream"),
        pytest.param({"EventSourceArn": "jobs"}, INVALID, id="no ARN"),
        pytest.param({"BatchSize": 11}, INVALID, id="a batch without a window"),
        pytest.param({"ScalingConfig": {"MaximumConcurrency": 1001}}, OUT_OF_RANGE, id="too many at once"),
    ],
)
def test_a_mapping_that_aws_would_refuse_is_refused(
    world: World, settings: dict[str, Any], refusal: tuple[str, int]
) -> None:
    world.make_function()
    world.make_mapping()

    assert refusal_of(world.make_mapping, **settings) == refusal


def test_a_mapping_needs_a_visibility_timeout_of_the_function_s_timeout_at_least(world: World) -> None:
    world.make_function(Timeout=10)
    short = world.make_queue("short", visibility_timeout=9)

    assert refusal_of(world.make_mapping, EventSourceArn=short) == INVALID


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        ("get_function", {"FunctionName": "nobody"}),
        ("get_function_configuration", {"FunctionName": "nobody"}),
        ("invoke", {"FunctionName": "nobody"}),
        ("get_event_source_mapping", {"UUID": UNKNOWN}),
        ("update_event_source_mapping", {"UUID": UNKNOWN, "BatchSize": 1}),
        ("delete_event_source_mapping", {"UUID": UNKNOWN}),
        ("delete_function", {"FunctionName": "nobody"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_not_there_is_not_found(world: World, operation: str, arguments: dict[str, Any]) -> None:
    assert refusal_of(getattr(world.lambda_, operation), **arguments) == NOT_FOUND


def test_all_other_services_are_passed_on(world: World) -> None:
    assert world.clients.sts.get_caller_identity()["Account"] == "123456789012"


@pytest.fixture
def answering(world: World, monkeypatch: pytest.MonkeyPatch) -> Callable[[InvocationResult | LambdaServiceError], Mock]:
    """Answers every invocation with the one result, or refuses it; gives what records them."""

    def answer(with_: InvocationResult | LambdaServiceError) -> Mock:
        invoke = Mock(side_effect=[with_])
        monkeypatch.setattr(world.service.functions, "invoke", invoke)
        return invoke

    return answer


def test_an_invocation_s_payloads_pass_as_they_are(world: World, answering: Callable[..., Mock]) -> None:
    invoke = answering(a_result(b'{"batchItemFailures": []}'))

    answer = world.lambda_.invoke(FunctionName=f"{ARNS}:function:worker", Payload=b'{"Records": []}')

    invoke.assert_called_once_with("worker", b'{"Records": []}')
    assert (answer["StatusCode"], answer["Payload"].read()) == (200, b'{"batchItemFailures": []}')
    assert "FunctionError" not in answer


def test_without_a_payload_the_function_gets_an_empty_object(world: World, answering: Callable[..., Mock]) -> None:
    invoke = answering(a_result(b"null"))

    world.lambda_.invoke(FunctionName="worker")

    invoke.assert_called_once_with("worker", b"{}")


def test_an_error_of_the_function_is_an_answer_with_its_name(world: World, answering: Callable[..., Mock]) -> None:
    answering(a_result(b'{"errorType": "KeyError"}', "Unhandled"))

    answer = world.lambda_.invoke(FunctionName="worker")

    assert (answer["StatusCode"], answer.get("FunctionError")) == (200, "Unhandled")
    assert answer["Payload"].read() == b'{"errorType": "KeyError"}'


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (InvalidParameterValueException("no"), 400),
        (ValidationException("no"), 400),
        (ResourceNotFoundException("no"), 404),
        (ResourceConflictException("no"), 409),
        (RequestTooLargeException("no"), 413),
        (TooManyRequestsException("no"), 429),
    ],
    ids=lambda value: value.code if isinstance(value, LambdaServiceError) else "",
)
def test_each_refusal_has_aws_s_code_status_and_the_service_s_words(
    world: World, answering: Callable[..., Mock], error: LambdaServiceError, status: int
) -> None:
    answering(error)

    with pytest.raises(ClientError) as refused:
        world.lambda_.invoke(FunctionName="worker")
    assert said_in(refused.value) == (error.code, "no", status)


def test_what_cannot_be_done_here_is_refused_by_a_code_that_nobody_takes_for_gone(world: World) -> None:
    assert refusal_of(world.lambda_.list_aliases, FunctionName="worker") == ("UnknownOperationException", 400)
