"""From bookings to emails and tickets, once, on an AWS of its own."""

import time
from collections.abc import Iterable
from pathlib import Path

from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.moto.queue_time import QueueClock
from minitickets.demo.collect import collect, look_at, save_logs
from minitickets.demo.folder import DemoFolder
from minitickets.demo.report import DemoReport
from minitickets.demo.terminal import TerminalWatcher
from minitickets.demo.witnesses import Witnesses
from minitickets.ops.bookings_file import BadLine, GoodLine
from minitickets.ops.keys import create_demo_ring
from minitickets.ops.publish import Published
from minitickets.stack.deployed import APPS, DeployedStack, deploy
from minitickets.stack.drain import drain
from pulumicheck.plan.project import Project
from tickets.signing_key import KeyRing

# The sample has the same booking twice within a moment, which is what the lease is for: without it two workers may
# both find the job not done. Stacks have it off unless their settings say otherwise.
SETTINGS = {"lease": "true"}
_PATIENCE = 15.0  # seconds: the first backoff, 10 s, is waited for; what is hidden for longer is skipped over


def run_demo(
    project: Project,
    stack: str,
    lines: Iterable[GoodLine | BadLine],
    out: Path,
    watcher: TerminalWatcher,
    *,
    apps: Path = APPS,
) -> tuple[DemoReport, KeyRing]:
    """Runs the demo; gives what happened, and the keys that signed the tickets.

    Args:
        project: whose program and functions are run.
        stack: whose settings to use; both switches are on.
        lines: what to publish.
        out: the folder for emails and QR codes.
        watcher: is told how far it is.
        apps: the folder with the functions' code.

    Raises:
        CommandError: the folder cannot be used, or the program refused its settings.
    """
    started, ring, clock = time.monotonic(), create_demo_ring(), QueueClock()
    witnesses = Witnesses(clock)
    with (
        DemoFolder(out) as folder,
        EmbeddedAws(
            project.region(stack),
            apps,
            emails=folder.keep_email,
            clock=clock,
            observe=witnesses.journal,
            observe_authorization=witnesses.note_decision,
            disturb=witnesses.services.before,
        ) as aws,
    ):
        watcher.step(f"Deploying stack {stack} into an AWS of its own, with lease on")
        deployed = deploy(aws, project, stack, SETTINGS, ring=ring)
        published = _publish(deployed, lines, watcher)
        _wait(deployed, witnesses, watcher)
        watcher.step("Checking every email, ticket, record and log line")
        folder.check()
        logs = deployed.read_logs()
        save_logs(logs, folder)
        world = look_at(deployed, published, logs, witnesses, ring)
        report = collect(world, published, folder, clock.skipped, lambda: time.monotonic() - started)
        for lost in aws.lost_logs:
            watcher.warn(lost)
    return report, ring


def _publish(deployed: DeployedStack, lines: Iterable[GoodLine | BadLine], watcher: TerminalWatcher) -> Published:
    watcher.step("Publishing the bookings to both queues")
    published = deployed.publish(lines)
    for warning in published.warnings():
        watcher.warn(warning)
    return published


def _wait(deployed: DeployedStack, witnesses: Witnesses, watcher: TerminalWatcher) -> None:
    drain(
        deployed,
        witnesses.journal.in_flight,
        lambda left: watcher.progress(len(witnesses.services.emails), left, deployed.aws.clock.skipped),
        patience=_PATIENCE,
    )
