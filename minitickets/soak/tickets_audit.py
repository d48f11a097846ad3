"""What became of the tickets: the table and the bucket, as a run has left them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from minitickets.simulate.bookings import of_id, of_key
from minitickets.simulate.violations import Violations
from minitickets.soak.publication import quantity_of

if TYPE_CHECKING:
    from embeddedaws.clients import Clients


@dataclass(frozen=True)
class IssuedTickets:
    """All issued tickets and all QR codes.

    Args:
        issued: asset key by ticket id.
        versions: the distinct contents that each asset key ever had, as ETags.
    """

    issued: dict[str, str]
    versions: dict[str, set[str]]


def read_tickets(clients: "Clients", table: str, bucket: str) -> IssuedTickets:
    """Reads the whole table and the list of the bucket, which keeps every version."""
    issued: dict[str, str] = {}
    scanned = clients.dynamodb.get_paginator("scan").paginate(
        TableName=table,
        ProjectionExpression="ticketId, assetKey, #status",
        ExpressionAttributeNames={"#status": "status"},  # a reserved word
    )
    for page in scanned:
        for item in page["Items"]:
            if item["status"].get("S") == "issued":
                issued[item["ticketId"].get("S", "")] = item["assetKey"].get("S", "")
    versions: dict[str, set[str]] = defaultdict(set)
    for page in clients.s3.get_paginator("list_object_versions").paginate(Bucket=bucket, Prefix="tickets/"):
        for version in page.get("Versions", []):
            versions[version.get("Key", "")].add(version.get("ETag", ""))
    return IssuedTickets(issued, versions)


def check_tickets(tickets: IssuedTickets, bookings: Iterable[int], violations: Violations) -> int:
    """Each booking has all its tickets, each with one QR code for ever; gives how many were issued."""
    wanted = {booking: quantity_of(booking) for booking in bookings}
    issued: dict[int, int] = defaultdict(int)
    for ticket_id, asset_key in tickets.issued.items():
        booking = of_key(ticket_id)
        issued[booking] += 1
        if booking in wanted and asset_key not in tickets.versions:
            violations.add("ticket without QR code", booking, f"{ticket_id} was issued without one")
    for booking, quantity in wanted.items():
        if issued[booking] != quantity:
            violations.add("ticket lost", booking, f"{issued[booking]} of {quantity} tickets are issued")
    for booking, key in _written_again(tickets):
        if booking in wanted:
            violations.add("ticket bytes", booking, f"{key} was written again with other bytes")
    return sum(issued[booking] for booking in wanted)


def _written_again(tickets: IssuedTickets) -> Iterator[tuple[int, str]]:
    for key, contents in tickets.versions.items():
        if len(contents) > 1:
            yield of_id(key.split("/")[1]), key
