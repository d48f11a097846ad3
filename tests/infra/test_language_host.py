import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent import futures
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import pytest
import yaml
from google.protobuf import empty_pb2
from pulumi.runtime.proto import engine_pb2, engine_pb2_grpc, resource_pb2_grpc

ROOT = Path(__file__).parents[2]
PROJECT = yaml.safe_load((ROOT / "Pulumi.yaml").read_text())
STACKS = sorted(path.name.split(".")[1] for path in ROOT.glob("Pulumi.*.yaml"))


class Run(NamedTuple):
    exit_status: int
    printed: str
    errors: list[str]
    recorded: Any


class Engine(engine_pb2_grpc.EngineServicer):
    def __init__(self) -> None:
        self.errors: list[str] = []
        self.warnings: list[str] = []

    def Log(self, request: Any, context: Any) -> Any:  # noqa: ARG002, N802
        if request.severity == engine_pb2.ERROR:
            self.errors.append(request.message)
        if request.severity == engine_pb2.WARNING:
            self.warnings.append(request.message)
        return empty_pb2.Empty()


@pytest.fixture
def run(new_recorder: Callable[[str, str], Any]) -> Iterator[Callable[[str, dict[str, str]], Run]]:
    """Starts the program in a fresh interpreter, with this process as its engine."""
    server = grpc.server(futures.ThreadPoolExecutor(8))
    port = server.add_insecure_port("127.0.0.1:0")

    def start(stack: str, config: dict[str, str]) -> Run:
        recorder, engine = new_recorder(PROJECT["name"], stack), Engine()
        resource_pb2_grpc.add_ResourceMonitorServicer_to_server(recorder, server)
        engine_pb2_grpc.add_EngineServicer_to_server(engine, server)
        server.start()
        launcher, address = str(Path(__file__).with_name("run_as_language_host.py")), f"127.0.0.1:{port}"
        done = subprocess.run(
            [sys.executable, launcher, PROJECT["name"], stack, address, address],
            cwd=ROOT / PROJECT["main"],
            env={"PATH": os.environ["PATH"], "PULUMI_CONFIG": json.dumps(config), "PULUMI_ERROR_OUTPUT_STRING": "1"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert engine.warnings == []
        return Run(done.returncode, done.stdout + done.stderr, engine.errors, recorder)

    yield start
    server.stop(None).wait()


def config_of(stack: str) -> dict[str, str]:
    """What the CLI makes of the project's defaults and the stack's own file: all values as text."""
    defaults = {key: entry["default"] for key, entry in PROJECT["config"].items() if "default" in entry}
    stack_s = yaml.safe_load((ROOT / f"Pulumi.{stack}.yaml").read_text())["config"]
    values = {f"{PROJECT['name']}:{key}": value for key, value in defaults.items()} | stack_s
    return {key: value if isinstance(value, str) else json.dumps(value) for key, value in values.items()}


def own(**settings: str) -> dict[str, str]:
    """Settings under the project's own name."""
    return {f"{PROJECT['name']}:{key}": value for key, value in settings.items()}


def facts(recorded: Any) -> set[tuple[Any, ...]]:
    return {
        (each.urn, each.parent, each.protect, each.dependencies, json.dumps(each.inputs, sort_keys=True))
        for each in recorded.resources
    }


def test_each_of_these_stacks_has_a_file() -> None:
    assert STACKS == ["dev", "local", "prod"]


@pytest.mark.parametrize("stack", ["dev", *(pytest.param(each, marks=pytest.mark.long) for each in STACKS[1:])])
def test_the_program_of_a_stack_file_runs_as_under_pulumi_up(
    stack: str, run: Callable[[str, dict[str, str]], Run], record: Callable[..., Any]
) -> None:
    deployed = run(stack, config_of(stack))

    assert (deployed.exit_status, deployed.printed, deployed.errors) == (0, "", [])
    expected = record(stack, config_of(stack), project=PROJECT["name"])
    assert facts(deployed.recorded) == facts(expected)
    assert deployed.recorded.outputs == expected.outputs


@pytest.mark.long
@pytest.mark.parametrize("stack", STACKS)
def test_the_first_deployment_of_a_stack_file_needs_no_image(
    stack: str, run: Callable[[str, dict[str, str]], Run]
) -> None:
    deployed = run(stack, config_of(stack) | own(computeEnabled="false", imageDigest=""))

    assert (deployed.exit_status, deployed.printed, deployed.errors) == (0, "", [])
    assert "repositoryUrl" in deployed.recorded.outputs
    assert deployed.recorded.all("Function") == []


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"imageDigest": "sha256:12"}, "imageDigest"),
        ({"dataEnabled": "false"}, "dataEnabled"),
        ({"imagedigest": "x"}, "imagedigest"),
    ],
)
def test_a_bad_config_ends_the_program_with_its_key_before_anything_is_declared(
    changes: dict[str, str], key: str, run: Callable[[str, dict[str, str]], Run]
) -> None:
    refused = run("dev", config_of("dev") | own(**changes))

    assert refused.exit_status == 1
    (error,) = refused.errors
    assert error.startswith(f"{PROJECT['name']}:{key} ")
    assert "Traceback" not in error + refused.printed
    assert refused.recorded.resources == []
