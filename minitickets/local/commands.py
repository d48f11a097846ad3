"""`minitickets demo` and `minitickets local`."""

import json
import shutil
import signal
from pathlib import Path
from threading import Event

import click
from rich.console import Console

from minitickets.errors import CommandError
from minitickets.local.demo.run import run_demo
from minitickets.local.demo.terminal import TerminalWatcher, show_report
from minitickets.local.embedded_aws import EmbeddedAws
from minitickets.ops.bookings_file import Message, read_bookings
from minitickets.ops.demo_keys import remember
from minitickets.ops.keys import write_ring
from minitickets.ops.target import DEPLOYER, LocalStack, local_folder
from minitickets.options import how_to_call, json_option, stack_option
from minitickets.plan.recording import Recording
from minitickets.project import find_project
from tickets.signing_key import create_key_ring

_REFRESH = 0.5  # seconds
SAMPLE = Path(__file__).parent / "demo" / "sample_bookings.jsonl"


@click.command
@stack_option
@click.option(
    "--bookings",
    metavar="FILE.jsonl",
    type=click.Path(path_type=Path),
    default=SAMPLE,
    show_default="a sample",
    help="Bookings of your own, one JSON object a line.",
)
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=Path("demo-out"),
    show_default=True,
    help="Where to write emails and QR codes.",
)
@json_option
def demo(*, stack: str, bookings: Path, out: Path, as_json: bool) -> None:
    """Turn sample bookings into emails and tickets, here and now.

    Starts an AWS inside of this process, deploys the program into it, publishes the bookings, waits until the queues
    are empty, and shows what happened. A wait of more than 15 seconds is skipped over.
    """
    lines = list(read_bookings(bookings))
    if not any(isinstance(line, Message) for line in lines):
        raise CommandError(" ".join([f"{bookings} holds no message.", *(str(line) for line in lines[:1])]))
    with TerminalWatcher() as watcher:
        report, ring = run_demo(find_project(), stack, lines, out, watcher)
    remember(ring)
    if as_json:
        click.echo(json.dumps(report.to_json(), ensure_ascii=False))
    else:
        show_report(report)
    if wrong := [*report.lost, *report.duplicated]:
        raise CommandError(f"not exactly one email for {', '.join(wrong)}: see the log lines with that jobKey.")
    if report.not_issued:
        raise CommandError(f"not issued: {', '.join(report.not_issued)}; see logs/tickets.log.")


@click.command
@stack_option
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    show_default="a free one",
    help="Where the embedded AWS listens, on loopback.",
)
def local(*, stack: str, port: int) -> None:
    """Keep the whole system running on this machine, until Ctrl-C.

    Other commands find it with --local; the AWS CLI and boto3 with the variables that are printed. Emails are kept in
    .minitickets/emails until the next start.
    """
    project = find_project()
    stopped = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    emails = local_folder(project) / "emails"
    shutil.rmtree(emails, ignore_errors=True)
    with EmbeddedAws(project.region(stack), emails, port=port) as aws:
        deployed = aws.deploy(project, stack)
        write_ring(aws.clients.secretsmanager, deployed.outputs["signingSecretArn"], create_key_ring())
        announcement = LocalStack(stack, aws.region, aws.endpoint_url).announce(project)
        click.echo(_welcome(stack, aws, emails))
        _watch(aws, deployed, stopped)
        announcement.unlink()
    click.echo("Stopped.")


def _welcome(stack: str, aws: EmbeddedAws, emails: Path) -> str:
    command = how_to_call()
    return f"""\
Stack {stack} is running; Ctrl-C stops it. From another terminal:

  {command} publish --local {SAMPLE}
  {command} keys list --local

or with any AWS tool:

  export AWS_ENDPOINT_URL={aws.endpoint_url} AWS_REGION={aws.region}
  export AWS_ACCESS_KEY_ID={DEPLOYER.access_key_id} AWS_SECRET_ACCESS_KEY={DEPLOYER.secret_access_key}

Emails: {emails}
"""


def _watch(aws: EmbeddedAws, deployed: Recording, stopped: Event) -> None:
    """Shows what the queues hold until it is over; nothing where there is no terminal."""
    outputs = ("jobsQueueUrl", "jobsDlqUrl", "ticketsQueueUrl", "ticketsDlqUrl")
    queues = [deployed.outputs[output].rpartition("/")[2] for output in outputs]
    with Console(highlight=False, emoji=False).status("") as status:
        while not stopped.wait(_REFRESH):
            states = [(queue, aws.queue_state(queue)) for queue in queues]
            depths = " · ".join(f"{queue} {state.visible}+{state.hidden} hidden" for queue, state in states)
            status.update(f"{len(aws.mailbox.emails)} emails sent · {depths}")
