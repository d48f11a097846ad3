"""The confirmation of a booking as the peers write it: the same bytes, from the same templates."""

import html
import json
import os
from datetime import datetime
from pathlib import Path
from string import Template
from typing import Any

HERE = Path(__file__).parent
TEXT, HTML, BUTTON = (
    Template((HERE / name).read_text(encoding="utf-8"))
    for name in ("confirmation.txt", "confirmation.html", "button.html")
)
SENDER = os.environ["SENDER"]
RETENTION_SECONDS = 30 * 24 * 3600
BACKOFF_SECONDS = (10, 40, 120)


class Poison(Exception):
    """The message can never be handled."""


def read_booking(body: str) -> dict[str, Any]:
    """The message, its most needed fields looked at."""
    try:
        booking = json.loads(body)
        if booking["type"] != "booking.confirmed" or not 1 <= booking["quantity"] <= 4:
            raise Poison
        datetime.fromisoformat(booking["event"]["startsAt"])
        if "@" not in booking["recipient"]["email"] or not booking["recipient"]["name"]:
            raise Poison
    except (ValueError, KeyError, TypeError) as error:
        raise Poison from error
    return booking


def job_key(booking: dict[str, Any]) -> str:
    """The business key."""
    return f"{booking['type']}:{booking['bookingId']}"


def email_of(booking: dict[str, Any]) -> dict[str, Any]:
    """The arguments of SendEmail."""
    event, one = booking["event"], booking["quantity"] == 1
    start = datetime.fromisoformat(event["startsAt"])
    offset = start.isoformat()[-6:]
    shown = {
        "name": booking["recipient"]["name"],
        "title": event["title"],
        "venue": event["venue"],
        "date": f"{start:%A}, {start.day} {start:%B} {start.year}",
        "time": f"{start:%H:%M} (UTC{'' if offset == '+00:00' else offset})",
        "tickets": "1 ticket" if one else f"{booking['quantity']} tickets",
        "your_tickets": "Your ticket" if one else f"Your {booking['quantity']} tickets",
        "ready": "ticket with its QR code is" if one else "tickets with their QR codes are",
        "code": "code" if one else "codes",
        "booking_id": booking["bookingId"],
        "sender": os.environ.get("SENDER_NAME") or "MiniTickets",
        "url": os.environ.get("MY_TICKETS_URL", ""),
    }
    escaped = {key: html.escape(value) for key, value in shown.items()}
    link, button = f":\n\n  {shown['url']}\n", BUTTON.substitute(escaped)
    if not shown["url"]:
        link, button = ".", ""

    def part(data: str) -> dict[str, str]:
        return {"Data": data, "Charset": "UTF-8"}

    return {
        "FromEmailAddress": SENDER,
        "Destination": {"ToAddresses": [booking["recipient"]["email"]]},
        "Content": {
            "Simple": {
                "Subject": part(f"{shown['your_tickets']} for {event['title']}"),
                "Body": {
                    "Text": part(TEXT.substitute(shown, link=link)),
                    "Html": part(HTML.substitute(escaped, button=button)),
                },
            }
        },
    }


def hide(sqs: Any, failed: list[tuple[str, int, bool]]) -> None:
    """Sets when failed messages come back: receipt handle, receive count, whether it is poison; one call for all."""
    if not failed:
        return
    entries = [
        {
            "Id": str(position),
            "ReceiptHandle": handle,
            "VisibilityTimeout": 0 if poison else BACKOFF_SECONDS[min(count, len(BACKOFF_SECONDS)) - 1],
        }
        for position, (handle, count, poison) in enumerate(failed)
    ]
    sqs.change_message_visibility_batch(QueueUrl=os.environ["JOBS_QUEUE_URL"], Entries=entries)
