"""The events that all sides get."""

import json
from typing import Any

from bench.stand_in import DONE, REFUSED

_ATTRIBUTES = {"ApproximateReceiveCount": "1", "SentTimestamp": "1700000000000", "SenderId": "AIDAIENQZJOLO23YVJ4VO"}
_HANDLE = "AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a" * 6


def batch(first: int, count: int = 10) -> dict[str, Any]:
    """An event with messages of that many new bookings of four tickets."""
    return {"Records": [record(f"bkg_{first + index:08}") for index in range(count)]}


def mixed_batch() -> dict[str, Any]:
    """One of each kind: seven emails to send, one that is sent, one that SES refuses, one message that is poison."""
    bookings = [record(f"bkg_mixed_{index}") for index in range(7)]
    poison = record("bkg_poison") | {"body": "{"}
    return {"Records": [*bookings, record(f"bkg_{DONE}"), record(f"bkg_{REFUSED}", tag=f"+{REFUSED}"), poison]}


def record(booking_id: str, tag: str = "") -> dict[str, Any]:
    """One message as Lambda hands it over."""
    booking = {
        "type": "booking.confirmed",
        "bookingId": booking_id,
        "correlationId": f"c-{booking_id}",
        "userId": "usr_42",
        "recipient": {"email": f"ada{tag}@example.com", "name": "Ada Lovelace & Söhne"},
        "event": {
            "id": "evt_9",
            "title": "Night of Engines",
            "venue": "Hall 2 <North>",
            "startsAt": "2026-12-24T19:30:00+05:30",
        },
        "quantity": 4,
    }
    return {
        "messageId": f"00000000-0000-4000-8000-{booking_id}",
        "receiptHandle": f"{_HANDLE}{booking_id}",
        "body": json.dumps(booking),
        "attributes": _ATTRIBUTES,
        "messageAttributes": {},
        "md5OfBody": "e4e68fb7bd0e697a0ae8f1bb342846b3",
        "eventSource": "aws:sqs",
        "eventSourceARN": "arn:aws:sqs:ap-south-1:123456789012:minitickets-dev-jobs",
        "awsRegion": "ap-south-1",
    }
