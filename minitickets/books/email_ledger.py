"""The books on every booking: emails, windows, messages; and what must never be.

A *window* is why one more email than one is allowed. It opens by what the world did, and never by what the worker says:

    crash         SES accepted, and the world killed the invocation before the record was written
    unclear       SES accepted, and the world kept the answer from the worker
    not recorded  SES accepted, and the world failed the worker's tries of the record
    two workers   SES accepted although another worker was at the same job since this one looked; with leases on, never
"""

from minitickets.books.fates import Attempt, Attempts, EmailFate, Window
from minitickets.books.message_ledger import Gone, MessageLedger
from minitickets.books.violations import Violations


class EmailLedger(MessageLedger[EmailFate]):
    """The books on the emails of one run; bookings are told by their numbers."""

    def __init__(self, violations: Violations, *, leases: bool) -> None:
        super().__init__(violations)
        self.windows: dict[Window, int] = {"crash": 0, "unclear": 0, "not recorded": 0, "two workers": 0}
        self._leases = leases
        self._tick = 0  # counts what happens in the services: two events are never at the same tick

    def checked(self, attempts: Attempts, booking: int, *, done: bool = False) -> None:
        """GetItem was carried out, and its answer held a record that counts or did not."""
        self._tick += 1
        attempts[booking].checked = self._tick
        attempts[booking].found_done = done

    def accepted(self, attempts: Attempts, booking: int) -> int:
        """SES accepted an email; gives how many it are for the booking now."""
        self._tick += 1
        fate, attempt = self.fates[booking], attempts[booking]
        fate.emails += 1
        attempt.emails += 1
        if attempt.window:  # the worker was gone, or had given up waiting, before SES had the email
            self._open_window(fate, attempt.window)
        else:
            self._check_order(attempt)
            if fate.emails > 1 and self._meets_another(fate, attempt):
                self._open_window(fate, "two workers")
                if self._leases:
                    self._violations.add("lease", booking, "two workers sent the email at the same time, leases or not")
            if attempt not in fate.open:
                fate.open.append(attempt)
        self._check_emails(booking, fate, attempt)
        return fate.emails

    def recorded(self, attempts: Attempts, booking: int) -> None:
        """PutItem of the record was carried out, or found the record there."""
        self._tick += 1
        fate, attempt = self.fates[booking], attempts[booking]
        if not fate.emails:
            self._violations.add("order", booking, "it was recorded before SES had accepted an email")
        fate.recorded, fate.recorded_by = self._tick, attempt
        attempt.recorded = True
        if attempt in fate.open:
            fate.open.remove(attempt)

    def record_failed(self, attempts: Attempts, booking: int) -> None:
        """The world failed a try of the record: refused it, or kept its answer."""
        attempts[booking].record_failures += 1

    def unanswered(self, attempts: Attempts, booking: int) -> None:
        """The world kept SES's answer from the worker, which may have accepted or still may."""
        self._close(attempts[booking], "unclear")

    def ended(self, attempts: Attempts, *, killed: bool) -> None:
        """The invocation is over, by its own answer or killed by the world."""
        for attempt in attempts.values():
            if killed or attempt.record_failures:
                self._close(attempt, "crash" if killed else "not recorded")
            elif attempt in self.fates[attempt.booking].open:
                self.fates[attempt.booking].open.remove(attempt)
                self._violations.add("record", attempt.booking, "SES accepted, and nobody tried to record it")

    def deleted(self, booking: int) -> None:
        """A message of the booking was deleted."""
        if self.fates[booking].poison:
            self._violations.add("lost", booking, "a message that nobody can handle was deleted")
        super().deleted(booking)

    def check_loss(self, booking: int, how: Gone) -> None:
        """A booking's last message is gone, and there is no dead letter."""
        fate = self.fates[booking]
        if not fate.emails and not fate.poison:
            self._violations.add("lost", booking, f"its last message {how}, and it got no email")

    def lost(self) -> int:
        """Bookings without an email, a message or a dead letter."""
        return sum(not fate.emails and not fate.dead and not fate.messages for fate in self.fates)

    def _check_order(self, attempt: Attempt) -> None:
        if not attempt.checked:
            self._violations.add("order", attempt.booking, "the email was sent without a look whether it was before")
        elif attempt.found_done:
            self._violations.add("order", attempt.booking, "the email was sent although the record says it was before")
        if self._leases and not attempt.leased:
            self._violations.add("lease", attempt.booking, "the email was sent by a worker that holds no lease of it")

    def _meets_another(self, fate: EmailFate, attempt: Attempt) -> bool:
        """Whether another worker sent the same email, and could not have been known to this one to be done."""
        if not attempt.checked:
            return False
        recorded_since = fate.recorded > attempt.checked and fate.recorded_by is not attempt
        return recorded_since or any(other is not attempt for other in fate.open)

    def _open_window(self, fate: EmailFate, window: Window) -> None:
        fate.windows += 1
        self.windows[window] += 1

    def _close(self, attempt: Attempt, window: Window) -> None:
        fate = self.fates[attempt.booking]
        if attempt in fate.open:
            fate.open.remove(attempt)
            self._open_window(fate, window)
        attempt.window = attempt.window or window

    def _check_emails(self, booking: int, fate: EmailFate, attempt: Attempt) -> None:
        if fate.poison:
            self._violations.add("poison", booking, "an email was sent for a message that is no booking")
        if fate.emails > 1 + fate.windows:
            again = "by the same invocation" if attempt.emails > 1 else "by another invocation"
            self._violations.add(
                "too many emails",
                booking,
                f"email {fate.emails}, sent {again}, with {fate.windows} windows to allow it",
            )
