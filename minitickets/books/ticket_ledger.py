"""The books on every ticket."""

from collections.abc import Callable, Mapping

from minitickets.books.bookings import of_id
from minitickets.books.fates import TicketsFate
from minitickets.books.message_ledger import Gone, MessageLedger
from minitickets.books.violations import Violations
from tickets.signing_key import KeyRing
from tickets.tokens import InvalidToken, verify_ticket

Item = Mapping[str, Mapping[str, str]]
"""An item of the tickets table, as DynamoDB writes it."""


class TicketLedger(MessageLedger[TicketsFate]):
    """The books of one world's tickets, and its assets bucket.

    What stands for a PNG here is its token: drawing is a function of the token alone, and takes longer than all else.
    """

    subject = "its tickets were"

    def __init__(self, violations: Violations, ring: Callable[[], KeyRing]) -> None:
        super().__init__(violations)
        self.assets: dict[str, bytes] = {}
        self._ring = ring
        self._key_of: dict[str, str] = {}

    def reserved(self, item: Item) -> None:
        """A ticket was reserved."""
        self._key_of.setdefault(item["ticketId"]["S"], item["keyId"]["S"])
        self._check_key(item)

    def drawn(self, key: str, png: bytes) -> None:
        """A QR code was written."""
        if self.assets.setdefault(key, png) != png:
            booking = of_id(key.split("/")[1])
            self._violations.add("ticket bytes", booking, f"{key} was written again with other bytes")

    def issued(self, item: Item) -> None:
        """A ticket was issued."""
        booking = of_id(item["bookingId"]["S"])
        self.fates[booking].issued += 1
        self._check_key(item)
        png = self.assets.get(item["assetKey"]["S"])
        if png is None:
            self._violations.add("ticket without QR code", booking, f"{item['ticketId']['S']} was issued without one")
        else:
            self._check_token(booking, item, png)

    def check_loss(self, booking: int, how: Gone) -> None:  # noqa: ARG002 - it is told for emails
        """A booking's last message is gone, and there is no dead letter."""
        fate = self.fates[booking]
        if fate.issued < fate.wanted:
            self._violations.add("ticket lost", booking, f"its last message is gone, and {fate.issued} tickets issued")

    def _check_key(self, item: Item) -> None:
        ticket = item["ticketId"]["S"]
        if self._key_of[ticket] != item["keyId"]["S"]:
            booking = of_id(item["bookingId"]["S"])
            self._violations.add("ticket key", booking, f"{ticket} has two signing keys")

    def _check_token(self, booking: int, item: Item, png: bytes) -> None:
        try:
            verified = verify_ticket(png, self._ring())
        except InvalidToken as error:
            self._violations.add("ticket key", booking, f"the token does not verify: {error}")
            return
        if (verified.key_id, verified.ticket_id) != (item["keyId"]["S"], item["ticketId"]["S"]):
            self._violations.add("ticket key", booking, f"the token of {verified.ticket_id} is another ticket's")
