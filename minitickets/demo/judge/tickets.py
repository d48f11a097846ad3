"""The tickets table and the assets bucket: all tickets of each booking, and nothing else."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from minitickets.books.contract.claims import claim_complaints, claimed_booking
from minitickets.books.contract.message import Item, Message, ticket_ids
from minitickets.books.contract.qr_code import qr_complaints
from minitickets.books.contract.tickets import ticket_complaints, token_of
from minitickets.demo.judge.observed import Complaint, Observed
from minitickets.demo.judge.wanted import Wanted

_ISSUER = "apps/tickets/issue.py"
_TOKENS = "apps/tickets/tokens.py"
_CLAIMS = "apps/tickets/claim.py"


def issued_tickets(world: Observed) -> frozenset[str]:
    """The ids of the tickets that say that they are issued and whose QR code is there."""
    return frozenset(
        _text(item, "ticketId")
        for item in world.tickets
        if _text(item, "status") == "issued" and _text(item, "assetKey") in world.pictures
    )


def issued_by_booking(world: Observed, wanted: Wanted) -> Mapping[str, int]:
    """How many tickets say of themselves that they are issued, by job key."""
    issued = Counter(_text(item, "bookingId") for item in world.tickets if "issuedAt" in item)
    return {key: issued[_id(key)] for key in wanted.versions}


def ticket_verdict(world: Observed, wanted: Wanted, given_up: set[str]) -> Iterator[Complaint]:
    """Each booking has its tickets, but for those that were given up for a reason; there is no other ticket."""
    items, claims = _by_booking(world.tickets)
    for key in wanted.versions:
        claim, found = claims.pop(_id(key), []), items.pop(_id(key), [])
        versions = _owned(wanted.versions[key], claim)
        if not versions:
            yield Complaint(f"the claim of {key} is missing or is nobody's who booked it", _CLAIMS)
            versions = wanted.versions[key]
        yield from _of_booking(versions, found, may_lack=key in given_up and not claim)
        for item in found:
            yield from _of_ticket(world, versions, item)
    for booking_id in dict.fromkeys([*items, *claims]):
        yield Complaint(f"there are tickets of {booking_id or 'nothing'}, which nobody booked", _ISSUER)
    for picture in sorted(world.pictures.keys() - {_text(item, "assetKey") for item in world.tickets}):
        yield Complaint(f"{picture} belongs to no ticket", _ISSUER)


def _owned(versions: Sequence[Message], claims: Sequence[Item]) -> list[Message]:
    """Those of a booking's versions that are the claim's."""
    return [version for version in versions if len(claims) == 1 and not claim_complaints(version, claims[0])]


def _of_booking(versions: Sequence[Message], found: Sequence[Item], *, may_lack: bool) -> Iterator[Complaint]:
    ids, wanted = [_text(item, "ticketId") for item in found], {t for v in versions for t in ticket_ids(v)}
    for ticket in sorted(wanted - set(ids)):
        if not may_lack:
            yield Complaint(f"the ticket {ticket} is not there", _ISSUER)
    for ticket in sorted(set(ids) - wanted):
        yield Complaint(f"the ticket {ticket} is there, and was not booked", _ISSUER)


def _of_ticket(world: Observed, versions: Sequence[Message], item: Item) -> Iterator[Complaint]:
    ticket = _text(item, "ticketId")
    number = ticket.rpartition("-")[2]
    if not number.isdecimal():
        yield Complaint(f"the ticket {ticket} has no number", _ISSUER)
        return
    version, wrong = _nearest(versions, int(number), item, world)
    for each in wrong:
        yield Complaint(f"the ticket {ticket} is wrong: {each}", _ISSUER)
    for each in _of_picture(world, version, int(number), item):
        yield Complaint(f"the ticket {ticket} is wrong: {each}", _TOKENS)


def _of_picture(world: Observed, version: Message, number: int, item: Item) -> list[str]:
    stored, key_id = world.pictures.get(_text(item, "assetKey")), _text(item, "keyId")
    if stored is None:
        return ["its QR code is not there"]
    if key_id not in world.ring:
        return ["its key is not in the ring"]
    typed = [] if stored.content_type == "image/png" else ["its QR code is not stored as image/png"]
    return typed + qr_complaints(stored.content, token_of(version, number, key_id=key_id, ring=world.ring))


def _nearest(versions: Sequence[Message], number: int, item: Item, world: Observed) -> tuple[Message, list[str]]:
    judged = [(version, ticket_complaints(version, number, item, written=world.span)) for version in versions]
    return min(judged, key=lambda each: len(each[1]))


def _by_booking(items: Sequence[Item]) -> tuple[dict[str, list[Item]], dict[str, list[Item]]]:
    """The tickets and the claims, by booking id."""
    tickets: dict[str, list[Item]] = defaultdict(list)
    claims: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        claimed = claimed_booking(item)
        if claimed is None:
            tickets[_text(item, "ticketId").rpartition("-")[0]].append(item)
        else:
            claims[claimed].append(item)
    return tickets, claims


def _text(item: Item, name: str) -> str:
    return item.get(name, {}).get("S", "")


def _id(key: str) -> str:
    return key.rpartition(":")[2]
