"""Moves the messages of a dead-letter queue back to their source queue: all that were there when it began.

SQS gives them in any order, up to ten at a time, with newer ones among them, and counts them approximately only. So
what was moved is known by its ids, and no clock is asked.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from minitickets.numbers import counted
from minitickets.ops.bookings_file import MESSAGE_BYTES
from minitickets.ops.dead_letters import BATCH, LOOK, DeadLetter, letter_of, receive, show_again
from minitickets.ops.receipts import Receipts

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient
    from types_boto3_sqs.type_defs import MessageTypeDef

_PATIENCE = LOOK + 5  # seconds for letters that somebody else has hidden, such as a redrive that was killed
_SLACK = 1_000  # letters that may be there beyond what SQS counts, or come in meanwhile
_EMPTY = 5  # receives without a letter, before what SQS counts all the same is said to stay
_PAUSE = 0.2  # seconds between two receives that found nothing
_COUNTS = ("ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible")


class Redrive:
    """One dead-letter queue's.

    A copy is sent, under a new message id as in AWS's own redrive, before the dead letter is deleted: if this is cut
    off in between, the booking is in both queues, and done once. A copy that comes back as a dead letter is known by
    its id, and stays: poison would go round for ever.
    """

    def __init__(self, sqs: "SQSClient", dlq_url: str, queue_url: str, receipts: Receipts | None = None) -> None:
        """Does nothing yet.

        Args:
            sqs: who may receive, delete and send, and count.
            dlq_url: from where.
            queue_url: to where.
            receipts: what a run that was cut off has sent, which has only to be deleted; what is sent is noted there.
        """
        self._receipts = receipts or Receipts()
        self._sqs, self._dlq, self._queue = sqs, dlq_url, queue_url
        self._moved = set[str]()
        self._copies = set[str]()
        self._back = set[str]()
        self._refused: dict[str, str] = {}
        self._held: dict[str, str] = {}
        self._around = 0
        self._left = self._hidden = 0

    def run(self) -> Iterator[DeadLetter]:
        """Yields each letter that is moved; `stayed` tells of the others when it is over."""
        there, hidden = self._count()
        bound = 2 * (there + hidden) + _SLACK
        try:
            for received in self._receives(hidden):
                yield from self._handle(received)
                # Each turn brings something new, or else what is known goes round: neither lasts for ever.
                if len(self._moved) > bound or self._around > 2 * len(self._copies | self._refused.keys()) + BATCH:
                    there, hidden = self._count()
                    self._left = max(0, there + hidden - len(self._held))
                    return
        finally:
            show_again(self._sqs, self._dlq, list(self._held.values()))

    def stayed(self) -> list[str]:
        """How many letters were not moved, and why: those that came back, refused ones, hidden ones, newer ones."""
        refused = [
            f"SQS refused {counted(number, 'dead letter')} ({why})"
            for why, number in _histogram(self._refused.values()).items()
        ]
        told = {
            "came back: what `dlq why` says of them is not mended": len(self._back),
            "stayed, hidden by whoever looks at them: run it again in a minute": self._hidden,
            "stayed, or came in since it began: run it again": self._left,
            "went back and could not be deleted here: whoever does them twice skips the second": self.undeleted,
        }
        return [f"{counted(number, 'dead letter')} {why}" for why, number in told.items() if number] + refused

    @property
    def is_whole(self) -> bool:
        """Whether nothing stayed but what came back."""
        return not (self._refused or self._hidden or self._left or self.undeleted)

    @property
    def undeleted(self) -> int:
        """How many letters were sent back, and could not be deleted."""
        return len(self._moved & self._held.keys())

    def _receives(self, hidden: int) -> Iterator["list[MessageTypeDef]"]:
        """What is received, until nothing is there; what others hide is waited for as long as they may hide it."""
        found_before, waited_until, empty = None, 0.0, 0
        while True:
            if received := receive(self._sqs, self._dlq, BATCH):
                empty = 0
                yield received
                continue
            if found_before is None:
                found_before, waited_until = len(self._moved), time.monotonic() + _PATIENCE
            empty += 1
            is_late, (there, held) = time.monotonic() > waited_until, self._count()
            if (is_late or len(self._moved) - found_before >= hidden) and (empty > _EMPTY or not there):
                self._left, self._hidden = there, max(0, held - len(self._held)) if is_late else 0
                return
            time.sleep(_PAUSE)

    def _handle(self, received: "list[MessageTypeDef]") -> Iterator[DeadLetter]:
        by_id = {message.get("MessageId", ""): message for message in received}
        self._held |= {id_: message.get("ReceiptHandle", "") for id_, message in by_id.items()}
        self._back |= by_id.keys() & self._copies
        known = self._copies | self._refused.keys()
        self._moved |= {id_ for id_ in by_id if id_ in self._receipts}
        fresh = [message for id_, message in by_id.items() if id_ not in known | self._moved]
        self._around = 0 if fresh else self._around + len(by_id)
        self._delete(by_id.keys() & self._moved)  # SQS may give once more what was deleted
        for batch in _batches(fresh):
            sent = self._send(batch)
            self._delete([message.get("MessageId", "") for message in sent])
            yield from map(letter_of, sent)

    def _send(self, batch: "list[MessageTypeDef]") -> "list[MessageTypeDef]":
        """Sends copies; gives the letters whose copies were taken."""
        entries = [_entry(str(index), message) for index, message in enumerate(batch)]
        answer = self._sqs.send_message_batch(QueueUrl=self._queue, Entries=entries)  # pyright: ignore[reportArgumentType]
        for failure in answer.get("Failed", []):
            id_ = batch[int(failure["Id"])].get("MessageId", "")
            self._refused[id_] = failure.get("Message", failure["Code"])
        taken = {int(each["Id"]): each["MessageId"] for each in answer.get("Successful", [])}
        self._copies |= set(taken.values())
        sent = [batch[index] for index in sorted(taken)]
        ids = [message.get("MessageId", "") for message in sent]
        self._receipts.add(ids)
        self._moved.update(ids)
        return sent

    def _delete(self, ids: Iterable[str]) -> None:
        listed = list(ids)
        if not listed:
            return
        entries = [{"Id": str(number), "ReceiptHandle": self._held[id_]} for number, id_ in enumerate(listed)]
        answer = self._sqs.delete_message_batch(QueueUrl=self._dlq, Entries=entries)  # pyright: ignore[reportArgumentType]
        for each in answer.get("Successful", []):
            del self._held[listed[int(each["Id"])]]

    def _count(self) -> tuple[int, int]:
        """About how many letters are visible, and how many are hidden."""
        answer = self._sqs.get_queue_attributes(QueueUrl=self._dlq, AttributeNames=list(_COUNTS))  # pyright: ignore[reportArgumentType]
        there, hidden = (int(answer.get("Attributes", {}).get(name, "0")) for name in _COUNTS)
        return there, hidden


def _batches(messages: "list[MessageTypeDef]") -> Iterator["list[MessageTypeDef]"]:
    """SendMessageBatch takes as many bytes in all as one message may have."""
    batch: list[MessageTypeDef] = []
    size = 0
    for message in messages:
        if batch and size + _size(message) > MESSAGE_BYTES:
            yield batch
            batch, size = [], 0
        batch.append(message)
        size += _size(message)
    if batch:
        yield batch


def _size(message: "MessageTypeDef") -> int:
    """Bytes: body, and names, types and values of attributes (SQS quotas)."""
    attributes = message.get("MessageAttributes", {})
    values = [(name, *each.values()) for name, each in attributes.items()]
    parts = [message.get("Body", ""), *(part for value in values for part in value)]
    return sum(len(part if isinstance(part, bytes) else str(part).encode()) for part in parts)


def _entry(id_: str, message: "MessageTypeDef") -> dict[str, Any]:
    attributes = {
        name: {key: value for key, value in attribute.items() if key in {"DataType", "StringValue", "BinaryValue"}}
        for name, attribute in message.get("MessageAttributes", {}).items()
    }
    return {"Id": id_, "MessageBody": message.get("Body", ""), "MessageAttributes": attributes}


def _histogram(reasons: Iterable[str]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for reason in reasons:
        found[reason] = found.get(reason, 0) + 1
    return found
