"""The deployed stack, as the demo's script needs it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bookings import PoisonMessage, parse_booking
from embeddedaws.embedded_aws import EmbeddedAws
from embeddedaws.log_groups import read_log_group
from minitickets.demo.report import DeadLetter
from minitickets.ops.bookings_file import BadLine, Message
from minitickets.ops.log_lines import entries_in
from minitickets.ops.publish import Published, publish_all
from minitickets.pipelines import Pipelines, pipelines_of
from pulumicheck.plan.recording import Recording

Logs = Mapping[str, Sequence[str]]
"""All lines of each function's log group, by `worker` and `tickets`."""


@dataclass(frozen=True)
class Stage:
    """A stack with both switches on."""

    aws: EmbeddedAws
    deployed: Recording

    @cached_property
    def pipelines(self) -> Pipelines:
        """Its queues, functions and log groups."""
        return pipelines_of(self.deployed.outputs)

    def publish(self, lines: Iterable[Message | BadLine]) -> Published:
        """Sends each message to both queues."""
        published = Published()
        for line in publish_all(self.aws.clients.sqs, self.pipelines.queue_urls, lines):
            published.add(line)
        return published

    def read_logs(self) -> Logs:
        """Reads them to the end."""
        self.aws.lambda_service.flush_logs()
        client = self.aws.clients.logs
        return {name: list(read_log_group(client, each.log_group)) for name, each in self.pipelines._asdict().items()}

    def save_tickets(self, folder: Path) -> frozenset[str]:
        """Saves each QR code as `<bookingId>-<n>.png`; gives the ids of the tickets."""
        s3, bucket, saved = self.aws.clients.s3, self.deployed.outputs["assetsBucket"], set[str]()
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix="tickets/"):
            for item in page.get("Contents", []):
                key = item.get("Key", "")
                png = s3.get_object(Bucket=bucket, Key=key)["Body"].read()
                ticket_id = key.removeprefix("tickets/").removesuffix(".png").replace("/", "-")
                (folder / f"{ticket_id}.png").write_bytes(png)
                saved.add(ticket_id)
        return frozenset(saved)

    def dead_letters(self, published: Published, logs: Logs) -> Iterator[DeadLetter]:
        """Receives them all, and finds in the logs why they are dead."""
        sqs = self.aws.clients.sqs
        lines_of = {message.body: message.line for message in reversed(published.messages)}
        for function, pipeline in self.pipelines._asdict().items():
            entries = [entry for entry in entries_in(logs[function]) if "messageId" in entry]
            reasons = {entry["messageId"]: entry.get("reason") or entry.get("error") for entry in entries}
            while messages := sqs.receive_message(QueueUrl=pipeline.dlq_url, MaxNumberOfMessages=10).get("Messages"):
                for message in messages:
                    id_, body = message.get("MessageId", ""), message.get("Body", "")
                    reason = reasons.get(id_) or "its log says nothing"
                    yield DeadLetter(function, pipeline.dlq, id_, lines_of[body], _job_key(body), reason)


def _job_key(body: str) -> str | None:
    try:
        return parse_booking(body).job_key
    except PoisonMessage:
        return None
