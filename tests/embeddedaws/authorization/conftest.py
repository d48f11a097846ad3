"""Authorization in front of moto, and one role whose policy each test chooses."""

import json
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import pytest
from botocore.auth import S3SigV4Auth, SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import ReadOnlyCredentials
from botocore.exceptions import ClientError

from embeddedaws.authorization.layer import Authorization, Authorized
from embeddedaws.call import Account, ContextValue
from embeddedaws.clients import DEPLOYER, Clients, Credentials
from embeddedaws.mailbox import Mailbox
from embeddedaws.moto.deployed import Deployed
from embeddedaws.moto.mended import mended
from embeddedaws.moto.queue_time import LongPolling, QueueClock

REGION = "ap-south-1"
ACCOUNT = "123456789012"
ROLE_ARN = f"arn:aws:iam::{ACCOUNT}:role/tester"
LAMBDA = "lambda.amazonaws.com"

TICKETS = f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/tickets"
KEY: Any = {"userId": {"S": "me"}, "ticketId": {"S": "1"}}
YOUR_KEY: Any = {"userId": {"S": "you"}, "ticketId": {"S": "1"}}
TEXT: Any = {"Subject": {"Data": "x"}, "Body": {"Text": {"Data": "x"}}}

Statement = Mapping[str, Any]
Asked = list[tuple[str, str, dict[str, ContextValue]]]


