"""A message of a queue, and what a receive hands out of it."""

from dataclasses import dataclass, field
from typing import Literal

MessageState = Literal["queued", "deleted", "dead", "expired"]


@dataclass(slots=True, eq=False)
class SimulatedMessage:
    """One message; times are microseconds of the run."""

    id: str
    booking: int
    body: str
    sent_at: int
    receives: int = 0
    visible_at: int = field(init=False)
    version: int = 0  # of the visibility: an older entry of the queue's heaps is void
    state: MessageState = "queued"

    def __post_init__(self) -> None:
        self.visible_at = self.sent_at

    @property
    def handle(self) -> str:
        """The receipt handle of the last receive."""
        return f"{self.id}#{self.receives}"


@dataclass(frozen=True)
class ReceivedMessage:
    """A message as one receive hands it out."""

    message: SimulatedMessage
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
