"""From bookings to emails and tickets, once, on an AWS of its own."""

import time
from collections.abc import Iterable
from pathlib import Path

from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.moto.queue_time import QueueClock
from minitickets.demo.collect import collect
from minitickets.demo.folder import DemoFolder
from minitickets.demo.report import DemoReport
from minitickets.demo.terminal import TerminalWatcher
from minitickets.ops.bookings_file import BadLine, GoodLine
from minitickets.ops.keys import create_demo_ring
from minitickets.stack.deployed import APPS, deploy
from minitickets.stack.drain import drain
from minitickets.stack.journal import Journal
from pulumicheck.plan.project import Project
from tickets.signing_key import KeyRing

# The sample has the same booking twice within a moment, which is what the lease is for: without it two workers may
# both find the job not done. Stacks have it off unless their settings say otherwise.
_SETTINGS = {"lease": "true"}
_PATIENCE = 15.0  # seconds: the first backoff, 10 s, is waited for; what is hidden for longer is skipped over


def run_demo(
    project: Project, stack: str, lines: Iterable[GoodLine | BadLine], out: Path, watcher: TerminalWatcher
) -> tuple[DemoReport, KeyRing]:
    """Runs the demo; gives what happened, and the keys that signed the tickets.

    Args:
        project: whose program and functions are run.
        stack: whose settings to use; both switches are on.
        lines: what to publish.
        out: the folder for emails and QR codes.
        watcher: is told how far it is.

    Raises:
        CommandError: the folder cannot be used, or the program refused its settings.
    """
    started = time.monotonic()
    clock = QueueClock()
    journal = Journal(clock)
    ring = create_demo_ring()
    with (
        DemoFolder(out) as folder,
        EmbeddedAws(project.region(stack), APPS, emails=folder.keep_email, clock=clock, observe=journal) as aws,
    ):
        watcher.step(f"Deploying stack {stack} into an AWS of its own, with lease on")
        deployed = deploy(aws, project, stack, _SETTINGS, ring=ring)
        watcher.step("Publishing the bookings to both queues")
        published = deployed.publish(lines)
        for warning in published.warnings():
            watcher.warn(warning)
        drain(
            deployed,
            journal.in_flight,
            lambda left: watcher.progress(len(aws.mailbox.emails), left, clock.skipped),
            patience=_PATIENCE,
        )
        folder.check()
        watcher.step("Collecting emails, QR codes and log lines")
        report = collect(deployed, published, journal, folder, lambda: time.monotonic() - started)
        for lost in aws.lost_logs:
            watcher.warn(lost)
    return report, ring
