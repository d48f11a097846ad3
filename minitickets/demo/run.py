"""From bookings to emails and tickets, once, on an AWS of its own."""

import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.queue_time import QueueClock
from minitickets.demo.folder import DemoFolder
from minitickets.demo.journal import Journal
from minitickets.demo.report import Report
from minitickets.demo.stage import Stage
from minitickets.drain import Progress, drain
from minitickets.ops.bookings_file import BadLine, Message
from minitickets.ops.demo_keys import create_demo_ring
from minitickets.ops.log_lines import entries_in
from pulumicheck.plan.project import Project
from tickets.signing_key import KeyRing

# The sample has the same booking twice within a moment, which is what the lease is for: without it two workers may
# both find the job not done. Stacks have it off unless their settings say otherwise.
_SETTINGS = {"lease": "true"}
_PATIENCE = 15.0  # seconds: the first backoff, 10 s, is waited for; what is hidden for longer is skipped over


class Watcher(Protocol):
    """Is told how far the demo is."""

    def step(self, sentence: str) -> None:
        """The next step begins."""
        ...

    def warn(self, sentence: str) -> None:
        """Something about the bookings that the user should know."""
        ...

    def progress(self, emails: int, progress: Progress, skipped: float) -> None:
        """So many emails were accepted; so much is left in the queues; so many seconds were skipped over."""
        ...


def run_demo(
    project: Project, stack: str, lines: Iterable[Message | BadLine], out: Path, watcher: Watcher
) -> tuple[Report, KeyRing]:
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
    region = project.region(stack)
    with DemoFolder(out) as folder, EmbeddedAws(region, folder.emails, clock=clock, observe=journal) as aws:
        watcher.step(f"Deploying stack {stack} into an AWS of its own, with lease on")
        ring = create_demo_ring()
        stage = Stage(aws, aws.deploy(project, stack, _SETTINGS, keys=ring))
        watcher.step("Publishing the bookings to both queues")
        published = stage.publish(lines)
        for warning in published.warnings():
            watcher.warn(warning)
        drain(
            aws,
            stage.pipelines.queues,
            journal.in_flight,
            lambda left: watcher.progress(len(aws.mailbox.emails), left, clock.skipped),
            patience=_PATIENCE,
        )
        watcher.step("Collecting emails, QR codes and log lines")
        logs = stage.read_logs()
        for lost in aws.lost_logs:
            watcher.warn(lost)
        for function, log in logs.items():
            (folder.logs / f"{function}.log").write_text("\n".join(log) + "\n", encoding="utf-8")
        tickets = stage.save_tickets(folder.tickets)
        dead_letters = list(stage.dead_letters(published, logs))
    worker = entries_in(logs["worker"])
    sent = Counter(line["jobKey"] for line in worker if line["message"] == "email_sent")
    failed = {line["messageId"] for line in worker if line["message"] == "job_failed"}
    return (
        Report(
            published=published,
            emails_per_booking={m.booking.job_key: sent[m.booking.job_key] for m in published.messages if m.booking},
            emails=len(aws.mailbox.emails),
            duplicates_skipped=sum(line["message"] == "job_skipped" for line in worker),
            tickets=tickets,
            dead_letters=dead_letters,
            returned_after=[each.after for each in journal.returns() if each.message_id in failed],
            seconds=time.monotonic() - started,
            skipped_seconds=clock.skipped,
            out=out,
        ),
        ring,
    )
