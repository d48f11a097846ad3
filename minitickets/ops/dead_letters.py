"""The messages of a dead-letter queue: looked at, and explained by the functions' log lines."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from minitickets.ops.log_lines import entry_in, trouble_in

if TYPE_CHECKING:
    from types_boto3_logs import CloudWatchLogsClient
    from types_boto3_sqs import SQSClient
    from types_boto3_sqs.type_defs import MessageTypeDef

BATCH = 10
"""Messages in one call of SQS, at most."""

LOOK = 60
"""Seconds that a message is hidden from others while it is looked at."""

_WAIT = 1  # seconds; a receive that does not wait asks only some of SQS's servers, and may miss messages
_ID_LENGTH = 64  # characters of a booking's ids; in a message that is no booking there may be longer ones


@dataclass(frozen=True)
class DeadLetter:
    """One message of a dead-letter queue.

    Attributes:
        message_id: the id it had in its source queue, too.
        body: as it was published, which may be anything.
        receive_count: how often it was received, looks at the dead-letter queue included.
        sent_at: when it was published, in epoch seconds.
    """

    message_id: str
    body: str
    receive_count: int
    sent_at: float


def ids_in(body: str) -> dict[str, str | None]:
    """`bookingId` and `correlationId` of a message, which may be anything."""
    try:
        booking = json.loads(body)
    except (ValueError, RecursionError):
        booking = None
    fields = booking if isinstance(booking, dict) else {}
    return {name: _short(fields.get(name)) for name in ("bookingId", "correlationId")}


def _short(value: object) -> str | None:
    if not isinstance(value, str) or not value:
        return None
    short = value[:_ID_LENGTH]
    return short if short.isprintable() else ascii(short)  # it may be shown in a terminal


@contextmanager
def looked_at(sqs: "SQSClient", dlq_url: str, limit: int) -> Generator[list[DeadLetter]]:
    """Up to `limit` messages of a dead-letter queue, which are visible to others again when the context ends."""
    handles: list[str] = []
    letters: dict[str, DeadLetter] = {}
    try:
        while len(letters) < limit and (received := receive(sqs, dlq_url, min(BATCH, limit - len(letters)))):
            handles += [message.get("ReceiptHandle", "") for message in received]
            letters |= {letter.message_id: letter for letter in map(letter_of, received)}
        yield sorted(letters.values(), key=lambda letter: letter.sent_at)
    finally:
        show_again(sqs, dlq_url, handles)


def why(logs: "CloudWatchLogsClient", log_group: str, letter: DeadLetter) -> str | None:
    """What the function's last line of trouble says of a message; None where its log group has none."""
    pages = logs.get_paginator("filter_log_events").paginate(
        logGroupName=log_group, filterPattern=f'"{letter.message_id}"', startTime=int(letter.sent_at * 1000)
    )
    events = [event for page in pages for event in page.get("events", [])]
    ordered = sorted(events, key=lambda event: event.get("timestamp", 0))
    reasons = [trouble_in(entry_in(event.get("message", ""))) for event in ordered]
    return next((reason for reason in reversed(reasons) if reason), None)


def receive(sqs: "SQSClient", url: str, count: int) -> "list[MessageTypeDef]":
    """Up to so many messages, ten at most, hidden from others for `LOOK` seconds; none where there is none."""
    answer = sqs.receive_message(
        QueueUrl=url,
        MaxNumberOfMessages=count,
        VisibilityTimeout=LOOK,
        WaitTimeSeconds=_WAIT,
        MessageSystemAttributeNames=["ApproximateReceiveCount", "SentTimestamp"],
        MessageAttributeNames=["All"],
    )
    return answer.get("Messages", [])


def letter_of(message: "MessageTypeDef") -> DeadLetter:
    """A received message."""
    system = message.get("Attributes", {})
    return DeadLetter(
        message_id=message.get("MessageId", ""),
        body=message.get("Body", ""),
        receive_count=int(system.get("ApproximateReceiveCount", "0")),
        sent_at=int(system.get("SentTimestamp", "0")) / 1000,
    )


def show_again(sqs: "SQSClient", url: str, handles: list[str]) -> None:
    """Makes received messages visible to others."""
    for start in range(0, len(handles), BATCH):
        entries = [
            {"Id": str(index), "ReceiptHandle": handle, "VisibilityTimeout": 0}
            for index, handle in enumerate(handles[start : start + BATCH])
        ]
        sqs.change_message_visibility_batch(QueueUrl=url, Entries=entries)  # pyright: ignore[reportArgumentType]
