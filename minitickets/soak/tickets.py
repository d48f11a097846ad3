"""What must hold of every ticket when a run is over, by what table and bucket hold."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from minitickets.books.bookings import of_id
from minitickets.books.contract.claims import claim_complaints, claimed_booking
from minitickets.books.contract.message import Item, asset_key, ticket_id
from minitickets.books.contract.qr_code import qr_complaints
from minitickets.books.contract.tickets import ticket_complaints, token_of
from minitickets.books.violations import Violations
from minitickets.soak.audit import message_of
from minitickets.soak.publication import quantity_of

if TYPE_CHECKING:
    from embeddedaws.clients import Clients


@dataclass(frozen=True)
class KeptTickets:
    """All tickets, claims and QR codes of a stack, those of other runs among them.

    Args:
        tickets: by ticket id.
        claims: by the booking's number.
        pictures: the newest content of each key.
        versions: the distinct contents that each key ever had, as ETags.
    """

    tickets: Mapping[str, Item]
    claims: Mapping[int, Item]
    pictures: Mapping[str, bytes]
    versions: Mapping[str, set[str]]


def read_tickets(clients: "Clients", items: Iterable[Item], bucket: str, bookings: range) -> KeptTickets:
    """Takes the items apart, and reads the bucket, which keeps every version."""
    tickets: dict[str, Item] = {}
    claims: dict[int, Item] = {}
    for item in items:
        claimed = claimed_booking(item)
        if claimed is None:
            tickets[item.get("ticketId", {}).get("S", "")] = item
        else:
            claims[of_id(claimed)] = item
    versions: dict[str, set[str]] = defaultdict(set)
    for page in clients.s3.get_paginator("list_object_versions").paginate(Bucket=bucket):
        for version in page.get("Versions", []):
            versions[version.get("Key", "")].add(version.get("ETag", ""))
    wanted = [key for key in versions if _booking_of(key) in bookings]
    pictures = {key: clients.s3.get_object(Bucket=bucket, Key=key)["Body"].read() for key in wanted}
    return KeptTickets(tickets, claims, pictures, versions)


def check_tickets(kept: KeptTickets, ring: Mapping[str, bytes], bookings: range, violations: Violations) -> int:
    """Each booking has its claim and all its tickets, each as it must be, with one QR code for ever.

    Gives how many are issued.
    """
    issued = 0
    for booking in bookings:
        claim = kept.claims.get(booking)
        for wrong in ["it is not there"] if claim is None else claim_complaints(message_of(booking), claim):
            violations.add("content", booking, f"its claim is wrong: {wrong}")
        for number in range(1, quantity_of(booking) + 1):
            issued += _check_ticket(kept, ring, booking, number, violations)
    _check_others(kept, bookings, violations)
    return issued


def _check_ticket(
    kept: KeptTickets, ring: Mapping[str, bytes], booking: int, number: int, violations: Violations
) -> bool:
    message = message_of(booking)
    item = kept.tickets.get(ticket_id(message, number))
    if item is None:
        violations.add("ticket lost", booking, f"ticket {number} is not there")
        return False
    for wrong in ticket_complaints(message, number, item):
        violations.add("content", booking, f"its ticket {number} is wrong: {wrong}")
    picture, key_id = kept.pictures.get(asset_key(message, number)), item.get("keyId", {}).get("S", "")
    if picture is None:
        violations.add("ticket without QR code", booking, f"ticket {number} was issued without one")
    elif key_id not in ring:
        violations.add("ticket key", booking, f"the key of ticket {number} is not in the ring")
    else:
        for wrong in qr_complaints(picture, token_of(message, number, key_id=key_id, ring=ring)):
            violations.add("content", booking, f"its ticket {number} is wrong: {wrong}")
    return item.get("status") == {"S": "issued"}


def _check_others(kept: KeptTickets, bookings: range, violations: Violations) -> None:
    """Nothing is there that nobody booked, and no QR code was ever another."""
    for each in kept.tickets:
        booking, _, number = each.rpartition("-")
        if of_id(booking) in bookings and not (number.isdecimal() and 1 <= int(number) <= quantity_of(of_id(booking))):
            violations.add("too many tickets", of_id(booking), f"{each} was not booked")
    for key, contents in kept.versions.items():
        booking = _booking_of(key)
        if booking not in bookings:
            continue
        if len(contents) > 1:
            violations.add("ticket bytes", booking, f"{key} was written again with other bytes")
        if key not in {asset_key(message_of(booking), number + 1) for number in range(quantity_of(booking))}:
            violations.add("too many tickets", booking, f"{key} belongs to no ticket of its")


def _booking_of(key: str) -> int:
    parts = key.split("/")
    return of_id(parts[1]) if len(parts) > 1 else -1
