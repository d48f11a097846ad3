"""Sends bookings to both queues of a stack, as the api's outbox does."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import click

from minitickets.home import find_project
from minitickets.ops.bookings_file import MESSAGE_BYTES, BadLine, GoodLine, bookings_in, read_file, require_messages
from minitickets.ops.receipts import Receipts, receipts_of
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
    sqs: "SQSClient",
    queue_urls: Sequence[str],
    lines: Iterable[GoodLine | BadLine],
    receipts: Receipts | None = None,
) -> Iterator[GoodLine | BadLine]:
    """Sends each message to each queue, and yields every line when its fate is known.

    Args:
        sqs: who may send.
        queue_urls: where to.
        lines: what to send.
        receipts: what an earlier run has sent, which is not sent again; what is sent is noted there.
    """
    sending = _Sending(sqs, queue_urls, receipts or Receipts())
    waiting: list[GoodLine] = []
    for line in lines:
        if isinstance(line, BadLine):
            yield line
            continue
        if waiting and (len(waiting) == _BATCH or sum(m.size for m in waiting) + line.size > MESSAGE_BYTES):
            yield from sending.send(waiting)
            waiting = []
        waiting.append(line)
    if waiting:
        yield from sending.send(waiting)


@dataclass(frozen=True)
class _Sending:
    sqs: "SQSClient"
    queue_urls: Sequence[str]
    receipts: Receipts

    def send(self, messages: Sequence[GoodLine]) -> Iterator[GoodLine | BadLine]:
        """Sends a batch to each queue."""
        refused: dict[int, str] = {}
        for url in self.queue_urls:
            refused |= self._send_to(
                url, [message for message in messages if _receipt(url, message) not in self.receipts]
            )
        for message in messages:
            why = refused.get(message.line)
            yield message if why is None else BadLine(message.line, f"SQS refused it ({why})")

    def _send_to(self, url: str, messages: Sequence[GoodLine]) -> dict[int, str]:
        """Why messages were refused, by line."""
        if not messages:
            return {}
        entries = [{"Id": str(index), "MessageBody": m.body} for index, m in enumerate(messages)]
        answer = self.sqs.send_message_batch(QueueUrl=url, Entries=entries)  # pyright: ignore[reportArgumentType]
        failures = {int(failure["Id"]): failure for failure in answer.get("Failed", [])}
        self.receipts.add(_receipt(url, message) for index, message in enumerate(messages) if index not in failures)
        return {messages[index].line: each.get("Message", each["Code"]) for index, each in failures.items()}


def _receipt(url: str, message: GoodLine) -> str:
    return f"{message.line} {url}"


@click.command
@click.argument("file", type=click.Path(path_type=Path))
@target_options
@click.option("--again", is_flag=True, help="After a run that was cut off: all lines, those that it sent too.")
@json_option
def publish(*, file: Path, stack: str | None, local: bool, again: bool, as_json: bool) -> None:
    """Send each booking in FILE, one JSON object a line, to both queues of a stack.

    A line that no queue can carry is told by its number and left out, and the exit status is 1. A line that is a
    message but no booking is sent all the same, since refusing it is what the functions are there for.

    If it is cut off, the same line goes on where it stopped; what has been sent is noted in .minitickets/ until all is.
    A file that was sent to its end is sent whole again. With --json it prints sent, notSent, and sentEarlier where an
    earlier run was cut off.
    """
    content = read_file(file)
    lines = list(bookings_in(content))
    target = find_target(stack, local=local)
    urls = _queue_urls(target)
    require_messages(lines, file)
    work = (sha256(content).hexdigest(), *(target.birth_of(url) for url in urls))
    with receipts_of(find_project().root, "publish", *work) as receipts:
        if again:
            receipts.forget()
        published = _publish(target, urls, lines, receipts)
        receipts.settle()
    earlier = sum(any(_receipt(url, message) in receipts for url in urls) for message in published.messages)
    _tell(published, earlier, as_json=as_json)
    if published.bad_lines:
        sys.exit(1)


def _publish(
    target: OperatedStack, urls: Sequence[str], lines: Sequence[GoodLine | BadLine], receipts: Receipts
) -> Published:
    published = Published()
    with click.progressbar(length=len(lines), label=f"Publishing to {target.where}", file=sys.stderr) as progress:
        for line in publish_all(target.clients.sqs, urls, lines, receipts):
            published.add(line)
            progress.update(1)
    return published


def _tell(published: Published, earlier: int, *, as_json: bool) -> None:
    for warning in published.warnings():
        click.echo(warning, err=True)
    sent, not_sent = len(published.messages), len(published.bad_lines)
    if as_json:
        click.echo(json.dumps({"sent": sent, "notSent": not_sent} | ({"sentEarlier": earlier} if earlier else {})))
        return
    by_whom = f", {earlier} of them by a run that was cut off (--again would send them once more)" if earlier else ""
    click.echo(f"Lines sent: {sent}{by_whom}. Not sent: {not_sent}.")


def _queue_urls(target: OperatedStack) -> list[str]:
    return [target.queue_url(name) for name in (target.names.jobs_queue, target.names.tickets_queue)]
