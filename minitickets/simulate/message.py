"""A message of a queue, and what a receive hands out of it."""

from dataclasses import dataclass
from enum import Enum, auto


class State(Enum):
    """Where a message is."""

    QUEUED = auto()
    DELETED = auto()
    DEAD = auto()
    EXPIRED = auto()


class Message:
    """One message; times are microseconds of the run."""

    __slots__ = ("body", "booking", "id", "receives", "sent_at", "state", "version", "visible_at")

    def __init__(self, message_id: str, booking: int, body: str, sent_at: int) -> None:
        self.id = message_id
        self.booking = booking
        self.body = body
        self.sent_at = sent_at
        self.receives = 0
        self.visible_at = sent_at
        self.version = 0  # of the visibility: an older entry of the queue's heaps is void
        self.state = State.QUEUED

    @property
    def handle(self) -> str:
        """The receipt handle of the last receive."""
        return f"{self.id}#{self.receives}"


@dataclass(frozen=True)
class Received:
    """A message as one receive hands it out."""

    message: Message
    handle: str
    receives: int

    def record(self) -> dict[str, object]:
        """The record that the function sees of it."""
        return {
            "messageId": self.message.id,
            "receiptHandle": self.handle,
            "body": self.message.body,
            "attributes": {"ApproximateReceiveCount": str(self.receives)},
            "eventSource": "aws:sqs",
        }
