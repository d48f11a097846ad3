"""`minitickets demo`."""

import gc
import time
from dataclasses import replace
from pathlib import Path

import click

from minitickets.demo.run import run_demo
from minitickets.demo.terminal import TerminalWatcher, show_report
from minitickets.errors import CommandError
from minitickets.home import find_project
from minitickets.ops.bookings_file import read_bookings, require_messages
from minitickets.ops.keys import remember_demo
from minitickets.script import STARTED
from pulumicheck.options import json_option, print_json_line, stack_option

SAMPLE = Path(__file__).with_name("sample_bookings.jsonl")


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
    require_messages(lines, bookings)
    with TerminalWatcher() as watcher:
        report, ring = run_demo(find_project(), stack, lines, out, watcher)
    remember_demo(ring)
    report = replace(report, seconds=time.monotonic() - STARTED)  # what the user has waited, loading and stopping too
    gc.freeze()  # the last collection, of all that moto and Pulumi have imported, takes a second
    if as_json:
        print_json_line(report.to_json())
    else:
        show_report(report)
    if report.complaints:
        first, *more = report.complaints
        others = f", and {len(more)} more" * bool(more)
        raise CommandError(f"{first.sentence}{others}: see {first.look}.")
