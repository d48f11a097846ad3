"""A rule of AWS's, and the world that it is tried in."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from botocore.config import Config
from botocore.exceptions import ClientError

from embeddedaws.clients import DEPLOYER, Clients
from embeddedaws.embedded_aws import EmbeddedAws

OK = "ok"


@dataclass(frozen=True)
class Refused:
    """What comes of calls that end with this error code."""

    code: str


@dataclass(frozen=True)
class Rule:
    """One rule, as data."""

    service: str
    sentence: str
    page: str
    """Of AWS's documentation, by its title; an operation's page is in the service's API reference."""
    calls: "Callable[[World], Any]"
    comes: Any
    """What the calls must give, or `Refused`."""


def code_of(error: ClientError) -> str:
    return error.response.get("Error", {}).get("Code", "")


def codes(*calls: Callable[[], Any]) -> list[str]:
    """The error code of each call, or `ok`."""
    return [_code(call) for call in calls]


def _code(call: Callable[[], Any]) -> str:
    try:
        call()
    except ClientError as error:
        return code_of(error)
    return OK


class World:
    """The embedded AWS, and short words for what many rules need; each name is made once."""

    def __init__(self, embedded: EmbeddedAws) -> None:
        self.embedded = embedded
        self.aws: Any = Clients(embedded.region, embedded.endpoint_url, DEPLOYER)  # rules ask for what types forbid
        self.aws._config = self.aws._config.merge(Config(parameter_validation=False))  # and for what botocore does
        self._numbers = count(1)

    def name(self) -> str:
        """A name that nothing has."""
        return f"rule-{next(self._numbers)}"

    def skip(self, seconds: float) -> None:
        """Puts the clock of queues forward."""
        self.embedded.clock.skip(seconds)

    def queue(self, *bodies: str, **attributes: str) -> str:
        """The URL of a new queue with these messages."""
        url = self.aws.sqs.create_queue(QueueName=self.name(), Attributes=attributes)["QueueUrl"]
        for body in bodies:
            self.aws.sqs.send_message(QueueUrl=url, MessageBody=body)
        return url

    def queue_and_dlq(self, *bodies: str, receives: int, **attributes: str) -> tuple[str, str]:
        """The URLs of two queues, the second of which gets the dead letters of the first."""
        dlq = self.queue()
        policy = json.dumps({"deadLetterTargetArn": self.arn(dlq), "maxReceiveCount": receives})
        return self.queue(*bodies, RedrivePolicy=policy, **attributes), dlq

    def attribute(self, url: str, name: str) -> str:
        """Of a queue."""
        return self.aws.sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"].get(name, "")

    def arn(self, url: str) -> str:
        """Of a queue."""
        return self.attribute(url, "QueueArn")

    def receive(self, url: str, visibility: int = 30, limit: int = 10) -> list[Mapping[str, Any]]:
        """Up to that many messages."""
        answer = self.aws.sqs.receive_message(
            QueueUrl=url, VisibilityTimeout=visibility, MaxNumberOfMessages=limit, MessageSystemAttributeNames=["All"]
        )
        return answer.get("Messages", [])

    def bodies(self, url: str) -> list[str]:
        """Of the messages that a receive gives."""
        return sorted(message["Body"] for message in self.receive(url))

    def role(self, *, service: str = "lambda.amazonaws.com", actions: str = "*") -> str:
        """The ARN of a new role that the service may assume."""
        name = self.name()
        trust = {"Effect": "Allow", "Principal": {"Service": service}, "Action": "sts:AssumeRole"}
        allow = {"Effect": "Allow", "Action": actions, "Resource": "*"}
        arn = self.aws.iam.create_role(RoleName=name, AssumeRolePolicyDocument=_document(trust))["Role"]["Arn"]
        self.aws.iam.put_role_policy(RoleName=name, PolicyName="own", PolicyDocument=_document(allow))
        return arn

    def image(self) -> str:
        """The URI of an image that Lambda may pull."""
        name, actions = self.name(), ["ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"]
        made = self.aws.ecr.create_repository(repositoryName=name)["repository"]
        allow = {"Effect": "Allow", "Principal": {"Service": "lambda.amazonaws.com"}, "Action": actions}
        self.aws.ecr.set_repository_policy(repositoryName=name, policyText=_document(allow))
        return f"{made.get('repositoryUri')}@sha256:{'0' * 64}"

    def function(self, **settings: Any) -> str:
        """The name of a new function."""
        usual = {"FunctionName": self.name(), "PackageType": "Image", "Code": {"ImageUri": self.image()}}
        asked: dict[str, Any] = {**usual, "Role": settings.pop("Role", None) or self.role(), **settings}
        return self.aws.lambda_.create_function(**asked).get("FunctionName", "")

    def mapping(self, function: str, queue: str, **settings: Any) -> str:
        """The UUID of a new mapping, which is disabled."""
        made = self.aws.lambda_.create_event_source_mapping(
            FunctionName=function, EventSourceArn=self.arn(queue), Enabled=False, **settings
        )
        return made.get("UUID", "")

    def table(self, *items: Mapping[str, Any], sort: str | None = None) -> str:
        """The name of a new table whose partition key is `id`."""
        keys = ["id", *([sort] if sort else [])]
        name = self.name()
        self.aws.dynamodb.create_table(
            TableName=name,
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": key, "AttributeType": "S"} for key in keys],
            KeySchema=[
                {"AttributeName": key, "KeyType": kind} for key, kind in zip(keys, ("HASH", "RANGE"), strict=False)
            ],
        )
        for item in items:
            self.aws.dynamodb.put_item(TableName=name, Item=item)
        return name

    def bucket(self, *, versioned: bool = False) -> str:
        """The name of a new bucket."""
        name, region = self.name(), self.embedded.region
        self.aws.s3.create_bucket(Bucket=name, CreateBucketConfiguration={"LocationConstraint": region})
        if versioned:
            self.aws.s3.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})
        return name

    def secret(self, *values: str) -> str:
        """The name of a new secret that had these values, one after the other."""
        name = self.name()
        self.aws.secretsmanager.create_secret(Name=name)
        for value in values:
            self.aws.secretsmanager.put_secret_value(SecretId=name, SecretString=value)
        return name


def _document(statement: Mapping[str, Any]) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})
