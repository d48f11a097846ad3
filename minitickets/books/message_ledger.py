"""The books on the messages of one queue."""

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, Literal, TypeVar

from minitickets.books.fates import MessagesFate
from minitickets.books.violations import Violations

Gone = Literal["was deleted", "expired in the queue"]
F = TypeVar("F", bound=MessagesFate)


class MessageLedger(ABC, Generic[F]):
    """Counts each booking's messages, and sees to it that none is lost; bookings are told by their numbers.

    Attributes:
        fates: what became of each booking so far.
    """

    subject: ClassVar[str] = "it was"
    """What a sentence about a dead letter begins with."""

    def __init__(self, violations: Violations) -> None:
        self.fates: list[F] = []
        self._violations = violations

    @abstractmethod
    def check_loss(self, booking: int, how: Gone) -> None:
        """A booking's last message is gone, and there is no dead letter."""

    def published(self, booking: int) -> None:
        """A message of the booking is in the queue, for the first time or again."""
        fate = self.fates[booking]
        fate.messages += 1
        fate.dead = False

    def deleted(self, booking: int) -> None:
        """A message of the booking was deleted."""
        self._gone(booking, "was deleted")

    def expired(self, booking: int) -> None:
        """A message of the booking was too old for the queue."""
        self._gone(booking, "expired in the queue")

    def dead_lettered(self, booking: int, reason: str | None) -> None:
        """A message of the booking was moved to the dead-letter queue."""
        fate = self.fates[booking]
        fate.messages -= 1
        fate.dead = True
        if reason is None:
            self._violations.add("dead letter", booking, f"{self.subject} dead-lettered, and no log says why")

    def _gone(self, booking: int, how: Gone) -> None:
        fate = self.fates[booking]
        fate.messages -= 1
        if not fate.messages and not fate.dead:
            self.check_loss(booking, how)
