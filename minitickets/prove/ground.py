"""The deployed stack, with what it takes to exercise one permission at a time.

Functions are invoked with messages that were received for them, so that what happens is one thing after another; the
mappings do the same by themselves in the demo.
"""

import itertools
import json
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from embeddedaws.authorization.layer import Authorized
from embeddedaws.clients import Clients, queue_name
from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.mapping.record import batch_event
from minitickets.prove.mutants import HeldPolicy
from minitickets.stack.bookings import Booking, sample_booking
from minitickets.stack.deployed import APPS, DeployedStack, deploy
from pulumicheck.plan.project import Project
from pulumicheck.types.arns import ACCOUNT_ID
from tickets.signing_key import create_key_ring

_OPERATOR = "proof-operator"
_OPERATOR_ARN = f"arn:aws:iam::{ACCOUNT_ID}:role/{_OPERATOR}"
_OPERATOR_TRUST = {"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": "sts:AssumeRole"}
_EVERYTHING = {"Effect": "Allow", "Action": ["sqs:*", "s3:*"], "Resource": "*"}


@dataclass(frozen=True)
class Delivery:
    """What became of one message."""

    succeeded: bool
    hidden: float
    """Seconds until it would have come back, had it not been deleted."""


@dataclass(frozen=True, kw_only=True)
class ProvingGround(DeployedStack):
    """A stack on an AWS of its own; the mappings are off."""

    calls: list[Authorized]
    """Every call that a policy had to decide, as it comes."""
    api_clients: Clients
    operator: Clients
    """Someone who may do everything with queues and the bucket."""
    careless_operator: Clients
    """The same without TLS."""
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _roles: dict[str, Clients] = field(default_factory=dict[str, Clients])

    def acting_as(self, role_arn: str) -> Clients:
        """Clients with the credentials of a function's role."""
        if role_arn not in self._roles:
            self._roles[role_arn] = self.aws.acting_as(role_arn)
        return self._roles[role_arn]

    def booking(self, address: str | None = None) -> Booking:
        """A booking that nobody has seen before."""
        return sample_booking("proof", str(next(self._numbers)), email=address)

    def deliver(self, function: str, queue_url: str, booking: Booking) -> Delivery:
        """Sends a booking, receives it and invokes the function with it; afterwards the queue is empty."""
        sqs = self.aws.clients.sqs
        sqs.send_message(QueueUrl=queue_url, MessageBody=json.dumps(booking))
        received = sqs.receive_message(QueueUrl=queue_url, MessageSystemAttributeNames=["All"]).get("Messages", [])
        event = batch_event(received, self.aws.account.arn("sqs", queue_name(queue_url)))
        result = self.aws.lambda_service.functions.invoke(function, event)
        succeeded = result.function_error is None and not json.loads(result.payload)["batchItemFailures"]
        hidden = self.aws.queue_state(queue_name(queue_url)).next_visible
        for message in received:
            sqs.delete_message(QueueUrl=queue_url, ReceiptHandle=message.get("ReceiptHandle", ""))
        return Delivery(succeeded, hidden or 0.0)

    def restart(self, function: str) -> None:
        """Lets the next invocation find a cold environment: a new log stream, nothing cached."""
        functions = self.aws.lambda_service.functions
        functions.update(functions.get(function))

    @contextmanager
    def in_ses_sandbox(self) -> Generator[None]:
        """Puts the account into SES's sandbox."""
        self.aws.deployed.in_ses_sandbox = True
        try:
            yield
        finally:
            self.aws.deployed.in_ses_sandbox = False

    @contextmanager
    def with_policy(self, policy: HeldPolicy, document: dict[str, Any]) -> Generator[None]:
        """Puts another document in a policy's place, and the right one back."""
        self._put(policy, json.dumps(document))
        try:
            yield
        finally:
            self._put(policy, json.dumps(policy.document))

    def _put(self, policy: HeldPolicy, document: str) -> None:
        clients, id_, inputs = self.aws.clients, policy.holder.id, policy.holder.inputs
        match policy.holder.type.rpartition(":")[2]:
            case "RolePolicy":
                clients.iam.put_role_policy(RoleName=inputs["role"], PolicyName=inputs["name"], PolicyDocument=document)
            case "Role":
                clients.iam.update_assume_role_policy(RoleName=id_, PolicyDocument=document)
            case "Policy":
                clients.iam.create_policy_version(PolicyArn=id_, PolicyDocument=document, SetAsDefault=True)
                for version in clients.iam.list_policy_versions(PolicyArn=id_)["Versions"]:
                    if not version.get("IsDefaultVersion"):  # a policy has five at most
                        clients.iam.delete_policy_version(PolicyArn=id_, VersionId=version.get("VersionId", ""))
            case "QueuePolicy":
                clients.sqs.set_queue_attributes(QueueUrl=inputs["queueUrl"], Attributes={"Policy": document})
            case "BucketPolicy":
                clients.s3.put_bucket_policy(Bucket=inputs["bucket"], Policy=document)
            case "RepositoryPolicy":
                clients.ecr.set_repository_policy(repositoryName=inputs["repository"], policyText=document)
            case unknown:
                raise NotImplementedError(f"nobody here knows how to change the policy of a {unknown}")


def _careless(clients: Clients) -> Clients:
    for client in (clients.sqs, clients.s3):
        client.meta.events.register("before-sign", _leave_out_tls)
    return clients


def _create_operator(aws: EmbeddedAws) -> None:
    iam = aws.clients.iam
    trust = json.dumps({"Version": "2012-10-17", "Statement": _OPERATOR_TRUST})
    iam.create_role(RoleName=_OPERATOR, AssumeRolePolicyDocument=trust)
    everything = json.dumps({"Version": "2012-10-17", "Statement": _EVERYTHING})
    iam.put_role_policy(RoleName=_OPERATOR, PolicyName="everything", PolicyDocument=everything)


@contextmanager
def proving_ground(project: Project, stack: str) -> Generator[ProvingGround]:
    """Deploys the stack, writes its signing key, and turns the mappings off."""
    calls: list[Authorized] = []
    with EmbeddedAws(project.region(stack), APPS, observe_authorization=calls.append) as aws:
        deployed = deploy(aws, project, stack, ring=create_key_ring())
        for mapping in aws.lambda_service.mappings.list():
            aws.lambda_service.mappings.delete(mapping.uuid)
        _create_operator(aws)
        with deployed.api() as api_clients:
            yield ProvingGround(
                aws,
                deployed.recording,
                calls=calls,
                api_clients=api_clients,
                operator=aws.acting_as(_OPERATOR_ARN),
                careless_operator=_careless(aws.acting_as(_OPERATOR_ARN)),
            )


def _leave_out_tls(request: Any, **_: Any) -> None:
    request.headers["X-Forwarded-Proto"] = "http"
