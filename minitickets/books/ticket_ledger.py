"""The books on every ticket."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from minitickets.books.bookings import id_of, of_id, of_key
from minitickets.books.contract.claims import claim_complaints, claimed_booking
from minitickets.books.contract.tickets import ticket_complaints, token_complaints
from minitickets.books.fates import TicketsFate
from minitickets.books.message_ledger import Gone, MessageLedger
from minitickets.books.violations import Violations

UNDER_WAY = 10.0
"""Seconds: the longest from a function's look at the clock to the write, all tries together."""

Item = Mapping[str, Mapping[str, str]]
"""An item of the tickets table, as DynamoDB writes it."""


@dataclass(frozen=True)
class Keys:
    """The signing keys of a run, as whoever looks now may know them.

    Args:
        known: each key that there is, by id.
        usable: the ids of those that were active within the time that the function may hold on to a ring.
    """

    known: Mapping[str, bytes]
    usable: frozenset[str]


class TicketLedger(MessageLedger[TicketsFate]):
    """The books of one world's tickets, and its assets bucket.

    What stands for a PNG here is its token: drawing is a function of the token alone, and takes longer than all else.

    Args:
        keys: those of this moment.
        versions: what was published of a booking.
        now: epoch seconds.
    """

    subject = "its tickets were"

    def __init__(
        self,
        violations: Violations,
        keys: Callable[[], Keys],
        versions: Callable[[int], Sequence[Mapping[str, Any]]],
        now: Callable[[], float],
    ) -> None:
        super().__init__(violations)
        self.assets: dict[str, bytes] = {}
        self.items: dict[str, Item] = {}
        """The last state of each ticket, by its id, of the user who has the booking."""
        self.owner: dict[int, tuple[str, str]] = {}
        """Whose booking it is and for which event: who claimed it first, or reserved a ticket of it."""
        self._keys = keys
        self._versions = versions
        self._now = now

    def claimed(self, before: Item | None, item: Item) -> None:
        """A booking was claimed for a user and an event."""
        booking = of_id(claimed_booking(item))
        if before is not None and before != item:
            self._violations.add("order", booking, "a claim was written over")
        if not any(not claim_complaints(message, item) for message in self._versions(booking)):
            self._violations.add("content", booking, "it was claimed for another user or event than it is of")
        self.owner.setdefault(booking, (item["ownerId"]["S"], item["eventId"]["S"]))

    def reserved(self, before: Item | None, item: Item) -> None:
        """A ticket was reserved."""
        booking, ticket = of_id(item["bookingId"]["S"]), item["ticketId"]["S"]
        if booking not in self.owner:
            self._violations.add("order", booking, f"{ticket} was reserved before its booking was claimed")
        if before is not None:
            self._violations.add("order", booking, f"{ticket} was reserved over an item that was there")
        self._check_owner(booking, item)
        self._check(booking, item, issued=False)
        if item["keyId"]["S"] not in self._keys().usable:
            self._violations.add("ticket key", booking, f"{ticket} was reserved with a key that was not active")
        self.items[ticket] = item

    def drawn(self, key: str, png: bytes, content_type: str) -> None:
        """A QR code was written."""
        booking, number = self._place(key)
        item = self.items.get(f"{id_of(booking)}-{number}")
        if content_type != "image/png":
            self._violations.add("content", booking, f"{key} was written as {content_type or 'nothing'}")
        if item is None or item["assetKey"]["S"] != key:
            self._violations.add("order", booking, f"{key} was written before its ticket was reserved")
        else:
            self._check_token(booking, item, png)
        if self.assets.setdefault(key, png) != png:
            self._violations.add("ticket bytes", booking, f"{key} was written again with other bytes")

    def issued(self, before: Item | None, item: Item) -> None:
        """A ticket was issued."""
        booking, ticket = of_id(item["bookingId"]["S"]), item["ticketId"]["S"]
        if before is None or before["status"]["S"] != "reserved":
            self._violations.add("too many tickets", booking, f"{ticket} was issued, and not from reserved")
            return
        self.fates[booking].issued += 1
        self.items[ticket] = item
        self._check(booking, item, issued=True)
        if {**item, "status": before["status"], "issuedAt": before.get("issuedAt")} != {**before, "issuedAt": None}:
            self._violations.add("content", booking, f"{ticket} was changed when it was issued")
        png = self.assets.get(item["assetKey"]["S"])
        if png is None:
            self._violations.add("ticket without QR code", booking, f"{ticket} was issued without one")
        else:
            self._check_token(booking, item, png)

    def read_stale(self, key: Item) -> None:
        """An item was looked at without a consistent read."""
        what = f"{key['ticketId']['S']} was looked at without a consistent read"
        self._violations.add("order", of_key(key["ticketId"]["S"]), what)

    def is_issued(self, message: Mapping[str, Any]) -> bool:
        """Whether all tickets that a message asks for are issued, to its user and for its event."""
        wanted = (self.items.get(f"{message['bookingId']}-{number}") for number in range(1, message["quantity"] + 1))
        who = message["userId"], message["event"]["id"]
        return all(
            item is not None and item["status"]["S"] == "issued" and (item["userId"]["S"], item["eventId"]["S"]) == who
            for item in wanted
        )

    def contradicts(self, message: Mapping[str, Any]) -> bool:
        """Whether a message is about a booking that somebody else has, or that is for another event."""
        owner = self.owner.get(of_id(message["bookingId"]))
        return owner is not None and owner != (message["userId"], message["event"]["id"])

    def check_loss(self, booking: int, how: Gone) -> None:  # noqa: ARG002 - it is told for emails
        """A booking's last message is gone, and there is no dead letter."""
        fate = self.fates[booking]
        if fate.issued < fate.wanted:
            self._violations.add("ticket lost", booking, f"its last message is gone, and {fate.issued} tickets issued")

    def _check_owner(self, booking: int, item: Item) -> None:
        who = item["userId"]["S"], item["eventId"]["S"]
        if self.owner.setdefault(booking, who) != who:
            self._violations.add("content", booking, f"{item['ticketId']['S']} was reserved for two users or events")

    def _check(self, booking: int, item: Item, *, issued: bool) -> None:
        """It must be a ticket of a published version, whichever came first."""
        now = self._now()
        number = int(item["ticketId"]["S"].rpartition("-")[2])
        found = [
            ticket_complaints(message, number, item, issued=issued, written=(now - UNDER_WAY, now))
            if number in range(1, message["quantity"] + 1)
            else [f"{item['ticketId']['S']} was not booked"] * 9
            for message in self._versions(booking)
        ]
        self._complain("content", booking, min(found, key=len, default=["no such booking was published"]))

    def _check_token(self, booking: int, item: Item, png: bytes) -> None:
        message = {"bookingId": item["bookingId"]["S"], "event": {"id": item["eventId"]["S"]}}
        number = int(item["ticketId"]["S"].rpartition("-")[2])
        ring = self._keys().known
        self._complain(
            "ticket key", booking, token_complaints(message, number, png, key_id=item["keyId"]["S"], ring=ring)
        )

    def _complain(self, invariant: Any, booking: int, complaints: Sequence[str]) -> None:
        for complaint in complaints:
            self._violations.add(invariant, booking, complaint)

    def _place(self, key: str) -> tuple[int, str]:
        parts = key.removesuffix(".png").split("/")
        if len(parts) != 3 or parts[0] != "tickets" or of_id(parts[1]) not in range(len(self.fates)):  # noqa: PLR2004
            raise LookupError(f"{key} is no QR code of a ticket")
        return of_id(parts[1]), parts[2]
