"""What the record of a booking's email must be.

{"jobKey": "booking.confirmed:<bookingId>", "expiresAt": epoch seconds, 30 days later, "processedAt", "emailId"}
"""

from collections.abc import Collection, Iterator
from datetime import timedelta

from minitickets.books.contract.message import (
    EVER,
    PRECISION,
    Item,
    Message,
    Span,
    differs,
    is_within,
    job_key,
    time_in,
)

_RETENTION = timedelta(days=30).total_seconds()


def record_complaints(message: Message, item: Item, *, email_ids: Collection[str], written: Span = EVER) -> list[str]:
    """What is wrong with a record in the processed-jobs table, in short sentences.

    Args:
        message: whose record it is.
        item: the record.
        email_ids: the ids that SES gave to emails for that booking.
        written: when it may have been written.
    """
    if "leaseOwner" in item:
        return ["it is a lease and no record"]
    return list(_complaints(message, item, email_ids, written))


def _complaints(message: Message, item: Item, email_ids: Collection[str], written: Span) -> Iterator[str]:
    if differs("jobKey", item, job_key(message)):
        yield "its jobKey is another"
    if item.get("emailId", {}).get("S") not in email_ids:
        yield "its emailId is none that SES gave for the booking"
    expires, processed = item.get("expiresAt", {}).get("N", ""), time_in(item, "processedAt")
    if processed is None or not is_within(processed, written):
        yield "its processedAt is not the time at which it was written"
    elif not expires.isdecimal() or abs(int(expires) - processed - _RETENTION) > PRECISION:
        yield "it does not expire 30 days after its processedAt"
