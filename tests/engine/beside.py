"""Runs cells by Pulumi's own engine, and reviews the same change by both routes."""

import json
import shutil
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pulumi.runtime.proto import provider_pb2

from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.plugin import Plugin, serving
from minitickets.stack.deployed import APPS
from pulumicheck.commands.difference import review_revision
from pulumicheck.plan.project import Project, read_project
from pulumicheck.review.names import Accepted
from pulumicheck.review.preview import read_preview
from pulumicheck.review.review import Review, review_preview
from tests.engine.cells import Cell
from tests.engine.conftest import PulumiStack, pulumi_environment

_REGION = "ap-south-1"
_PULL = {
    "Effect": "Allow",
    "Principal": {"Service": "lambda.amazonaws.com"},
    "Action": ["ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"],
}
_PULLED = json.dumps({"Version": "2012-10-17", "Statement": [_PULL]})
_PROGRAM = Path(__file__).with_name("cells_program.py")
# The worst first; what the engine calls each.
_OPS = {
    "replace": {"replace", "create-replacement", "import-replacement", "read-replacement"},
    "delete": {"delete"},
    "import": {"import"},
    "create": {"create"},
    "update": {"update"},
    "same": {"same", "read", "discard", "refresh", "diff", "delete-replaced", "discard-replaced"},
}


@dataclass(frozen=True)
class Outcome:
    """What the three say of each URN of a provider's resource.

    Attributes:
        engine: the engine's operation, by URN.
        lost: the URNs of what the engine deletes in AWS and that holds data.
        diff: the review of `plan --diff`.
        diff_from: the review of `plan --diff-from`.
    """

    engine: Mapping[str, str]
    lost: frozenset[str]
    diff: Review
    diff_from: Review


class AnywherePlugin(Plugin):
    """A provider whose region nobody minds, as long as nothing is made there."""

    def CheckConfig(self, request: provider_pb2.CheckRequest, context: Any) -> provider_pb2.CheckResponse:  # noqa: ARG002, N802
        return provider_pb2.CheckResponse(inputs=request.news)


def beside_the_engine(folder: Path, cells: Mapping[str, Cell]) -> Outcome:
    """Deploys all forms before, and asks what the forms after come to."""
    with deployed(folder, cells) as stack:
        stack.set(form="after")
        return outcome_of(stack)


@contextmanager
def deployed(folder: Path, cells: Mapping[str, Cell]) -> Generator[PulumiStack]:
    """A stack with all forms before, which are committed as well."""
    with EmbeddedAws(_REGION, APPS) as aws, serving(aws.clients, plugin=AnywherePlugin) as port:
        there = [aws.clients.sqs.create_queue(QueueName=f"{cell}-there")["QueueUrl"] for cell in cells]
        aws.clients.ecr.create_repository(repositoryName="it")
        aws.clients.ecr.set_repository_policy(repositoryName="it", policyText=_PULLED)
        project = _project(folder, json.dumps(cells).replace("QUEUES", there[0].rpartition("/")[0]))
        environment = {**pulumi_environment(folder), "PULUMI_DEBUG_PROVIDERS": f"aws:{port}"}
        stack = PulumiStack(project, aws, environment)
        stack.pulumi("stack", "init", "dev")
        stack.up()
        _commit(project)
        yield stack


def outcome_of(stack: PulumiStack) -> Outcome:
    """What the engine would do now, and what the review says of it."""
    told = _preview(stack)
    ops = _engine_ops(told)
    review = reviewed(stack)
    return Outcome(ops, _lost(told, ops), review, review_preview(read_preview(json.dumps(told)), Accepted()))


def reviewed(stack: PulumiStack) -> Review:
    """What `plan --diff HEAD` says."""
    return review_revision(stack.project, "dev", {}, "HEAD", Accepted())


def _project(folder: Path, cells: str) -> Project:
    root = folder / "project"
    (root / "infra").mkdir(parents=True)
    (root / "Pulumi.yaml").write_text("name: cells\nruntime: python\nmain: infra\n")
    (root / "Pulumi.dev.yaml").write_text(f"config:\n  aws:region: {_REGION}\n  cells:form: before\n")
    shutil.copy(_PROGRAM, root / "infra" / "__main__.py")
    (root / "infra" / "cells.json").write_text(cells)
    return read_project(root)


def _commit(project: Project) -> None:
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
    for line in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "Before"]):
        subprocess.run([shutil.which("git") or "git", *identity, *line], cwd=project.root, check=True)


def _preview(stack: PulumiStack) -> dict[str, Any]:
    told = json.loads(stack.pulumi("preview", "--json", "--show-sames"))
    assert {each["severity"] for each in told.get("diagnostics") or []} <= {"info", "warning", "info#err"}, told[
        "diagnostics"
    ]
    return told


def _engine_ops(told: Mapping[str, Any]) -> dict[str, str]:
    """The worst of the operations on each URN, read apart from what is tested."""
    ops: dict[str, set[str]] = {}
    for step in told["steps"]:
        if (step.get("newState") or step["oldState"]).get("custom") and "::default" not in step["urn"]:
            ops.setdefault(step["urn"], set()).add(step["op"])
    return {urn: next(word for word, names in _OPS.items() if names & found) for urn, found in ops.items()}


def _lost(told: Mapping[str, Any], ops: Mapping[str, str]) -> frozenset[str]:
    """What is deleted in AWS, of the types that hold data."""
    olds = {step["urn"]: step["oldState"] for step in told["steps"] if step.get("oldState")}
    gone = {urn: olds[urn] for urn, op in ops.items() if op in ("replace", "delete")}
    holding = (
        "aws:sqs/queue:Queue",
        "aws:dynamodb/table:Table",
        "aws:s3/bucket:Bucket",
        "aws:cloudwatch/logGroup:LogGroup",
    )
    return frozenset(
        urn
        for urn, old in gone.items()
        if old["type"] in holding and not old.get("retainOnDelete") and not old.get("external")
    )
