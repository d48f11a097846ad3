"""`minitickets demo` and `minitickets local`."""

import json
import signal
import tempfile
from pathlib import Path
from threading import Event

import click

from minitickets.errors import CommandError
from minitickets.local.demo.run import run_demo
from minitickets.local.demo.terminal import TerminalWatcher, show_report
from minitickets.local.embedded_aws import EmbeddedAws
from minitickets.ops.bookings_file import Message, read_bookings
from minitickets.ops.keys import write_ring
from minitickets.ops.target import LocalStack
from minitickets.ops.verify import save_demo_ring
from minitickets.options import json_option, stack_option
from minitickets.project import find_project
from tickets.signing_key import create_key_ring

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
        raise CommandError("; ".join([f"{bookings} holds no message", *(str(line) for line in lines[:3])]))
    report, ring = run_demo(find_project(), stack, lines, out, TerminalWatcher())
    save_demo_ring(ring)
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

    Other commands find it with --local; the AWS CLI and boto3 with the endpoint that is printed.
    """
    project = find_project()
    stopped = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    region = project.region(stack)
    with (
        tempfile.TemporaryDirectory(prefix="minitickets-") as emails,
        EmbeddedAws(region, Path(emails), port=port) as aws,
    ):
        deployed = aws.deploy(project, stack)
        write_ring(aws.clients.secretsmanager, deployed.outputs["signingSecretArn"], create_key_ring())
        announcement = LocalStack(stack, region, aws.endpoint_url).announce(project)
        click.echo(f"Stack {stack} is running. Endpoint: {aws.endpoint_url}   Emails: {emails}")
        click.echo("Try: minitickets publish --local FILE.jsonl    Ctrl-C stops it.")
        stopped.wait()
        announcement.unlink()
