"""Issues the tickets of a booking: claim it, then for each ticket reserve, draw, complete; any step may be repeated.

    claim ── key ring ── reserve 1 ─┬─ draw 1 ── complete 1
                                    ├─ reserve 2 ── draw 2 ── complete 2
                                    └─ ...

    claim      PutItem, only if absent or the same: the booking is this user's, for this event, whoever comes later
    reserve    PutItem, only if absent: pins the key that signs this ticket, whatever becomes the active key later
    draw       PutObject of the QR code: ids, mac and PNG are functions of the item, so a replay writes the same bytes
    complete   UpdateItem, only from `reserved`: an issued ticket always has its QR code

A crash between two steps leaves a reserved ticket, which the next receive of the message completes. Two functions that
work on one booking write the same bytes, and one of them completes.

When a booking id comes back with other content, the first claim and the first reservation stand. Another title, venue
or time changes nothing, since no token holds them. A greater quantity issues the missing tickets and a smaller one
takes none back. Another event or another user makes the message poison: it contradicts tickets that may be at the door
already, and only a person can tell which is right. Where tickets are older than claims, the first of them says so, and
that is why it is reserved before the others.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from bookings import Booking, PoisonMessage
from side_by_side import RunAll, in_order
from sqs import MessageFailed, reason_of
from tickets.claim import Claim
from tickets.deadline import Deadline
from tickets.qr import draw_qr
from tickets.signing_key import KeyRing
from tickets.ticket import Ticket
from tickets.tokens import sign_ticket

_ANOTHER_EVENT = "bookingId: was used before for another event"


class ConflictingBooking(PoisonMessage):
    """The booking was seen before, for another user or another event."""


class TicketGone(MessageFailed):
    """The item was there when it was to be written and is not there now."""


class TicketStore(Protocol):
    """The tickets table."""

    def claim(self, claim: Claim) -> bool:
        """Writes the claim if the booking has none, and again if it has this very one; False if it has another."""
        ...

    def claimed(self, booking_id: str) -> Claim | None:
        """The claim that a booking has, as the last write left it."""
        ...

    def reserve(self, ticket: Ticket) -> bool:
        """Writes the ticket if its key is free; False if it is not."""
        ...

    def find(self, user_id: str, ticket_id: str) -> Ticket | None:
        """The ticket as the last write left it."""
        ...

    def complete(self, ticket: Ticket, issued_at: str) -> bool:
        """Makes a reserved ticket issued; False if it is not reserved any more."""
        ...


class AssetStore(Protocol):
    """The assets bucket."""

    def put_png(self, key: str, png: bytes) -> None:
        """Writes the object, over one that is there."""
        ...


class KeyRings(Protocol):
    """The signing keys."""

    def current(self) -> KeyRing:
        """The ring that says which key is active."""
        ...

    def holding(self, key_id: str) -> KeyRing:
        """The ring to sign with that key: the current one if it is active there, else newly read."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketIssuer:
    """Issues tickets through the ports it is given."""

    tickets: TicketStore
    assets: AssetStore
    key_rings: KeyRings
    now: Callable[[], str]
    """The time in ISO 8601, UTC."""
    draw: Callable[[str], bytes] = draw_qr
    """A token's QR code."""
    run_all: RunAll = in_order
    """Runs the tickets of a booking."""

    def issue(self, booking: Booking, deadline: Deadline, issued: Callable[[int], None]) -> None:
        """Issues ticket 1 to `quantity` side by side, and tells `issued` each number that this call completed.

        Each ticket is tried, whatever becomes of its neighbours.

        Raises:
            ConflictingBooking: the booking is another user's, or its tickets are for another event.
            OutOfTime: the rest has to wait for the next receive.
            KeyRingError: there is no key to sign with.
            ExceptionGroup: tickets failed for different reasons, each of which is in it once.
        """
        self._claim(Claim.of(booking), deadline)
        ring = deadline.run(self.key_rings.current)
        first = self._reserve(booking, 1, ring, deadline)

        def attend(number: int) -> Exception | None:
            try:
                ticket = first if number == 1 else self._reserve(booking, number, ring, deadline)
                if ticket.status == "reserved" and self._draw_and_complete(ticket, deadline):
                    issued(number)
            except Exception as error:  # noqa: BLE001 # raised when its neighbours are done
                return error
            return None

        _raise(self.run_all([partial(attend, number) for number in range(1, booking.quantity + 1)]))

    def _claim(self, claim: Claim, deadline: Deadline) -> None:
        if deadline.run(self.tickets.claim, claim):
            return
        first = deadline.run(self.tickets.claimed, claim.booking_id)
        if first is None:
            raise TicketGone("a booking's claim was refused and then there was none")
        if first.owner_id != claim.owner_id:
            raise ConflictingBooking("bookingId: was used before by another user")
        raise ConflictingBooking(_ANOTHER_EVENT)

    def _reserve(self, booking: Booking, number: int, ring: KeyRing, deadline: Deadline) -> Ticket:
        ticket = Ticket.reserve(booking, number, ring.active)
        return ticket if deadline.run(self.tickets.reserve, ticket) else self._earlier(ticket, deadline)

    def _earlier(self, ticket: Ticket, deadline: Deadline) -> Ticket:
        found = deadline.run(self.tickets.find, ticket.user_id, ticket.ticket_id)
        if found is None:
            raise TicketGone("a ticket was refused as a duplicate and then could not be found")
        if found.event_id != ticket.event_id:
            raise ConflictingBooking(_ANOTHER_EVENT)  # a ticket that is older than claims are
        return found

    def _draw_and_complete(self, ticket: Ticket, deadline: Deadline) -> bool:
        ring = deadline.run(self.key_rings.holding, ticket.key_id)
        png = self.draw(sign_ticket(ring, ticket.key_id, ticket.ticket_id, ticket.event_id))
        deadline.run(self.assets.put_png, ticket.asset_key, png)
        return deadline.run(self.tickets.complete, ticket, self.now())


def _raise(failures: Iterable[Exception | None]) -> None:
    """Raises what went wrong, each reason once, if anything did."""
    unlike = {(type(error), reason_of(error)): error for error in failures if error is not None}
    if len(unlike) > 1:
        raise ExceptionGroup("tickets of the booking failed", list(unlike.values()))
    for error in unlike.values():
        raise error
