"""The stack that a command operates on: on AWS, or the one that `minitickets local` keeps running."""

import json
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

import click

from embeddedaws.clients import DEPLOYER, Clients
from embeddedaws.introduction import answers_with
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

    def birth_of(self, queue_url: str) -> str:
        """What tells a queue from every other, those included that had its URL before."""
        answer = self.clients.sqs.get_queue_attributes(QueueUrl=queue_url, AttributeNames=["CreatedTimestamp"])
        return f"{queue_url} of {answer.get('Attributes', {}).get('CreatedTimestamp')}"


_ANNOUNCED = "local.json"


@dataclass(frozen=True)
class LocalStack:
    """Where a running `minitickets local` is to be found."""

    stack: str
    region: str
    endpoint_url: str
    token: str
    """What the server there, and no other, answers with."""

    @contextmanager
    def announced(self, project: Project) -> Generator[None]:
        """Tells other commands of it until the block ends, for whoever is `the_only_one`."""
        path = local_folder(project) / _ANNOUNCED
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump(asdict(self), file)
        try:
            yield
        finally:
            path.unlink(missing_ok=True)

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
        """The running one; None if there is none, whatever one that was killed has left, and whoever listens there."""
        try:
            found = cls(**json.loads((local_folder(project) / _ANNOUNCED).read_text(encoding="utf-8")))
            return found if answers_with(found.token, found.endpoint_url) else None
        except (OSError, ValueError, TypeError, AttributeError):
            return None

    def target(self, project: Project) -> OperatedStack:
        """The running stack of the project, as whoever deployed it."""
        clients = Clients(self.region, self.endpoint_url, DEPLOYER)
        return OperatedStack(Names(project.name, self.stack, self.region), clients, f"the local stack {self.stack}")


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
