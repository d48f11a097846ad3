"""Sends bookings to both queues of a stack, as the api's outbox does."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from minitickets.ops.bookings_file import MESSAGE_BYTES, BadLine, GoodLine, read_bookings
from minitickets.ops.target import OperatedStack, find_target, target_options
from pulumicheck.options import json_option

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient

_BATCH = 10  # SQS: messages in one SendMessageBatch


@dataclass
class Published:
    """What became of a file's lines."""

    messages: list[GoodLine] = field(default_factory=list[GoodLine])
    """Each was sent to every queue."""
    bad_lines: list[BadLine] = field(default_factory=list[BadLine])

    def add(self, line: GoodLine | BadLine) -> None:
        """Takes down the fate of one line."""
        if isinstance(line, BadLine):
            self.bad_lines.append(line)
        else:
            self.messages.append(line)

    def warnings(self) -> list[str]:
        """A sentence for each line that a function will refuse, in the file's order."""
        told = {line.line: str(line) for line in self.bad_lines}
        told |= {message.line: _warning(message) for message in self.messages if message.problem is not None}
        return [told[number] for number in sorted(told)]


def _warning(message: GoodLine) -> str:
    if message.booking is None:
        return f"line {message.line} is no booking: {message.problem}; the functions will refuse it."
    return f"line {message.line} gets its tickets but no email: {message.problem}; the worker will refuse it."


def publish_all(
    sqs: "SQSClient", queue_urls: Sequence[str], lines: Iterable[GoodLine | BadLine]
) -> Iterator[GoodLine | BadLine]:
    """Sends each message to each queue, and yields every line when its fate is known."""
    waiting: list[GoodLine] = []
    for line in lines:
        if isinstance(line, BadLine):
            yield line
            continue
        if waiting and (len(waiting) == _BATCH or sum(m.size for m in waiting) + line.size > MESSAGE_BYTES):
            yield from _send(sqs, queue_urls, waiting)
            waiting = []
        waiting.append(line)
    if waiting:
        yield from _send(sqs, queue_urls, waiting)


def _send(sqs: "SQSClient", queue_urls: Sequence[str], messages: Sequence[GoodLine]) -> Iterator[GoodLine | BadLine]:
    refused: dict[int, str] = {}
    for url in queue_urls:
        entries = [{"Id": str(index), "MessageBody": m.body} for index, m in enumerate(messages)]
        answer = sqs.send_message_batch(QueueUrl=url, Entries=entries)  # pyright: ignore[reportArgumentType]
        refused |= {int(failure["Id"]): failure.get("Message", failure["Code"]) for failure in answer.get("Failed", [])}
    for index, message in enumerate(messages):
        yield BadLine(message.line, f"SQS refused it ({refused[index]})") if index in refused else message


@click.command
@click.argument("file", type=click.Path(path_type=Path))
@target_options
@json_option
def publish(*, file: Path, stack: str | None, local: bool, as_json: bool) -> None:
    """Send each booking in FILE, one JSON object a line, to both queues of a stack.

    A line that no queue can carry is told by its number and left out, and the exit status is 1. A line that is a
    message but no booking is sent all the same, since refusing it is what the functions are there for.
    """
    target = find_target(stack, local=local)
    published = Published()
    lines = list(read_bookings(file))
    with click.progressbar(length=len(lines), label=f"Publishing to {target.where}", file=sys.stderr) as progress:
        for line in publish_all(target.clients.sqs, _queue_urls(target), lines):
            published.add(line)
            progress.update(1)
    for warning in published.warnings():
        click.echo(warning, err=True)
    report = {"sent": len(published.messages), "notSent": len(published.bad_lines)}
    click.echo(json.dumps(report) if as_json else f"Lines sent: {report['sent']}. Not sent: {report['notSent']}.")
    if published.bad_lines:
        sys.exit(1)


def _queue_urls(target: OperatedStack) -> list[str]:
    return [target.queue_url(name) for name in (target.names.jobs_queue, target.names.tickets_queue)]
