"""A project of its own, a stack of it on AWS (moto in this process), and one that `minitickets local` keeps running."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from wsgiref.types import WSGIApplication

import pytest
from click import Command
from click.testing import CliRunner, Result
from moto import mock_aws

from embeddedaws.clients import DEPLOYER, Clients
from embeddedaws.introduction import Introduction
from embeddedaws.moto.mended import mended
from embeddedaws.server import Server
from infra.naming import Names
from minitickets.ops.target import LocalStack
from minitickets.stack.bookings import sample_booking
from pulumicheck.plan.project import Project, read_project

AWS_REGION = "ap-south-1"
LOCAL_REGION = "eu-west-1"  # moto keeps regions apart, and so the two stacks


@dataclass(frozen=True)
class Stack:
    """The queues and the secret of a stack named dev."""

    clients: Clients
    names: Names

    def make_queues(self) -> None:
        for name in (self.names.jobs_queue, self.names.tickets_queue):
            self.clients.sqs.create_queue(QueueName=name)

    def make_secret(self, value: str | None = None) -> None:
        self.clients.secretsmanager.create_secret(Name=self.names.signing_secret)
        if value is not None:
            self.clients.secretsmanager.put_secret_value(SecretId=self.names.signing_secret, SecretString=value)

    def secret(self) -> str:
        return self.clients.secretsmanager.get_secret_value(SecretId=self.names.signing_secret)["SecretString"]

    def bodies(self, queue: str) -> list[str]:
        """What a queue holds, in the order in which it was sent; moto keeps it."""
        url, found = self.clients.sqs.get_queue_url(QueueName=queue)["QueueUrl"], []
        while messages := self.clients.sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages"):
            found += [message.get("Body", "") for message in messages]
        return found


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with a stack named dev; it is the working directory."""
    (tmp_path / "Pulumi.yaml").write_text("name: minitickets\n")
    (tmp_path / "Pulumi.dev.yaml").write_text(f"config:\n  aws:region: {AWS_REGION}\n")
    monkeypatch.chdir(tmp_path)
    return read_project(tmp_path)


@pytest.fixture(scope="session")
def aws_clients() -> Clients:
    return Clients(AWS_REGION, credentials=DEPLOYER)


@pytest.fixture
def stack(project: Project, aws_clients: Clients) -> Iterator[Stack]:
    """The stack on AWS, with nothing in it."""
    with mock_aws(), mended():
        yield Stack(aws_clients, Names(project.name, "dev", AWS_REGION))


@pytest.fixture
def local_stack(
    stack: Stack, project: Project, serve: Callable[..., Clients], moto: WSGIApplication
) -> Iterator[Stack]:
    """The stack that is running on this machine beside the one on AWS, with nothing in it."""
    introduction = Introduction(moto)
    clients = serve(introduction, LOCAL_REGION)
    running = LocalStack("dev", LOCAL_REGION, clients.sqs.meta.endpoint_url, introduction.token)
    with running.announced(project):
        yield Stack(clients, stack.names)


@pytest.fixture
def announce(project: Project) -> Iterator[Callable[[str], None]]:
    """What a local stack that was killed has left: its address, where somebody else may listen now."""
    with ExitStack() as left:
        yield lambda url: left.enter_context(LocalStack("dev", LOCAL_REGION, url, "its token").announced(project))


@pytest.fixture
def stale_stack(announce: Callable[[str], None]) -> None:
    """Nobody listens at that address any more."""
    gone = Server(lambda _environ, _start_response: [])
    gone.start()
    gone.stop()
    announce(gone.url)


@pytest.fixture
def run() -> Callable[..., Result]:
    """Runs a command in this process; what it does not turn into a sentence is raised."""

    def run(command: Command, *arguments: str) -> Result:
        result = CliRunner(env={"COLUMNS": "200"}).invoke(command, arguments)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def booking() -> Callable[..., str]:
    """A line of a bookings file, with other fields in the place of some."""

    def line(**fields: object) -> str:
        return json.dumps(sample_booking("test", "1", quantity=2) | fields)

    return line
