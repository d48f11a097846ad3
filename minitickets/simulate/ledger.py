"""The books on every booking: emails, windows, messages; and what must never be.

A *window* is why one more email than one is allowed, and it is counted only where it really stood open:

    crash         SES accepted, and the invocation was killed before the record was written
    unclear       SES accepted, and the worker was not told so
    not recorded  SES accepted, and DynamoDB took the record in none of the worker's tries
    two workers   SES accepted although another worker was at the same job since before; with leases on, never
"""

from collections.abc import Callable
from dataclasses import dataclass

from minitickets.simulate.fates import Attempt, Attempts, Fate, Window
from minitickets.simulate.violations import Violations


@dataclass(frozen=True)
class Names:
    """The booking that a job key or an address belongs to."""

    of_key: Callable[[str], int]
    of_address: Callable[[str], int]


class Ledger:
    """The books of one world's emails."""

    def __init__(self, names: Names, violations: Violations, *, leases: bool) -> None:
        self.fates: list[Fate] = []
        self.windows: dict[Window, int] = {"crash": 0, "unclear": 0, "not recorded": 0, "two workers": 0}
        self._names = names
        self._violations = violations
        self._leases = leases
        self._tick = 0  # counts what happens in the services: two events are never at the same tick

    def published(self, booking: int) -> None:
        """A message of the booking is in the queue, for the first time or again."""
        self.fates[booking].messages += 1
        self.fates[booking].dead = False

    def checked(self, attempts: Attempts, key: str) -> None:
        """GetItem was carried out."""
        self._tick += 1
        attempts.of(self._names.of_key(key)).checked = self._tick

    def accepted(self, attempts: Attempts, address: str) -> int:
        """SES accepted an email; gives how many it are for the booking now."""
        self._tick += 1
        booking = self._names.of_address(address)
        fate, attempt = self.fates[booking], attempts.of(booking)
        fate.emails += 1
        attempt.emails += 1
        if attempt.window:  # the worker was gone, or had given up waiting, before SES had the email
            self._open_window(fate, attempt.window)
        elif fate.emails > 1 and self._meets_another(fate, attempt):
            self._open_window(fate, "two workers")
            if self._leases:
                self._violations.add("lease", booking, "two workers sent the email at the same time, leases or not")
        if not attempt.window and attempt not in fate.open:
            fate.open.append(attempt)
        self._check_emails(booking, fate, attempt)
        return fate.emails

    def recorded(self, attempts: Attempts, key: str) -> None:
        """PutItem of the record was carried out, or found the record there."""
        self._tick += 1
        booking = self._names.of_key(key)
        fate, attempt = self.fates[booking], attempts.of(booking)
        fate.recorded, fate.recorded_by = self._tick, attempt
        if attempt in fate.open:
            fate.open.remove(attempt)

    def unclear(self, attempts: Attempts, address: str) -> None:
        """The worker was told that its email failed."""
        self._close(attempts.of(self._names.of_address(address)), "unclear")

    def ended(self, attempts: Attempts, *, killed: bool) -> None:
        """The invocation is over."""
        for attempt in attempts.values():
            self._close(attempt, "crash" if killed else "not recorded")

    def deleted(self, booking: int) -> None:
        """A message of the booking was deleted."""
        fate = self.fates[booking]
        fate.messages -= 1
        if fate.poison:
            self._violations.add("lost", booking, "a message that nobody can handle was deleted")
        self._check_loss(booking, fate, "its last message was deleted, and it got no email")

    def dead_lettered(self, booking: int, reason: str | None) -> None:
        """A message of the booking was moved to the dead-letter queue."""
        fate = self.fates[booking]
        fate.messages -= 1
        fate.dead = True
        if reason is None:
            self._violations.add("dead letter", booking, "it was dead-lettered, and no log says why")

    def expired(self, booking: int) -> None:
        """A message of the booking was too old for the queue."""
        fate = self.fates[booking]
        fate.messages -= 1
        self._check_loss(booking, fate, "its last message expired in the queue, and it got no email")

    def lost(self) -> int:
        """Bookings without an email, a message or a dead letter."""
        return sum(not fate.emails and not fate.dead and not fate.messages for fate in self.fates)

    def _meets_another(self, fate: Fate, attempt: Attempt) -> bool:
        """Whether another worker sent the same email, and could not have been known to this one to be done."""
        recorded_since = fate.recorded > attempt.checked and fate.recorded_by is not attempt
        return recorded_since or any(other is not attempt for other in fate.open)

    def _open_window(self, fate: Fate, window: Window) -> None:
        fate.windows += 1
        self.windows[window] += 1

    def _close(self, attempt: Attempt, window: Window) -> None:
        fate = self.fates[attempt.booking]
        if attempt in fate.open:
            fate.open.remove(attempt)
            self._open_window(fate, window)
        attempt.window = attempt.window or window

    def _check_emails(self, booking: int, fate: Fate, attempt: Attempt) -> None:
        if fate.poison:
            self._violations.add("poison", booking, "an email was sent for a message that is no booking")
        if fate.emails > 1 + fate.windows:
            again = "by the same invocation" if attempt.emails > 1 else "by another invocation"
            self._violations.add(
                "too many emails",
                booking,
                f"email {fate.emails}, sent {again}, with {fate.windows} windows to allow it",
            )

    def _check_loss(self, booking: int, fate: Fate, how: str) -> None:
        if not fate.emails and not fate.messages and not fate.dead and not fate.poison:
            self._violations.add("lost", booking, how)
