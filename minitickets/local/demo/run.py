"""From bookings to emails and tickets, once, on an AWS of its own."""

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from bookings import PoisonMessage, parse_booking
from minitickets.clients import Clients
from minitickets.local.demo.drain import Progress, drain
from minitickets.local.demo.folder import DemoFolder
from minitickets.local.demo.journal import Journal
from minitickets.local.demo.report import DeadLetter, Report
from minitickets.local.embedded_aws import EmbeddedAws
from minitickets.local.log_groups import read_log_group
from minitickets.local.queue_time import QueueClock
from minitickets.ops.bookings_file import BadLine, Message
from minitickets.ops.demo_keys import create_demo_ring
from minitickets.ops.keys import write_ring
from minitickets.ops.publish import Published, publish_all
from minitickets.plan.recording import Recording
from minitickets.project import Project
from tickets.signing_key import KeyRing

LogLine = dict[str, Any]

# The sample has the same booking twice within a moment, which is what the lease is for: without it two workers may
# both find the job not done. Stacks have it off unless their settings say otherwise.
_SETTINGS = {"lease": "true"}


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
        stage = _Stage(aws.clients, aws.deploy(project, stack, _SETTINGS))
        ring = create_demo_ring()
        write_ring(aws.clients.secretsmanager, stage.output("signingSecretArn"), ring)
        watcher.step("Publishing the bookings to both queues")
        published = stage.publish(lines)
        for warning in published.warnings():
            watcher.warn(warning)
        drain(aws, journal, stage.queues, lambda left: watcher.progress(len(aws.mailbox.emails), left, clock.skipped))
        watcher.step("Collecting emails, QR codes and log lines")
        aws.lambda_service.flush_logs()
        for lost in aws.lost_logs:
            watcher.warn(lost)
        logs = stage.read_logs()
        for function, log in logs.items():
            (folder.logs / f"{function}.log").write_text("\n".join(log) + "\n", encoding="utf-8")
        tickets = stage.save_tickets(folder.tickets)
        dead_letters = list(stage.dead_letters(published, logs))
    worker = _own_lines(logs["worker"])
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


@dataclass(frozen=True)
class _Stage:
    """The deployed stack, as the demo's script needs it."""

    clients: Clients
    deployed: Recording

    def output(self, name: str) -> str:
        return self.deployed.outputs[name]

    @property
    def queues(self) -> list[str]:
        return [_queue_name(self.output(url)) for url in ("jobsQueueUrl", "ticketsQueueUrl")]

    def publish(self, lines: Iterable[Message | BadLine]) -> Published:
        published = Published()
        urls = [self.output("jobsQueueUrl"), self.output("ticketsQueueUrl")]
        for line in publish_all(self.clients.sqs, urls, lines):
            published.add(line)
        return published

    def read_logs(self) -> dict[str, list[str]]:
        """All lines of each function's log group, by `worker` and `tickets`."""
        groups = {function: self.output(f"{function}LogGroup") for function in ("worker", "tickets")}
        return {function: list(read_log_group(self.clients.logs, group)) for function, group in groups.items()}

    def save_tickets(self, folder: Path) -> frozenset[str]:
        """Saves each QR code as `<bookingId>-<n>.png`; gives the ids of the tickets."""
        bucket, saved = self.output("assetsBucket"), set[str]()
        for page in self.clients.s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix="tickets/"):
            for item in page.get("Contents", []):
                key = item.get("Key", "")
                png = self.clients.s3.get_object(Bucket=bucket, Key=key)["Body"].read()
                ticket_id = key.removeprefix("tickets/").removesuffix(".png").replace("/", "-")
                (folder / f"{ticket_id}.png").write_bytes(png)
                saved.add(ticket_id)
        return frozenset(saved)

    def dead_letters(self, published: Published, logs: Mapping[str, Sequence[str]]) -> Iterator[DeadLetter]:
        lines_of = {message.body: message.line for message in reversed(published.messages)}
        for function, dlq_url in (("worker", "jobsDlqUrl"), ("tickets", "ticketsDlqUrl")):
            url = self.output(dlq_url)
            lines = [line for line in _own_lines(logs[function]) if "messageId" in line]
            reasons = {line["messageId"]: line.get("reason") or line.get("error") for line in lines}
            while messages := self.clients.sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages"):
                for message in messages:
                    id_, body = message.get("MessageId", ""), message.get("Body", "")
                    reason = reasons.get(id_) or "its log says nothing"
                    yield DeadLetter(function, _queue_name(url), id_, lines_of[body], _job_key(body), reason)


def _own_lines(lines: Sequence[str]) -> list[LogLine]:
    """What the function itself logged; the platform's lines are no JSON."""
    return [json.loads(line) for line in lines if line.startswith("{")]


def _queue_name(url: str) -> str:
    return url.rpartition("/")[2]


def _job_key(body: str) -> str | None:
    try:
        return parse_booking(body).job_key
    except PoisonMessage:
        return None
