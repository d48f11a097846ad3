"""What became of each booking, and of each try to send its email."""

from typing import Literal

Window = Literal["crash", "unclear", "not recorded", "two workers"]


class Attempt:
    """What one invocation does for one booking."""

    __slots__ = ("booking", "checked", "emails", "window")

    def __init__(self, booking: int) -> None:
        self.booking = booking
        self.checked = 0  # the tick of the last GetItem
        self.emails = 0
        self.window: Window | None = None  # what an email that arrives later would fall into


class Attempts(dict[int, Attempt]):
    """The attempts of one invocation, by booking."""

    def of(self, booking: int) -> Attempt:
        """The attempt for a booking."""
        attempt = self.get(booking)
        if attempt is None:
            attempt = self[booking] = Attempt(booking)
        return attempt


class Fate:
    """What became of one booking so far."""

    __slots__ = ("dead", "emails", "messages", "open", "poison", "recorded", "recorded_by", "windows")

    def __init__(self, *, poison: bool = False) -> None:
        self.emails = 0
        self.windows = 0
        self.messages = 0  # in the queue
        self.dead = False
        self.recorded = 0  # the tick of the last record
        self.recorded_by: Attempt | None = None
        self.poison = poison  # it must get no email, and end as a dead letter
        self.open: list[Attempt] = []  # attempts that sent, and did not record yet
