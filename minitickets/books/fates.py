"""What became of each booking's email and tickets, and of each try to send its email."""

from dataclasses import dataclass, field
from typing import Literal

Window = Literal["crash", "unclear", "not recorded", "two workers"]


@dataclass(slots=True, eq=False)
class Attempt:
    """What one invocation does for one booking, as the services saw it."""

    booking: int
    checked: int = 0  # the tick of the last GetItem
    found_done: bool = False  # that GetItem's answer held a record that counts
    leased: bool = False  # it holds the lease
    emails: int = 0
    record_failures: int = 0  # tries of the record that the world failed
    recorded: bool = False  # one of the tries was carried out
    window: Window | None = None  # what an email that arrives later would fall into


class Attempts(dict[int, Attempt]):
    """The attempts of one invocation, by booking; each begins when it is asked for."""

    def __missing__(self, booking: int) -> Attempt:
        attempt = self[booking] = Attempt(booking)
        return attempt


@dataclass(slots=True, eq=False)
class MessagesFate:
    """What became of one booking's messages in one queue so far."""

    messages: int = 0  # in the queue
    dead: bool = False


@dataclass(slots=True, eq=False)
class EmailFate(MessagesFate):
    """What became of one booking's email so far."""

    emails: int = 0
    windows: int = 0
    recorded: int = 0  # the tick of the last record
    recorded_by: Attempt | None = None
    poison: bool = False  # it must get no email, and end as a dead letter
    open: list[Attempt] = field(default_factory=list[Attempt])  # attempts that sent, and did not record yet


@dataclass(slots=True, eq=False)
class TicketsFate(MessagesFate):
    """What became of one booking's tickets so far; poison has none."""

    wanted: int = 0
    issued: int = 0
