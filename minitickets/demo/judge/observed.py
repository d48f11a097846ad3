"""What a demo's world holds when its queues are empty: all that its judge looks at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from embeddedaws.moto.contents import QueuedMessage
from minitickets.books.contract.message import Item, Span
from minitickets.ops.bookings_file import GoodLine
from minitickets.ops.log_lines import Entry
from minitickets.stack.deployed import StoredObject
from minitickets.stack.journal import Receive
from minitickets.stack.witness import Hide, SentEmail


@dataclass(frozen=True, kw_only=True)
class Handled:
    """What one function did with its queue."""

    function: str
    """`worker` or `tickets`."""
    queue: str
    dlq: str
    left: Sequence[QueuedMessage]
    """What is in the queue still."""
    dead: Sequence[QueuedMessage]
    bodies: Mapping[str, str]
    """Every message that was received, by its id."""
    deliveries: Mapping[str, Sequence[Receive]]
    """Each message's, in order."""
    visibility_timeout: float
    """The queue's own, in seconds."""
    max_receive_count: int
    log: Sequence[Entry]
    """What the function logged."""
    log_is_whole: bool
    """Whether CloudWatch Logs took all of it."""

    @property
    def look(self) -> str:
        """Where a person looks first."""
        return f"logs/{self.function}.log"


@dataclass(frozen=True, kw_only=True)
class Observed:
    """All of it."""

    lines: Sequence[GoodLine]
    """What was published, to both queues."""
    sender: str
    sender_name: str
    """What stands before it, "" for nothing."""
    my_tickets_url: str
    """Where emails lead to, "" for nowhere."""
    ring: Mapping[str, bytes]
    """The signing keys, by id."""
    span: Span
    """From the first to the last thing that happened."""
    emails: Sequence[SentEmail]
    refused: Mapping[str, int]
    """How often SES took nothing for a recipient."""
    hides: Sequence[Hide]
    denied: Sequence[str]
    """What a policy did not let a function do, in the words of its actions."""
    records: Sequence[Item]
    tickets: Sequence[Item]
    pictures: Mapping[str, StoredObject]
    """The assets bucket's objects, by key."""
    worker: Handled
    issuer: Handled

    @property
    def functions(self) -> tuple[Handled, Handled]:
        """Both."""
        return self.worker, self.issuer


@dataclass(frozen=True)
class Complaint:
    """What is not as it must be, and where to look."""

    sentence: str
    look: str

    def __str__(self) -> str:
        return f"{self.sentence}: see {self.look}"