class World:
    """What there is: a queue, two tables, a bucket, a secret, a log group, two email identities, and the role."""

    def __init__(self, url: str, app: WSGIApplication, emails: Path) -> None:
        self.url = url
        self.reached: list[str] = []
        """The requests that got past the layer, each as method and path."""
        self.decisions: list[Authorized] = []
        self.deployed = Deployed(Account(ACCOUNT, REGION))
        self.mailbox = Mailbox(LongPolling(app, QueueClock()), emails, lambda _identity: True)
        service = Credentials("AKIALOCALLAMBDA00000", "of the service")
        self.authorization = Authorization(
            self._beyond, self.deployed, deployer=DEPLOYER, services={LAMBDA: service}, observe=self.decisions.append
        )
        self.deployer = Clients(REGION, url, DEPLOYER)
        self.service = Clients(REGION, url, service)

    def _beyond(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        self.reached.append(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}")
        return self.mailbox(environ, start_response)

    def build(self) -> None:
        """Makes the resources and the role."""
        aws = self.deployer
        self.queue_url = aws.sqs.create_queue(QueueName="jobs")["QueueUrl"]
        aws.sqs.create_queue(QueueName="victim")
        _create_table(aws, "tickets")
        _create_table(aws, "victim")
        for bucket in ("assets", "victim"):
            aws.s3.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": REGION})
        aws.s3.put_object(Bucket="victim", Key="secret", Body=b"secret")
        self.secret_arn = aws.secretsmanager.create_secret(Name="keys", SecretString="{}")["ARN"]
        self.victim_secret_arn = aws.secretsmanager.create_secret(Name="victim", SecretString="{}")["ARN"]
        for group in ("/app", "/victim"):
            aws.logs.create_log_group(logGroupName=group)
            aws.logs.create_log_stream(logGroupName=group, logStreamName="one")
        for identity in ("example.com", "vip@example.com", "guest@example.org"):
            aws.sesv2.create_email_identity(EmailIdentity=identity)
        self.create_role("tester")
        self.credentials = self.assume()
        self.role = Clients(REGION, self.url, self.credentials)

    def create_role(self, name: str, **more: Any) -> None:
        """Makes a role that Lambda may assume, with tags of the session."""
        trust = {
            "Effect": "Allow",
            "Principal": {"Service": LAMBDA},
            "Action": ["sts:AssumeRole", "sts:TagSession"],
        }
        self.deployer.iam.create_role(RoleName=name, AssumeRolePolicyDocument=document(trust), **more)

    def assume(self, role_arn: str = ROLE_ARN, **more: Any) -> Credentials:
        """New credentials of the role."""
        made = self.service.sts.assume_role(RoleArn=role_arn, RoleSessionName="session", **more)["Credentials"]
        return Credentials(made["AccessKeyId"], made["SecretAccessKey"], made["SessionToken"])

    def allow(self, actions: str | Sequence[str], resources: str | Sequence[str] = "*", **more: Any) -> None:
        """Lets the role do this and nothing else."""
        self.policy({"Effect": "Allow", "Action": actions, "Resource": resources, **more})

    def policy(self, *statements: Statement) -> None:
        """Gives the role this policy and no other."""
        self.deployer.iam.put_role_policy(RoleName="tester", PolicyName="own", PolicyDocument=document(*statements))
        self.forget()

    def forget(self) -> None:
        """Begins to record anew."""
        self.reached.clear()
        self.decisions.clear()

    def asked(self, use: Callable[[Clients], object]) -> Asked:
        """What the layer asks the policies for one use of the API by the role, which may do everything."""
        self.allow("*")
        with suppress(ClientError):  # what becomes of it later is of no interest
            use(self.role)
        return [(each.call.action, each.call.resource, dict(each.call.context)) for each in self.decisions]

    def refused(self, use: Callable[[Clients], object]) -> ClientError:
        """The error of a use that the layer has to refuse."""
        with pytest.raises(ClientError) as refusal:
            use(self.role)
        assert self.reached == []
        return refusal.value

    def send(self, method: str, target: str, *, service: str, **more: Any) -> "Answer":
        """Sends a request of any shape, signed by the role.

        Args:
            method: of HTTP.
            target: path and query, as they go over the wire.
            service: what it is signed for.
            more: `headers`, `body`, `region`, `by` (credentials), `also` (headers that are not signed, as pairs).
        """
        headers: dict[str, str] = {"Host": urlsplit(self.url).netloc, **more.get("headers", {})}
        body: bytes = more.get("body", b"")
        request = AWSRequest(method, f"http://signed{target}", headers=headers, data=body)
        by: Credentials = more.get("by", self.credentials)
        signer = S3SigV4Auth if service == "s3" else SigV4Auth
        keys = ReadOnlyCredentials(by.access_key_id, by.secret_access_key, by.session_token)
        signer(keys, service, more.get("region", REGION)).add_auth(request)
        return self.wire(method, target, [*request.headers.items(), *more.get("also", [])], body)

    def wire(self, method: str, target: str, headers: Iterable[tuple[str, str]], body: bytes = b"") -> "Answer":
        """Sends exactly this."""
        address = urlsplit(self.url)
        connection = HTTPConnection(address.hostname or "", address.port, timeout=5)
        try:
            connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
            given = list(headers)
            if not {"content-length", "transfer-encoding"} & {name.lower() for name, _ in given}:
                given.append(("Content-Length", str(len(body))))
            for name, value in given:
                connection.putheader(name, value)
            connection.endheaders(body)
            response = connection.getresponse()
            return Answer(response.status, response.read().decode())
        finally:
            connection.close()


class Answer(NamedTuple):
    """Of HTTP."""

    status: int
    text: str


def document(*statements: Statement) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": statements})


def _create_table(aws: Clients, name: str) -> None:
    aws.dynamodb.create_table(
        TableName=name,
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "userId", "KeyType": "HASH"}, {"AttributeName": "ticketId", "KeyType": "RANGE"}],
        AttributeDefinitions=[
            {"AttributeName": each, "AttributeType": "S"} for each in ("userId", "ticketId", "eventDate")
        ],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "by-date",
                "KeySchema": [{"AttributeName": "eventDate", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
    )
    for user in ("me", "you"):
        item = {"userId": {"S": user}, "ticketId": {"S": "1"}, "eventDate": {"S": "2026-12-24"}}
        aws.dynamodb.put_item(TableName=name, Item=item)


@pytest.fixture(scope="module")
def _world(stage: Any, emptied_moto: Any, tmp_path_factory: pytest.TempPathFactory) -> Generator[World]:
    world = World(stage.server.url, emptied_moto(), tmp_path_factory.mktemp("emails"))
    stage.serve(world.authorization)
    with mended():
        world.build()
        yield world
        for clients in (world.deployer, world.service, world.role):
            clients.close()


@pytest.fixture
def world(_world: World) -> World:
    """The same for all tests of a module; each begins with a role that may do nothing."""
    _world.allow("none:Nothing")
    return _world
