"""The books on every ticket."""

from collections.abc import Callable

from minitickets.simulate.table import Item
from minitickets.simulate.violations import Violations
from tickets.signing_key import KeyRing
from tickets.tokens import InvalidToken, verify_ticket


class TicketsFate:
    """What became of one booking's tickets so far; poison has none."""

    __slots__ = ("dead", "issued", "messages", "wanted")

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.issued = 0
        self.messages = 0
        self.dead = False


class TicketLedger:
    """The books of one world's tickets, and its assets bucket.

    What stands for a PNG here is its token: drawing is a function of the token alone, and takes longer than all else.
    """

    def __init__(self, booking_of: Callable[[str], int], violations: Violations, ring: Callable[[], KeyRing]) -> None:
        self.assets: dict[str, bytes] = {}
        self.fates: list[TicketsFate] = []
        self._booking_of = booking_of
        self._violations = violations
        self._ring = ring
        self._key_of: dict[str, str] = {}

    def reserved(self, item: Item) -> None:
        """A ticket was reserved."""
        self._key_of.setdefault(item["ticketId"]["S"], item["keyId"]["S"])
        self._check_key(item)

    def drawn(self, key: str, png: bytes) -> None:
        """A QR code was written."""
        if self.assets.setdefault(key, png) != png:
            booking = self._booking_of(key.split("/")[1])
            self._violations.add("ticket bytes", booking, f"{key} was written again with other bytes")

    def issued(self, item: Item) -> None:
        """A ticket was issued."""
        booking = self._booking_of(item["bookingId"]["S"])
        self.fates[booking].issued += 1
        self._check_key(item)
        png = self.assets.get(item["assetKey"]["S"])
        if png is None:
            self._violations.add("ticket without QR code", booking, f"{item['ticketId']['S']} was issued without one")
        else:
            self._check_token(booking, item, png)

    def published(self, booking: int) -> None:
        """A message of the booking is in the queue, for the first time or again."""
        self.fates[booking].messages += 1
        self.fates[booking].dead = False

    def deleted(self, booking: int) -> None:
        """A message of the booking was deleted."""
        self._gone(booking)

    def expired(self, booking: int) -> None:
        """A message of the booking was too old for the queue."""
        self._gone(booking)

    def _gone(self, booking: int) -> None:
        fate = self.fates[booking]
        fate.messages -= 1
        if fate.issued < fate.wanted and not fate.messages and not fate.dead:
            self._violations.add("ticket lost", booking, f"its last message is gone, and {fate.issued} tickets issued")

    def dead_lettered(self, booking: int, reason: str | None) -> None:
        """A message of the booking was moved to the dead-letter queue."""
        self.fates[booking].messages -= 1
        self.fates[booking].dead = True
        if reason is None:
            self._violations.add("dead letter", booking, "its tickets were dead-lettered, and no log says why")

    def _check_key(self, item: Item) -> None:
        ticket = item["ticketId"]["S"]
        if self._key_of[ticket] != item["keyId"]["S"]:
            booking = self._booking_of(item["bookingId"]["S"])
            self._violations.add("ticket key", booking, f"{ticket} has two signing keys")

    def _check_token(self, booking: int, item: Item, png: bytes) -> None:
        try:
            verified = verify_ticket(png, self._ring())
        except InvalidToken as error:
            self._violations.add("ticket key", booking, f"the token does not verify: {error}")
            return
        if (verified.key_id, verified.ticket_id) != (item["keyId"]["S"], item["ticketId"]["S"]):
            self._violations.add("ticket key", booking, f"the token of {verified.ticket_id} is another ticket's")
