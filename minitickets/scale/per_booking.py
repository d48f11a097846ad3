"""What one booking costs the services: counted from the functions' real code in a calm world, not written down."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from bookings import parse_booking
from infra.settings import Settings
from minitickets.books.bookings import body_of
from minitickets.books.faults import Faults
from minitickets.simulate.scenario import Scenario
from minitickets.simulate.world import simulate
from tickets.claim import Claim
from tickets.qr import draw_qr
from tickets.signing_key import KEY_LENGTH, KeyRing
from tickets.ticket import Ticket
from tickets.tokens import sign_ticket

_BOOKINGS = 40  # a multiple of 4, so that they have 2.5 tickets each
_TICKETS = 2.5
_PER_TICKET = frozenset({"PutItem (ticket)", "PutObject", "UpdateItem", "ticket_issued"})
_LONG_NUMBER = 10**26  # makes a booking id as long as a ULID with a prefix
_UNIT = 1024  # bytes of an item that one write unit pays for
_ITEM_OVERHEAD = 100  # bytes that DynamoDB adds to an item, in the table and in each index, when it bills storage


@dataclass(frozen=True)
class PerBooking:
    """Calls and log lines of a booking, by operation and event.

    Attributes:
        tickets: how many it has, on average.
    """

    calls: Mapping[str, float]
    lines: Mapping[str, float]
    tickets: float

    @property
    def table_writes(self) -> float:
        """Write units on the tickets table; its index takes as many again, since it projects every attribute."""
        return (self.calls["PutItem (ticket)"] + self.calls["UpdateItem"]) * write_units(ticket_bytes())

    @property
    def claim_writes(self) -> float:
        """Write units on the tickets table that its index leaves out."""
        return self.calls["PutItem (claim)"]

    @property
    def job_writes(self) -> float:
        """Write units on the processed-jobs table."""
        return self.calls["PutItem"] + self.calls.get("PutItem (lease)", 0)


def count_per_booking(settings: Settings, tickets: float) -> PerBooking:
    """Counts a booking with so many tickets on average, with the stack's lease setting."""
    calm = Faults(publish_seconds=_BOOKINGS)
    meter = simulate(Scenario(seed="scale", bookings=_BOOKINGS, faults=calm, settings=settings)).meter

    def shares(counts: Mapping[str, int]) -> dict[str, float]:
        return {
            name: count / _BOOKINGS * (tickets / _TICKETS if name in _PER_TICKET else 1)
            for name, count in counts.items()
            if name != "GetSecretValue"  # one for each environment and five minutes
        }

    return PerBooking(shares(meter.calls), shares(meter.events), tickets)


@cache
def ticket_bytes() -> int:
    """The length of an issued ticket's item: names and values."""
    item = _ticket().to_item() | {"issuedAt": {"S": "2026-01-01T00:00:00Z"}}
    return sum(len(name) + len(value["S"].encode()) for name, value in item.items())


@cache
def claim_bytes() -> int:
    """The length of the item of a booking's claim."""
    item = Claim.of(parse_booking(body_of(_LONG_NUMBER, 1))).to_item()
    return sum(len(name) + len(value["S"]) for name, value in item.items())


@cache
def png_bytes() -> int:
    """The length of a QR code."""
    ticket, ring = _ticket(), KeyRing("k1", {"k1": bytes(KEY_LENGTH)})
    return len(draw_qr(sign_ticket(ring, ticket.key_id, ticket.ticket_id, ticket.event_id)))


def write_units(length: int) -> int:
    """Write units of an item of so many bytes."""
    return -(-length // _UNIT)


def stored_bytes(length: int) -> int:
    """What DynamoDB bills for an item of so many bytes."""
    return length + _ITEM_OVERHEAD


def _ticket() -> Ticket:
    return Ticket.reserve(parse_booking(body_of(_LONG_NUMBER, 1)), 1, "k1")
