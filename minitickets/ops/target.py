"""The stack that a command operates on: on AWS, or the one that `minitickets local` keeps running."""

import json
import socket
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar
from urllib.parse import urlsplit

import click

from embeddedaws.clients import DEPLOYER, Clients
from infra.naming import Names
from minitickets.errors import CommandError
from minitickets.home import find_project
from pulumicheck.options import DEFAULT_STACK
from pulumicheck.plan.project import Project

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class OperatedStack:
    """One deployed stack."""

    names: Names
    clients: Clients
    where: str
    """For messages to people."""

    def queue_url(self, name: str) -> str:
        """The URL of a queue of the stack.

        Raises:
            CommandError: there is no such queue.
        """
        try:
            return self.clients.sqs.get_queue_url(QueueName=name)["QueueUrl"]
        except self.clients.sqs.exceptions.QueueDoesNotExist as error:
            raise CommandError(f"{self.where} has no queues: deploy it with dataEnabled first.") from error


@dataclass(frozen=True)
class LocalStack:
    """Where a running `minitickets local` is to be found."""

    stack: str
    region: str
    endpoint_url: str

    def announce(self, project: Project) -> Path:
        """Writes it where other commands look; returns the file, to be removed at the end.

        Raises:
            CommandError: another one is running, which they would not find any more.
        """
        LocalStack.refuse_second(project)
        path = local_folder(project) / "local.json"
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")
        return path

    @classmethod
    def refuse_second(cls, project: Project) -> None:
        """Makes sure that none is running.

        Raises:
            CommandError: one is, whose files would be mixed up with those of a second.
        """
        if running := cls.running(project):
            raise CommandError(f"a local stack is running already at {running.endpoint_url}: stop it first.")

    @classmethod
    def find(cls, project: Project) -> "LocalStack":
        """The running one.

        Raises:
            CommandError: there is none.
        """
        running = cls.running(project)
        if running is None:
            raise CommandError("no local stack is running: start one with `minitickets local`.")
        return running

    @classmethod
    def running(cls, project: Project) -> "LocalStack | None":
        """The running one, None if there is none."""
        try:
            found = cls(**json.loads((local_folder(project) / "local.json").read_text(encoding="utf-8")))
            found._knock()
        except (OSError, ValueError, TypeError):
            return None
        return found

    def target(self, project: Project) -> OperatedStack:
        """The running stack of the project, as whoever deployed it."""
        clients = Clients(self.region, self.endpoint_url, DEPLOYER)
        return OperatedStack(Names(project.name, self.stack, self.region), clients, f"the local stack {self.stack}")

    def _knock(self) -> None:
        # The file outlives a stack that was killed.
        address = urlsplit(self.endpoint_url)
        socket.create_connection((address.hostname, address.port), timeout=1).close()


def local_folder(project: Project) -> Path:
    """Where the project keeps what belongs to this machine; git ignores it.

    Raises:
        CommandError: it cannot be made.
    """
    folder = project.root / ".minitickets"
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise CommandError(
            f"{folder} cannot be made ({error.strerror}): make the project's folder writable."
        ) from error
    return folder


def find_target(stack: str | None, *, local: bool) -> OperatedStack:
    """The stack to operate on.

    Args:
        stack: its name; None for `dev`, or for whichever local one is running.
        local: the running local stack in the place of the one on AWS.

    Raises:
        CommandError: no local stack is running or another one is, or the stack has no settings file or no region.
    """
    project = find_project()
    if local:
        running = LocalStack.find(project)
        if stack not in {None, running.stack}:
            raise CommandError(f"the local stack that is running is {running.stack}, not {stack}.")
        return running.target(project)
    name = DEFAULT_STACK if stack is None else stack
    region, profile = project.region(name), project.config(name).get("aws:profile")
    names = Names(project.name, name, region)
    return OperatedStack(names, Clients(region, profile=profile), f"stack {name} on AWS in {region}")


def target_options(command: Callable[P, R]) -> Callable[P, R]:
    """The options that choose a target: --stack and --local."""
    stack = click.option("--stack", "-s", help=f"The stack on AWS, {DEFAULT_STACK} if not given.")
    local = click.option("--local", is_flag=True, help="The stack that `minitickets local` keeps running.")
    return stack(local(command))
