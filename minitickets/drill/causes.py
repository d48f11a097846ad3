"""Causes of trouble, made for real and undone on the way out, however that is."""

import copy
import json
import secrets
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from moto.secretsmanager.models import secretsmanager_backends
from moto.ses.models import ses_backends

from embeddedaws.clients import Clients
from minitickets.api_role import create_api_role, remove_api_role
from minitickets.drill.scene import Scene
from minitickets.pipelines import Pipeline
from pulumicheck.types.arns import ACCOUNT_ID

if TYPE_CHECKING:
    from moto.secretsmanager.models import FakeSecret

Statement = dict[str, Any]


@contextmanager
def statement_changed(
    scene: Scene, pipeline: Pipeline, sid: str, change: Callable[[Statement], Statement]
) -> Generator[None]:
    """Another statement in the policy of that name of the function's role."""
    iam = scene.aws.clients.iam
    role = scene.aws.lambda_service.functions.get(pipeline.function).role_arn.rpartition("/")[2]
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


@contextmanager
def no_signing_key(scene: Scene) -> Generator[None]:
    """The signing secret as Pulumi makes it, before a key is written into it; AWS has no call that goes back there."""
    secrets_here = secretsmanager_backends[ACCOUNT_ID][scene.aws.region].secrets
    secret = cast("FakeSecret", secrets_here[scene.deployed.outputs["signingSecretArn"]])
    before = secret.versions, secret.default_version_id
    try:
        secret.versions, secret.default_version_id = {}, None
        yield
    finally:
        secret.versions, secret.default_version_id = before


@contextmanager
def sender_not_verified(scene: Scene) -> Generator[str]:
    """No verified identity for the worker's sender; gives the sender."""
    sender = scene.aws.lambda_service.functions.get(scene.worker.function).environment["SENDER"]
    identities = ses_backends[ACCOUNT_ID][scene.aws.region].email_identities
    domain = sender.rpartition("@")[2]
    before = {each: identities[each] for each in identities if each == sender or f".{domain}".endswith(f".{each}")}
    try:
        for identity in before:
            del identities[identity]
        yield sender
    finally:
        identities.update(before)


@contextmanager
def api(scene: Scene) -> Generator[Clients]:
    """A task of the api, with the api's policy and nothing else."""
    name = f"api-drill-{secrets.token_hex(4)}"
    try:
        with closing(create_api_role(scene.aws, scene.deployed, name)) as clients:
            yield clients
    finally:
        remove_api_role(scene.aws, scene.deployed, name)
