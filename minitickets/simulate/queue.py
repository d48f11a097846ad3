"""A standard queue with its dead-letter queue: at least once, in no strict order.

A message is received again when its visibility timeout ends, and sometimes without that: a copy that another server of
SQS still had, even of a message that was deleted. Each receive makes a new receipt handle, and only the newest one
counts: a delete by an older one succeeds and deletes nothing (DeleteMessage, API reference), and a change of the
visibility is refused with InvalidParameterValue (AWS re:Post, "Troubleshoot ReceiptHandleIsInvalid errors in Amazon
SQS").
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from minitickets.books.chance import Chance
from minitickets.books.message_ledger import MessageLedger
from minitickets.simulate.kernel import SECOND
from minitickets.simulate.message import MessageState, ReceivedMessage, SimulatedMessage

MAX_RECEIVE = 10  # messages in one call
_DISORDER = SECOND  # messages that become visible within that time come in any order
_COPY_DELAY = 20 * SECOND  # the longest until a copy turns up


@dataclass(frozen=True, kw_only=True)
class QueueSettings:
    """Times in seconds."""

    visibility_timeout: int
    max_receive_count: int
    retention: int


class SimulatedQueue:
    """One queue and its dead letters.

    Args:
        ledger: is told when a message comes into the queue, and how it leaves it.
        why: the reason of each message's last failure, by message id.
        duplicates: whether a message that was just received is received a second time.

    Attributes:
        reasons: why messages were dead-lettered, counted.
    """

    def __init__(
        self,
        settings: QueueSettings,
        chance: Chance,
        ledger: MessageLedger[Any],
        why: Mapping[str, str],
        duplicates: Callable[[], bool],
    ) -> None:
        self.settings = settings
        self.dead_letters: list[SimulatedMessage] = []
        self.reasons: Counter[str] = Counter()
        self.live = 0
        """Messages that are neither deleted nor dead nor expired."""
        self._messages: dict[str, SimulatedMessage] = {}
        self._copies = 0
        self._chance = chance
        self._ledger = ledger
        self._why = why
        self._duplicates = duplicates
        self._hidden: list[tuple[int, int, SimulatedMessage, int]] = []  # until when, tie breaker, message, version
        self._visible: list[tuple[int, int, SimulatedMessage, int]] = []
        self._entries = 0

    @property
    def empty(self) -> bool:
        """Whether nothing can be received any more."""
        return not self.live and not self._copies

    def send(self, message: SimulatedMessage) -> None:
        """Takes a message; nobody sees it before its `visible_at`, which may lie ahead."""
        self.live += 1
        self._messages[message.id] = message
        self._hide(message, message.visible_at)
        self._ledger.published(message.booking)

    def next_visible(self) -> int | None:
        """When the next message becomes visible, or is since."""
        if self._visible:
            return self._visible[0][0] - _DISORDER
        return self._hidden[0][0] if self._hidden else None

    def receive(self, now: int, limit: int = MAX_RECEIVE) -> list[ReceivedMessage]:
        """Receives up to `limit` messages, and moves those to the dead letters that were received too often."""
        while self._hidden and self._hidden[0][0] <= now:
            visible_at, tie, message, version = heappop(self._hidden)
            heappush(self._visible, (visible_at + self._chance.between(0, _DISORDER), tie, message, version))
        received: list[ReceivedMessage] = []
        while self._visible and len(received) < limit:
            _, _, message, version = heappop(self._visible)
            if self._may_receive(message, version, now):
                received.append(self._receive(message, now))
        return received

    def delete(self, received: ReceivedMessage) -> None:
        """Deletes a message, by the handle of that receive."""
        message = received.message
        if message.state == "queued" and received.handle == message.handle:
            self._leave(message, "deleted")
            self._ledger.deleted(message.booking)

    def change_visibility(self, message: SimulatedMessage, handle: str, seconds: int, now: int) -> str | None:
        """Hides a message for some seconds from now; the error code if that cannot be."""
        if message.state != "queued" or handle != message.handle:
            return "InvalidParameterValue"
        if message.visible_at <= now:
            return "MessageNotInflight"
        message.version += 1
        self._hide(message, now + seconds * SECOND)
        return None

    def redrive(self, now: int) -> list[SimulatedMessage]:
        """Moves all dead letters back, each under a new message id, and gives them."""
        moved = [SimulatedMessage(f"{dead.id}-redriven", dead.booking, dead.body, now) for dead in self.dead_letters]
        self.dead_letters.clear()
        for message in moved:
            self.send(message)
        return moved

    def find(self, handle: str) -> SimulatedMessage:
        """The message that was received with that handle."""
        return self._messages[handle.partition("#")[0]]

    def _may_receive(self, message: SimulatedMessage, version: int, now: int) -> bool:
        limit = self.settings.max_receive_count
        if version < 0:  # a copy: it comes whatever became of the message, but never as one receive too many
            self._copies -= 1
            return message.state in {"queued", "deleted"} and message.receives < limit
        if version != message.version or message.state != "queued":
            return False
        if now - message.sent_at >= self.settings.retention * SECOND:
            self._leave(message, "expired")
            self._ledger.expired(message.booking)
        elif message.receives >= limit:
            self._bury(message)
        return message.state == "queued"

    def _bury(self, message: SimulatedMessage) -> None:
        self._leave(message, "dead")
        self.dead_letters.append(message)
        reason = self._why.get(message.id)
        self.reasons[reason or "none"] += 1
        self._ledger.dead_lettered(message.booking, reason)

    def _receive(self, message: SimulatedMessage, now: int) -> ReceivedMessage:
        message.receives += 1
        message.version += 1
        if message.state == "queued":
            self._hide(message, now + self.settings.visibility_timeout * SECOND)
        if self._duplicates():
            self._copies += 1
            self._push(now + self._chance.between(0, _COPY_DELAY), message, -1)
        return ReceivedMessage(message, message.handle, message.receives)

    def _hide(self, message: SimulatedMessage, until: int) -> None:
        message.visible_at = until
        self._push(until, message, message.version)

    def _push(self, until: int, message: SimulatedMessage, version: int) -> None:
        self._entries += 1
        heappush(self._hidden, (until, self._entries, message, version))

    def _leave(self, message: SimulatedMessage, state: MessageState) -> None:
        message.state = state
        self.live -= 1
