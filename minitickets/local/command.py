"""`minitickets local`."""

import gc
import signal
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import click
from click.core import ParameterSource

from embeddedaws.clients import DEPLOYER
from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.errors import PortTakenError
from embeddedaws.moto.queue_time import QueueClock
from embeddedaws.plugin import serving
from minitickets.demo.command import SAMPLE
from minitickets.drill.run import run_drill
from minitickets.drill.runbook.symptoms import symptoms_of
from minitickets.errors import CommandError
from minitickets.home import find_project, how_to_call
from minitickets.local.activity import Activity
from minitickets.local.embedded_system import EmbeddedSystem
from minitickets.local.kept_emails import KeptEmails
from minitickets.local.live_page import live_page
from minitickets.local.only_one import the_only_one
from minitickets.local.server import LiveServer
from minitickets.local.terminal import watch
from minitickets.ops.target import LocalStack, local_folder
from minitickets.particulars import PARTICULARS
from minitickets.stack.deployed import APPS, DeployedStack, deploy
from minitickets.stack.found import finder
from pulumicheck.map.document import make_document
from pulumicheck.options import stack_option
from pulumicheck.plan.project import Project
from tickets.signing_key import create_key_ring

_port_option = partial(click.option, type=click.IntRange(0, 65535), default=0, show_default="a free one")

_PORT = 4566
_PROVIDER_PORT = 4567
_LOOK_AGAIN = 0.5  # seconds between two looks for a stack that is not there yet


@click.command
@stack_option
@click.option("--empty", is_flag=True, help="Without a stack: `pulumi up --stack local` makes it.")
@_port_option("--port", help=f"Where the embedded AWS listens, on loopback; {_PORT} with --empty.")
@_port_option("--provider-port", help=f"Where Pulumi's provider listens with --empty; {_PROVIDER_PORT} if not given.")
@_port_option("--page-port", help="Where the live page is served, on loopback.")
def local(*, stack: str, empty: bool, port: int, provider_port: int, page_port: int) -> None:
    """Keep the whole system running on this machine, until Ctrl-C.

    The live page shows the map with what is going on: queues, emails, tickets, dead letters, drills. Other commands
    find the stack with --local; the AWS CLI and boto3 with the variables that are printed. Emails are kept in
    .minitickets/emails until the next start.

    With --empty it begins with nothing, and the stack, local if no other is named, is Pulumi's: the lines that are
    printed let the Pulumi CLI deploy it here, with AWS's provider or with the one that this command serves.
    """
    if empty and click.get_current_context().get_parameter_source("stack") is ParameterSource.DEFAULT:
        stack = "local"
    project = find_project()
    with the_only_one(project), ExitStack() as leaving:
        _run(project, stack, leaving, port or (_PORT if empty else 0), page_port, provider_port if empty else None)
    click.echo("Stopped.")
    gc.freeze()  # the last collection, of all that moto and Pulumi have imported, takes a second


def _run(
    project: Project, stack: str, leaving: ExitStack, port: int, page_port: int, provider_port: int | None
) -> None:
    """Runs until it is stopped, first without a stack if there is to be a provider."""
    clock = QueueClock()
    activity = Activity(clock.now)
    emails = KeptEmails(local_folder(project))
    aws = leaving.enter_context(_listening(project.region(stack), emails, port, clock, activity))
    leaving.enter_context(emails)
    announced = LocalStack(stack, aws.region, aws.endpoint_url, aws.introduction.token).announced(project)
    if provider_port is None:
        deployed = deploy(aws, project, stack, ring=create_key_ring())
        leaving.enter_context(announced)
        stopped = _on_signals()
    else:
        find = finder(aws, project, stack)
        served = leaving.enter_context(_serving(aws, provider_port or _PROVIDER_PORT))
        leaving.enter_context(announced)
        stopped = _on_signals()
        click.echo(_welcome_to_nothing(stack, served, aws))
        deployed = _wait(find, stopped)
    if deployed:
        _show(deployed, project, activity, page_port, stopped, emails.path)


def _show(
    deployed: DeployedStack, project: Project, activity: Activity, port: int, stopped: Event, emails: Path
) -> None:
    """Serves the live page, and tells in the terminal what is going on, until it is stopped."""
    system = _live_system(deployed, activity)
    page = live_page(partial(make_document, project, deployed.name, particulars=PARTICULARS))
    with LiveServer(system, page, port) as server:
        click.echo(_welcome(deployed.name, server.url, deployed.aws, emails))
        watch(system, stopped)
    system.close()


def _wait(find: Callable[[], DeployedStack | None], stopped: Event) -> DeployedStack | None:
    """The stack, as soon as it is whole; None if nobody waits any more."""
    while not (found := find()) and not stopped.wait(_LOOK_AGAIN):
        pass
    return found


def _on_signals() -> Event:
    """Is set by Ctrl-C, by SIGTERM and by a terminal that is closed; until then, Ctrl-C breaks off what is going on."""
    stopped = Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup leaves it
            signal.signal(number, lambda *_: stopped.set())
    return stopped


def _listening(region: str, emails: KeptEmails, port: int, clock: QueueClock, activity: Activity) -> EmbeddedAws:
    try:
        return EmbeddedAws(region, APPS, emails=emails.keep, port=port, clock=clock, observe=activity)
    except PortTakenError as error:
        raise CommandError(f"{error}: choose another with --port.") from error


@contextmanager
def _serving(aws: EmbeddedAws, port: int) -> Generator[int]:
    try:
        with serving(aws.clients, port) as bound:
            yield bound
    except PortTakenError as error:
        raise CommandError(f"{error}: choose another with --provider-port.") from error


def _live_system(deployed: DeployedStack, activity: Activity) -> EmbeddedSystem:
    symptoms = {symptom.name: symptom for symptom in symptoms_of(deployed.names)}

    def drill(name: str, tell: Callable[[str], None]) -> dict[str, Any]:
        return run_drill(symptoms[name], deployed, tell).to_json()

    return EmbeddedSystem(deployed, activity, drills=list(symptoms), drill=drill)


_OF_VERSION_1 = "Version 1 of the AWS CLI reads AWS_DEFAULT_REGION, and for SQS takes `--endpoint-url` only."


def _welcome_to_nothing(stack: str, provider_port: int, aws: EmbeddedAws) -> str:
    command = how_to_call()
    return f"""\
An empty AWS is running; Ctrl-C stops it. In another terminal, in this folder:

{_variables(aws)}
  pulumi login --local
  pulumi stack select --create {stack}
  pulumi up
  {command} keys create --local

AWS's own provider deploys it then. The one that runs here needs no download, and takes seconds:

  export PULUMI_DEBUG_PROVIDERS=aws:{provider_port}

{_OF_VERSION_1}
"""


def _variables(aws: EmbeddedAws) -> str:
    return f"""\
  export AWS_ENDPOINT_URL={aws.endpoint_url} AWS_REGION={aws.region}
  export AWS_ACCESS_KEY_ID={DEPLOYER.access_key_id} AWS_SECRET_ACCESS_KEY={DEPLOYER.secret_access_key}
"""


def _welcome(stack: str, page: str, aws: EmbeddedAws, emails: Path) -> str:
    command = how_to_call()
    return f"""\
Stack {stack} is running; Ctrl-C stops it. The live page: {page}

From another terminal:

  {command} publish --local {SAMPLE}
  {command} keys list --local

or with any AWS tool:

{_variables(aws)}
{_OF_VERSION_1}
Emails: {emails}
"""
