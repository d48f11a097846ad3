"""A stack that somebody else deployed to the embedded AWS, such as a `pulumi up`."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from embeddedaws.clients import Clients
from embeddedaws.embedded_aws import EmbeddedAws
from infra.naming import Names
from minitickets.stack.deployed import DeployedStack
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.project import Project


def finder(aws: EmbeddedAws, project: Project, stack: str) -> Callable[[], DeployedStack | None]:
    """Gives what looks for the stack: it finds nothing as long as a function is not mapped to its queue.

    Args:
        aws: where it is going to be.
        project: whose program it is.
        stack: a stack that has a settings file.

    Raises:
        CheckError: the settings file is missing, or the program refused its settings or failed.
    """
    recording = make_plan(project, stack).recording
    names = Names(project.name, stack, aws.region)

    def find() -> DeployedStack | None:
        functions = {mapping.configuration.function_name for mapping in aws.lambda_service.mappings.list()}
        if not {names.worker_function, names.tickets_function} <= functions:
            return None
        found = {name: look(aws.clients, names) for name, look in _MADE_BY_AWS.items()}
        return DeployedStack(aws, replace(recording, outputs={**recording.outputs, **found}))

    return find


def _queue_url(name: str, clients: Clients, names: Names) -> str:
    return clients.sqs.get_queue_url(QueueName=getattr(names, name))["QueueUrl"]


def _bucket(clients: Clients, names: Names) -> str:
    buckets = [bucket.get("Name", "") for bucket in clients.s3.list_buckets().get("Buckets", [])]
    return next(name for name in buckets if name.startswith(names.assets_bucket_prefix))


def _secret_arn(clients: Clients, names: Names) -> str:
    return clients.secretsmanager.describe_secret(SecretId=names.signing_secret)["ARN"]


# The outputs that only a deployment can tell; the others follow from the names.
_MADE_BY_AWS: dict[str, Callable[[Clients, Names], Any]] = {
    "assetsBucket": _bucket,
    "jobsDlqUrl": partial(_queue_url, "jobs_dlq"),
    "jobsQueueUrl": partial(_queue_url, "jobs_queue"),
    "signingSecretArn": _secret_arn,
    "ticketsDlqUrl": partial(_queue_url, "tickets_dlq"),
    "ticketsQueueUrl": partial(_queue_url, "tickets_queue"),
}
