"""How long a message of the batch stays hidden before it comes back: the backoff, and the visibility timeout on SQS."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from logs import log

if TYPE_CHECKING:
    from aws.calls import Client
    from sqs import Message

BACKOFF_SECONDS = (10, 40, 120)  # after the first, the second, and each later receive


class Verdict(Enum):
    """What becomes of a job's messages."""

    DONE = auto()  # deleted by the mapping
    RETRY = auto()  # back after the backoff
    POISON = auto()  # back at once, until SQS moves it to the dead-letter queue


def hidden_seconds(verdict: Verdict, receive_count: int) -> int:
    """The visibility timeout in seconds, from now, of a message that is answered as failed.

    A message whose job was not started waits as long as one that failed: its receive counts towards maxReceiveCount
    all the same, so an earlier return would spend the receives faster and dead-letter it in a short outage.
    """
    if verdict is Verdict.POISON:
        return 0
    return BACKOFF_SECONDS[min(max(receive_count, 1), len(BACKOFF_SECONDS)) - 1]


class Hidden(NamedTuple):
    """A message that is to stay hidden for some seconds, counted from the call."""

    message: "Message"
    seconds: int


class SqsVisibility:
    """Hides messages of one queue."""

    def __init__(self, client: "Client", queue_url: str) -> None:
        self._client = client
        self._queue_url = queue_url

    def hide(self, hidden: Sequence[Hidden]) -> None:
        """Changes up to 10 messages in one call; an entry that SQS refuses, such as a stale handle, is only logged."""
        entries = [
            # The position as id: message ids need not be distinct in a batch, entry ids must.
            {"Id": str(position), "ReceiptHandle": one.message.receipt_handle, "VisibilityTimeout": one.seconds}
            for position, one in enumerate(hidden)
        ]
        request = {"QueueUrl": self._queue_url, "Entries": entries}
        response = self._client.call("ChangeMessageVisibilityBatch", request)
        for refused in response.get("Failed", []):
            message = hidden[int(refused["Id"])].message
            log("WARNING", "visibility_not_changed", message_id=message.message_id, reason=refused["Code"])
