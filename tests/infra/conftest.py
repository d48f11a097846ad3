"""Records the program in this process, without an engine: a small stand-in for the engine's end of the protocol."""

import asyncio
import contextvars
import json
from collections.abc import Callable
from concurrent import futures
from dataclasses import dataclass, field
from typing import Any

import pytest
from google.protobuf import empty_pb2, json_format
from pulumi.runtime import mocks
from pulumi.runtime import settings as runtime
from pulumi.runtime.proto import resource_pb2, resource_pb2_grpc
from pulumi.runtime.stack import run_in_stack

from infra.naming import Names
from infra.program import declare
from infra.settings import read_settings

STACK_TYPE = "pulumi:pulumi:Stack"
PROJECT = "minitickets"  # whatever Pulumi.yaml says: the program does as the engine tells it
ACCOUNT = "123456789012"
CONFIG = {
    "aws:region": "ap-south-1",
    "minitickets:computeEnabled": "true",
    "minitickets:dataEnabled": "true",
    "minitickets:imageDigest": "sha256:" + "ab" * 32,
    "minitickets:senderDomain": "minitickets.theversehub.in",
    "minitickets:sender": "no-reply@minitickets.theversehub.in",
    "minitickets:testAddress": "minitickets-test@theversehub.in",
}


@dataclass(frozen=True)
class Resource:
    type: str
    name: str
    urn: str
    parent: str
    custom: bool
    inputs: dict[str, Any]
    protect: bool
    dependencies: frozenset[str]
    provider: str


@dataclass
class Recorder(resource_pb2_grpc.ResourceMonitorServicer):
    """Answers registrations as AWS might, and remembers them; called in this process or over gRPC."""

    project: str
    stack: str
    preview: bool = False
    """A first `pulumi preview`, which knows nothing that a deployment has to tell."""
    resources: list[Resource] = field(default_factory=list[Resource])
    outputs: dict[str, Any] = field(default_factory=dict[str, Any])

    def GetDeploymentInfo(self, request: Any, context: Any = None) -> Any:  # noqa: ARG002, N802
        return resource_pb2.DeploymentInfo()

    def RegisterResource(self, request: Any, context: Any = None) -> Any:  # noqa: ARG002, N802
        parents = request.parent.split("::")[2] + "$" if request.parent else ""
        parents = parents.removeprefix(f"{STACK_TYPE}$")
        urn = f"urn:pulumi:{self.stack}::{self.project}::{parents}{request.type}::{request.name}"
        if request.type == STACK_TYPE:
            return resource_pb2.RegisterResourceResponse(urn=urn)
        inputs = json_format.MessageToDict(request.object)
        self.resources.append(
            Resource(
                *(request.type, request.name, urn, request.parent, request.custom, inputs, request.protect),
                frozenset(request.dependencies),
                request.provider,
            )
        )
        id_, outputs = ("", inputs)
        if request.custom and not self.preview:
            id_, outputs = _created(request.type, request.name, inputs)
        response = resource_pb2.RegisterResourceResponse(urn=urn, id=id_)
        response.object.update(outputs)
        return response

    def RegisterResourceOutputs(self, request: Any, context: Any = None) -> Any:  # noqa: ARG002, N802
        if f"::{STACK_TYPE}::" in request.urn:
            self.outputs.update(json_format.MessageToDict(request.outputs))
        return empty_pb2.Empty()

    def SignalAndWaitForShutdown(self, request: Any, context: Any = None) -> Any:  # noqa: ARG002, N802
        return empty_pb2.Empty()

    def one(self, type_: str, name: str) -> Resource:
        """The only resource whose type ends so and that has this logical name."""
        (found,) = [each for each in self.resources if each.type.endswith(f":{type_}") and each.name == name]
        return found

    def all(self, type_: str) -> list[Resource]:
        return [each for each in self.resources if each.type.endswith(f":{type_}")]

    def component_of(self, resource: Resource) -> Resource:
        (found,) = [each for each in self.resources if each.urn == resource.parent]
        return found

    def role_statements(self, role_name: str) -> dict[str, tuple[set[str], set[str], Any]]:
        """Policy name to actions, resources and condition, for each inline policy of a role."""
        return {
            policy.inputs["name"]: _grant(policy.inputs["policy"])
            for policy in self.all("RolePolicy")
            if policy.inputs["role"] == role_name
        }


