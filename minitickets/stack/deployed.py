"""One stack of this project on an embedded AWS: what demo, local, drill, prove and soak build on."""

import json
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from embeddedaws.clients import Clients, queue_name
from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.errors import EmbeddedAwsError
from embeddedaws.log_groups import read_log_group
from infra.naming import Names
from minitickets.errors import CommandError
from minitickets.ops.bookings_file import BadLine, GoodLine
from minitickets.ops.keys import write_ring
from minitickets.ops.pipelines import Pipelines, pipelines_of
from minitickets.ops.publish import Published, publish_all
from pulumicheck.plan.project import Project
from pulumicheck.plan.recording import Recording
from pulumicheck.types.sqs import QUEUE
from tickets.signing_key import KeyRing

APPS = Path(__file__).resolve().parents[2] / "apps"
"""The folder with the functions' code, as it is in the image."""

Logs = Mapping[str, Sequence[str]]
"""All lines of each function's log group, by `worker` and `tickets`."""

_ANY_IMAGE = "sha256:" + "0" * 64  # the functions' code is taken from a folder
_TASKS = "ecs-tasks.amazonaws.com"


class StoredObject(NamedTuple):
    """An object of a bucket."""

    content_type: str
    content: bytes


@dataclass(frozen=True)
class DeployedStack:
    """A stack with both switches on."""

    aws: EmbeddedAws
    recording: Recording

    @property
    def name(self) -> str:
        """The stack's name."""
        return self.recording.stack

    @property
    def names(self) -> Names:
        """Its physical names."""
        return Names(self.recording.project, self.name, self.aws.region)

    @cached_property
    def pipelines(self) -> Pipelines:
        """Its queues, functions and log groups."""
        return pipelines_of(self.recording.outputs)

    def output(self, name: str) -> str:
        """One of the stack's outputs."""
        return self.recording.outputs[name]

    def declared_as(self, queue_url: str) -> str:
        """What the program calls the queue with that URL."""
        named = queue_name(queue_url)
        return next(each.name for each in self.recording.resources if each.row is QUEUE and each.physical_name == named)

    def role_arn(self, function: str) -> str:
        """The execution role of a function."""
        return self.aws.lambda_service.functions.get(function).role_arn

    def publish(self, lines: Iterable[GoodLine | BadLine]) -> Published:
        """Sends each message to both queues."""
        published = Published()
        for line in publish_all(self.aws.clients.sqs, self.pipelines.queue_urls, lines):
            published.add(line)
        return published

    def read_logs(self) -> Logs:
        """Reads them to the end."""
        self.aws.lambda_service.flush_logs()
        client = self.aws.clients.logs
        return {name: list(read_log_group(client, each.log_group)) for name, each in self.pipelines._asdict().items()}

    def items(self, table: str) -> Iterator[Mapping[str, Any]]:
        """Every item of a table, as DynamoDB writes it."""
        for page in self.aws.clients.dynamodb.get_paginator("scan").paginate(TableName=table, ConsistentRead=True):
            yield from page["Items"]

    def objects(self, bucket: str) -> Iterator[tuple[str, StoredObject]]:
        """Every object of a bucket, with its key."""
        s3 = self.aws.clients.s3
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket):
            for item in page.get("Contents", []):
                key = item.get("Key", "")
                answer = s3.get_object(Bucket=bucket, Key=key)
                yield key, StoredObject(answer["ContentType"], answer["Body"].read())

    @contextmanager
    def api(self, task: str = "api") -> Generator[Clients]:
        """Clients of a task of the api: its program, which is another one, gives it the api's policy and nothing else.

        Args:
            task: tells its role from those of others.
        """
        iam, policy = self.aws.clients.iam, self.output("apiPolicyArn")
        name = f"{self.names.prefix}{task}"
        trust = {"Effect": "Allow", "Principal": {"Service": _TASKS}, "Action": "sts:AssumeRole"}
        document = json.dumps({"Version": "2012-10-17", "Statement": trust})
        try:
            role = iam.create_role(RoleName=name, AssumeRolePolicyDocument=document)["Role"]
            iam.attach_role_policy(RoleName=name, PolicyArn=policy)
            with closing(self.aws.acting_as(role["Arn"], by=_TASKS)) as clients:
                yield clients
        finally:
            with suppress(iam.exceptions.NoSuchEntityException):
                iam.detach_role_policy(RoleName=name, PolicyArn=policy)
            with suppress(iam.exceptions.NoSuchEntityException):
                iam.delete_role(RoleName=name)


def deploy(
    aws: EmbeddedAws,
    project: Project,
    stack: str,
    settings: Mapping[str, str] | None = None,
    *,
    ring: KeyRing | None = None,
) -> DeployedStack:
    """Deploys a stack's program with both switches on.

    Args:
        aws: where to; nothing else is deployed there.
        project: whose program it is.
        stack: whose settings to use.
        settings: take the place of the stack's own.
        ring: what an operator would write into the signing secret next; without, it stays as Pulumi makes it.

    Raises:
        CommandError: the program refused its settings, or declares what cannot be made here.
    """
    switched_on = {"computeEnabled": "true", "dataEnabled": "true", "imageDigest": _ANY_IMAGE}
    try:
        recording = aws.deploy(project, stack, project.config(stack, {**switched_on, **(settings or {})}))
    except EmbeddedAwsError as error:
        raise CommandError(str(error)) from error
    if ring is not None:
        write_ring(aws.clients.secretsmanager, recording.outputs["signingSecretArn"], ring)
    return DeployedStack(aws, recording)
