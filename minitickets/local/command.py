"""`minitickets local`."""

import gc
import shutil
import signal
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import click

from embeddedaws.clients import DEPLOYER
from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.errors import PortTakenError
from embeddedaws.moto.queue_time import QueueClock
from minitickets.demo.command import SAMPLE
from minitickets.drill.run import run_drill
from minitickets.drill.runbook.symptoms import symptoms_of
from minitickets.errors import CommandError
from minitickets.home import find_project, how_to_call
from minitickets.local.activity import Activity
from minitickets.local.embedded_system import EmbeddedSystem
from minitickets.local.live_page import live_page
from minitickets.local.server import LiveServer
from minitickets.local.terminal import watch
from minitickets.ops.target import LocalStack, local_folder
from minitickets.particulars import PARTICULARS
from minitickets.stack.deployed import APPS, DeployedStack, deploy
from pulumicheck.map.document import make_document
from pulumicheck.options import stack_option
from tickets.signing_key import create_key_ring

_port_option = partial(click.option, type=click.IntRange(0, 65535), default=0, show_default="a free one")


@click.command
@stack_option
@_port_option("--port", help="Where the embedded AWS listens, on loopback.")
@_port_option("--page-port", help="Where the live page is served, on loopback.")
def local(*, stack: str, port: int, page_port: int) -> None:
    """Keep the whole system running on this machine, until Ctrl-C.

    The live page shows the map with what is going on: queues, emails, tickets, dead letters, drills. Other commands
    find the stack with --local; the AWS CLI and boto3 with the variables that are printed. Emails are kept in
    .minitickets/emails until the next start.
    """
    project = find_project()
    LocalStack.refuse_second(project)
    emails = local_folder(project) / "emails"
    shutil.rmtree(emails, ignore_errors=True)
    clock = QueueClock()
    activity = Activity(clock.now)
    with _listening(project.region(stack), emails, port, clock, activity) as aws:
        system = _live_system(deploy(aws, project, stack, ring=create_key_ring()), activity)
        page = live_page(partial(make_document, project, stack, particulars=PARTICULARS))
        with LiveServer(system, page, page_port) as server, ExitStack() as leaving:
            leaving.callback(LocalStack(stack, aws.region, aws.endpoint_url).announce(project).unlink)
            stopped = _on_signals()
            click.echo(_welcome(stack, server.url, aws, emails))
            watch(system, stopped)
        system.close()
    click.echo("Stopped.")
    gc.freeze()  # the last collection, of all that moto and Pulumi have imported, takes a second


def _on_signals() -> Event:
    """Is set by Ctrl-C and by SIGTERM; until it is asked for, Ctrl-C breaks off whatever is going on."""
    stopped = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    return stopped


def _listening(region: str, emails: Path, port: int, clock: QueueClock, activity: Activity) -> EmbeddedAws:
    try:
        return EmbeddedAws(region, APPS, emails=emails, port=port, clock=clock, observe=activity)
    except PortTakenError as error:
        raise CommandError(f"{error}: choose another with --port.") from error


def _live_system(deployed: DeployedStack, activity: Activity) -> EmbeddedSystem:
    symptoms = {symptom.name: symptom for symptom in symptoms_of(deployed.names)}

    def drill(name: str, tell: Callable[[str], None]) -> dict[str, Any]:
        return run_drill(symptoms[name], deployed, tell).to_json()

    return EmbeddedSystem(deployed, activity, drills=list(symptoms), drill=drill)


def _welcome(stack: str, page: str, aws: EmbeddedAws, emails: Path) -> str:
    command = how_to_call()
    return f"""\
Stack {stack} is running; Ctrl-C stops it. The live page: {page}

From another terminal:

  {command} publish --local {SAMPLE}
  {command} keys list --local

or with any AWS tool:

  export AWS_ENDPOINT_URL={aws.endpoint_url} AWS_REGION={aws.region}
  export AWS_ACCESS_KEY_ID={DEPLOYER.access_key_id} AWS_SECRET_ACCESS_KEY={DEPLOYER.secret_access_key}

Emails: {emails}
"""
