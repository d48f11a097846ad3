"""What must hold when a run is over."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING

from minitickets.books.bookings import in_body, of_id, of_key
from minitickets.books.violations import Violations
from minitickets.ops.dead_letters import DeadLetter
from minitickets.ops.log_lines import Entry
from minitickets.soak.bookkeeper import Bookkeeper
from minitickets.soak.publication import quantity_of

if TYPE_CHECKING:
    from embeddedaws.clients import Clients


def check_emails(emails: Mapping[int, int], bookings: range, books: Bookkeeper, violations: Violations) -> None:
    """Each booking has an email, and as many as the books say; the books have told if there are too many."""
    for booking in bookings:
        booked = books.ledger.fates[booking].emails
        sent = emails.get(booking, 0)
        if not sent:
            violations.add("lost", booking, "it has no email, and no dead letter was left to move back")
        if sent != booked:
            violations.add("unknown error", booking, f"SES kept {sent} emails, and the books have {booked}")


def explain(books: Bookkeeper, entries: Iterable[Entry], violations: Violations) -> int:
    """Finds the cause of each window that no fault opened.

    Where this machine is slower than a client's patience, the worker loses an answer without any fault of ours. It says
    so in its log; gives how many such windows there are. Without such a line the window is a violation.
    """
    told = {of_key(entry["jobKey"]) for entry in entries if _lost_an_answer(entry)}
    slow = 0
    for booking, window in books.unexplained:
        if window == "not recorded" and booking in told:
            slow += 1
        else:
            violations.add("too many emails", booking, f"no fault opened the window ({window})")
    return slow


def check_dead_letters(
    letters: Sequence[DeadLetter], entries: Iterable[Entry], unseen: AbstractSet[str], violations: Violations
) -> None:
    """Each dead letter has a reason: a line of the function's log, or invocations that ended without a word."""
    known = {*unseen, *(entry["messageId"] for entry in entries if "messageId" in entry)}
    for letter in letters:
        if letter.message_id not in known:
            violations.add("dead letter", in_body(letter.body), "it was dead-lettered, and no log says why")


def check_drained(letters: Sequence[DeadLetter], violations: Violations) -> None:
    """No dead letter is left after they were moved back in calm weather."""
    for letter in letters:
        violations.add("drain", in_body(letter.body), "its dead letter was moved back, and it died again")


def check_receives(receives: int, allowed: int, violations: Violations) -> None:
    """No message was received more often than its queue allows."""
    if receives > allowed:
        violations.add("receive count", -1, f"a message was received {receives} times, and {allowed} are allowed")


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
            if "status" in item and item["status"].get("S") == "issued":  # a booking's claim has none
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


def _lost_an_answer(entry: Entry) -> bool:
    unclear = entry.get("message") == "job_failed" and entry.get("error") == "Unclear"
    return "jobKey" in entry and (unclear or entry.get("message") == "sent_not_recorded")
