"""AWS's SDK for JavaScript does on the embedded AWS what the project's pages say that one may do."""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from embeddedaws.clients import DEPLOYER, Clients
from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.resources.provider import MAKERS
from minitickets.stack.bookings import as_body, sample_booking
from minitickets.stack.deployed import APPS, DeployedStack, deploy
from minitickets.stack.drain import drain
from pulumicheck.types.table import AWS_PROVIDER
from tests.fixtures.project import DEV, PROJECT

_HERE = Path(__file__).parent
_NODE = shutil.which("node")
_MISSING = pytest.mark.skip("there is no Node, or no SDK in tests/sdk/node_modules (`make sdk` installs it, with npm)")
_IS_THERE = _NODE and (_HERE / "node_modules").is_dir()
pytestmark = [pytest.mark.engine, pytest.mark.long, *([] if _IS_THERE else [_MISSING])]


_LIMIT = 120  # seconds that all calls together may take
_COMMAND = re.compile(r"\baws ([a-z0-9]+) ([a-z]+(?:-[a-z]+)+|ls|tail)\b")
# Commands of the AWS CLI that are named otherwise than the operation that they stand for, and services likewise.
_OPERATIONS = {"ls": "list-objects-v2", "tail": "filter-log-events", "get-login-password": "get-authorization-token"}
_PACKAGES = {"logs": "cloudwatch-logs", "s3api": "s3", "secretsmanager": "secrets-manager"}
_TRUST = {"Effect": "Allow", "Principal": {"Service": "ecs-tasks.amazonaws.com"}, "Action": "sts:AssumeRole"}
_IMAGE = {"schemaVersion": 2, "config": {"digest": "sha256:00"}, "layers": []}


def _prepare(aws: Clients, stack: DeployedStack) -> None:
    """What the calls find: a role of another system, a line in the log, an object and an image."""
    aws.iam.create_role(RoleName="API_TASK_ROLE", AssumeRolePolicyDocument=json.dumps({"Statement": _TRUST}))
    log: Any = {"logGroupName": stack.output("workerLogGroup"), "logStreamName": "earlier"}
    aws.logs.create_log_stream(**log)
    line = json.dumps({"level": "WARNING", "message": "job_failed"})
    aws.logs.put_log_events(**log, logEvents=[{"timestamp": int(time.time() * 1000), "message": line}])
    aws.s3.put_object(Bucket=stack.output("assetsBucket"), Key="tickets/first.png", Body=b"")
    aws.ecr.put_image(
        repositoryName=stack.output("repositoryUrl").rpartition("/")[2],
        imageTag="first",
        imageManifest=json.dumps(_IMAGE),
        imageManifestMediaType="application/vnd.docker.distribution.manifest.v2+json",
    )


def _call(stack: DeployedStack, booking: str) -> list[dict[str, Any]]:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": os.devnull,  # where no file of the developer's can be
        "AWS_ENDPOINT_URL": stack.aws.endpoint_url,
        "AWS_REGION": stack.aws.region,
        "AWS_ACCESS_KEY_ID": DEPLOYER.access_key_id,
        "AWS_SECRET_ACCESS_KEY": DEPLOYER.secret_access_key,
        "STACK": json.dumps(stack.recording.outputs),
        "BOOKING": booking,
    }
    command = [_NODE or "node", str(_HERE / "calls.mjs")]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=_LIMIT)
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.fixture(scope="module")
def deployed() -> Iterator[DeployedStack]:
    with EmbeddedAws(DEV.region, APPS) as aws:
        yield deploy(aws, PROJECT, DEV.stack)


@pytest.fixture(scope="module")
def calls(deployed: DeployedStack) -> list[dict[str, Any]]:
    """What was called, once for all tests here, and how it was answered."""
    _prepare(deployed.aws.clients, deployed)
    return _call(deployed, as_body(sample_booking("sdk", "1")))


def _named(text: str) -> set[tuple[str, str]]:
    """The service and the operation of each command of the AWS CLI."""
    commands: list[tuple[str, str]] = _COMMAND.findall(text)
    found = {(_PACKAGES.get(service, service), _OPERATIONS.get(name, name)) for service, name in commands}
    return {(service, name.title().replace("-", "")) for service, name in found}


def test_each_call_is_answered_as_it_should_be(calls: list[dict[str, Any]]) -> None:
    assert [each for each in calls if each["found"] != each["wanted"]] == []


def test_every_operation_that_a_page_or_the_map_names_is_called(calls: list[dict[str, Any]]) -> None:
    pages = [path.read_text(encoding="utf-8") for path in (PROJECT.root / "README.md", *PROJECT.root.glob("docs/*.md"))]
    rows = [row.cli for row in (*MAKERS, AWS_PROVIDER)]
    named = _named("\n".join([*pages, *rows]))

    assert len(named) > 30
    assert named - {(each["service"], each["operation"]) for each in calls} == set()


def test_a_booking_that_it_published_becomes_an_email(deployed: DeployedStack, calls: list[dict[str, Any]]) -> None:
    assert calls
    drain(deployed, lambda: 0, lambda _progress: None, patience=15)

    assert [email.recipient for email in deployed.aws.mailbox.emails] == ["guest1@example.com"]