def _grant(text: str) -> tuple[set[str], set[str], Any]:
    policy = json.loads(text)
    assert policy["Version"] == "2012-10-17"
    (statement,) = policy["Statement"]
    assert statement["Effect"] == "Allow"
    assert statement.keys() <= {"Sid", "Effect", "Action", "Resource", "Condition"}
    return set(statement["Action"]), set(statement["Resource"]), statement.get("Condition")


def _created(type_: str, name: str, inputs: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    physical = inputs.get("name") or inputs.get("emailIdentity") or inputs.get("bucketPrefix", name)
    service = type_.partition(":")[2].partition("/")[0]
    id_ = f"https://sqs/{physical}" if type_ == "aws:sqs/queue:Queue" else physical
    known = {"name": physical, "arn": f"arn:aws:{service}:::{physical}"}
    if type_ == "aws:ecr/repository:Repository":
        known |= {"registryId": ACCOUNT, "repositoryUrl": f"{ACCOUNT}.dkr.ecr/{physical}"}
    if type_ == "aws:sesv2/emailIdentity:EmailIdentity":
        return id_, inputs | known | {"dkimSigningAttributes": {"tokens": ["t1", "t2", "t3"]}}
    return id_, inputs | known


def _record(stack: str, config: dict[str, str], *, project: str = PROJECT, preview: bool = False) -> Recorder:
    recorder = Recorder(project, stack, preview)

    def program() -> None:
        settings = read_settings(project, stack, config)
        declare(Names(project, stack, settings.region), settings)

    def run() -> None:
        runtime.configure(
            mocks.MockSettings(
                monitor=recorder,
                engine=mocks.MockEngine(None),
                project=project,
                stack=stack,
                dry_run=preview,
                monitor_features=set[int](),
                callbacks=None,
            )
        )
        asyncio.run(run_in_stack(program))

    # Pulumi keeps its state in context variables: a context of its own, on a thread without an event loop.
    with futures.ThreadPoolExecutor(1) as pool:
        pool.submit(contextvars.Context().run, run).result(timeout=60)
    return recorder


@pytest.fixture(scope="session", autouse=True)
def an_output_in_a_string_is_an_error() -> Any:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PULUMI_ERROR_OUTPUT_STRING", "1")
        yield


@pytest.fixture
def config() -> dict[str, str]:
    """A whole dev stack's config, as Pulumi hands it to the program."""
    return dict(CONFIG)


@pytest.fixture(scope="session")
def record() -> Callable[..., Recorder]:
    """Runs the program: `record(stack, config)`, under another `project`, or as a first preview with `preview=True`."""
    return _record


@pytest.fixture(scope="session")
def new_recorder() -> Callable[[str, str], Recorder]:
    return Recorder


@pytest.fixture(scope="session")
def dev_with() -> Callable[[dict[str, str]], Recorder]:
    """The whole dev stack but for this config."""
    return lambda changes: _record("dev", CONFIG | changes)


@pytest.fixture(scope="session")
def dev() -> Recorder:
    """The whole dev stack."""
    return _record("dev", CONFIG)


@pytest.fixture(scope="session")
def denies_insecure_transport() -> Callable[..., dict[str, Any]]:
    """The statement that denies these actions on these resources to everyone who comes without TLS."""
    return lambda actions, *resources: {
        "Sid": "DenyInsecureTransport",
        "Effect": "Deny",
        "Principal": "*",
        "Action": [actions],
        "Resource": [*resources],
        "Condition": {"Bool": {"aws:SecureTransport": "false"}},
    }
