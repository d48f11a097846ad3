"""Causes of trouble, made for real and undone on the way out, however that is."""

import copy
import json
import secrets
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any

from embeddedaws.clients import Clients
from embeddedaws.moto.tampering import no_email_identities, no_secret_value
from minitickets.drill.scene import Scene
from minitickets.ops.pipelines import Pipeline

Statement = dict[str, Any]


@contextmanager
def statement_changed(
    scene: Scene, pipeline: Pipeline, sid: str, change: Callable[[Statement], Statement]
) -> Generator[None]:
    """Another statement in the policy of that name of the function's role."""
    iam = scene.aws.clients.iam
    role = scene.stack.role_arn(pipeline.function).rpartition("/")[2]
    before: Any = iam.get_role_policy(RoleName=role, PolicyName=sid)["PolicyDocument"]
    changed = copy.deepcopy(before)
    changed["Statement"] = [change(each) if each["Sid"] == sid else each for each in changed["Statement"]]
    try:
        iam.put_role_policy(RoleName=role, PolicyName=sid, PolicyDocument=json.dumps(changed))
        yield
    finally:
        iam.put_role_policy(RoleName=role, PolicyName=sid, PolicyDocument=json.dumps(before))


@contextmanager
def function_changed(scene: Scene, pipeline: Pipeline, **changes: Any) -> Generator[None]:
    """Another configuration of the function; its environments start anew."""
    functions = scene.aws.lambda_service.functions
    before = functions.get(pipeline.function)
    try:
        functions.update(replace(before, **changes))
        yield
    finally:
        functions.update(before)


@contextmanager
def no_partial_answers(scene: Scene, pipeline: Pipeline) -> Generator[None]:
    """The function's mapping without ReportBatchItemFailures."""
    client = scene.aws.clients.lambda_
    (mapping,) = client.list_event_source_mappings(FunctionName=pipeline.function)["EventSourceMappings"]
    uuid, before = mapping.get("UUID", ""), mapping.get("FunctionResponseTypes", [])
    try:
        client.update_event_source_mapping(UUID=uuid, FunctionResponseTypes=[])
        yield
    finally:
        client.update_event_source_mapping(UUID=uuid, FunctionResponseTypes=before)


@contextmanager
def no_concurrency(scene: Scene) -> Generator[None]:
    """An account whose concurrency is used up, as by a function beside this stack."""
    concurrency = scene.aws.lambda_service.functions.concurrency
    before = concurrency.limit
    try:
        concurrency.limit = 0
        yield
    finally:
        concurrency.limit = before


def no_signing_key(scene: Scene) -> AbstractContextManager[None]:
    """The signing secret as Pulumi makes it, before a key is written into it."""
    return no_secret_value(scene.aws.account, scene.stack.output("signingSecretArn"))


@contextmanager
def sender_not_verified(scene: Scene) -> Generator[str]:
    """No verified identity for the worker's sender; gives the sender."""
    sender = scene.aws.lambda_service.functions.get(scene.worker.function).environment["SENDER"]
    domain = sender.rpartition("@")[2]
    verified = scene.aws.contents.email_identities()
    theirs = {each for each in verified if each == sender or f".{domain}".endswith(f".{each}")}
    with no_email_identities(scene.aws.account, theirs):
        yield sender


def api(scene: Scene) -> AbstractContextManager[Clients]:
    """A task of the api, with the api's policy and nothing else."""
    return scene.stack.api(f"drill-{secrets.token_hex(4)}-api")
