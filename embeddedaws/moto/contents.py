"""What moto keeps, for those who watch: read in place, since the API's answers would change it or hold up the others.

A ReceiveMessage hides messages and counts as a receive; a Scan of thousands of items keeps every other request waiting.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from moto.dynamodb.models import dynamodb_backends
from moto.logs.models import logs_backends
from moto.secretsmanager.models import secretsmanager_backends
from moto.ses.models import ses_backends
from moto.sqs.models import sqs_backends

from embeddedaws.call import Account
from embeddedaws.moto.sqs_messages import is_expired

if TYPE_CHECKING:
    from moto.sqs.models import Message


class QueuedMessage(NamedTuple):
    """A message as its queue keeps it; it is visible from `visible_at` on, in epoch seconds of the queue's clock."""

    message_id: str
    body: str
    receive_count: int
    visible_at: float


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of a log group; `timestamp` is in epoch milliseconds."""

    group: str
    timestamp: int
    message: str


@dataclass(frozen=True)
class QueueState:
    """What a queue holds."""

    visible: int
    hidden: int
    """Received and not deleted, or hidden by a visibility timeout."""
    next_visible: float | None
    """Seconds until the first of the hidden messages comes back."""


@dataclass(frozen=True)
class Contents:
    """What there is in one account and region."""

    account: Account

    def messages_in(self, queue: str) -> list[QueuedMessage]:
        """Everything in the queue of that name, in the order in which it came; nothing where there is no such queue."""
        found = sqs_backends[self.account.id][self.account.region].queues.get(queue)
        if found is None:
            return []
        messages = list(found._messages)  # noqa: SLF001
        return [_queued(message) for message in messages if not is_expired(found, message)]

    def queue_state(self, queue: str, now: float) -> QueueState:
        """How many messages the queue of that name holds `now`, in epoch seconds of the queue's clock."""
        messages = self.messages_in(queue)
        waits = [wait for message in messages if (wait := message.visible_at - now) > 0]
        return QueueState(len(messages) - len(waits), len(waits), min(waits, default=None))

    def newest_items(self, table: str, limit: int) -> tuple[int, list[dict[str, Any]]]:
        """How many items the table has, and those whose partition key came last, in DynamoDB's own form."""
        found = self._table(table)
        if found is None:
            return 0, []
        partitions: list[Any] = list(found.items.values())
        if not found.has_range_key:
            return len(partitions), [item.to_json()["Attributes"] for item in partitions[: -limit - 1 : -1]]
        newest = islice(chain.from_iterable(list(partition.values())[::-1] for partition in partitions[::-1]), limit)
        return sum(map(len, partitions)), [item.to_json()["Attributes"] for item in newest]

    def partition_keys(self, table: str, limit: int) -> list[str]:
        """The partition keys that came last, the newest first."""
        found = self._table(table)
        return [] if found is None else [key.value for key in list(found.items)[: -limit - 1 : -1]]

    def email_identities(self) -> frozenset[str]:
        """The verified addresses and domains."""
        return frozenset(ses_backends[self.account.id][self.account.region].email_identities)

    def secret_versions(self) -> dict[str, list[str]]:
        """The ids of the versions of each secret, by its ARN."""
        secrets = secretsmanager_backends[self.account.id][self.account.region].secrets
        return {secret.arn: sorted(secret.versions) for secret in secrets.values()}

    def streams(self, groups: Sequence[str]) -> Iterator[tuple[str, str, list[Any]]]:
        """The streams of these log groups: group, name and events."""
        known = logs_backends[self.account.id][self.account.region].groups
        for group in groups:
            for name, stream in list(known[group].streams.items()) if group in known else []:
                yield group, name, list(stream.events)

    def _table(self, name: str) -> Any:
        return dynamodb_backends[self.account.id][self.account.region].tables.get(name)


def _queued(message: "Message") -> QueuedMessage:
    visible_at = max(message.visible_at, message.delayed_until) / 1000
    return QueuedMessage(message.id, message.body, message.approximate_receive_count, visible_at)


class LogReader:
    """Reads log groups in place, each line once.

    Args:
        contents: where they are.
        groups: their names.
    """

    def __init__(self, contents: Contents, groups: Sequence[str]) -> None:
        self._contents = contents
        self._groups = groups
        self._read: dict[tuple[str, str], int] = {}

    def new_lines(self) -> Iterator[LogLine]:
        """What was written since the last call."""
        for group, stream, events in self._contents.streams(self._groups):
            start = self._read.get((group, stream), 0)
            self._read[group, stream] = len(events)
            yield from (LogLine(group, event.timestamp, event.message) for event in events[start:])

    def lines_with(self, *words: str) -> list[LogLine]:
        """Every line that holds one of the words, by time."""
        found = [
            LogLine(group, event.timestamp, event.message)
            for group, _, events in self._contents.streams(self._groups)
            for event in events
            if any(word in event.message for word in words)
        ]
        return sorted(found, key=lambda line: line.timestamp)
