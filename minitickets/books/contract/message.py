"""What a booking's message asks for: keys and ids, said once more and apart from the functions that make them.

Whoever judges the functions asks in this folder, and tells what the world saw: the request that SES took, an item as
DynamoDB keeps it, the bytes in a QR code. Each answer is a list of complaints, short sentences; none means right.
Nothing is taken from the functions' own code, which could be wrong in the same place.
"""

from collections.abc import Mapping
from datetime import datetime
from math import inf
from typing import Any

Message = Mapping[str, Any]
"""A booking's message, parsed."""
Item = Mapping[str, Mapping[str, Any]]
"""An item as DynamoDB writes it: `{"jobKey": {"S": …}}`."""
Span = tuple[float, float]
"""Epoch seconds, from and to."""

EVER: Span = (-inf, inf)
PRECISION = 1.0  # seconds: times are written without a fraction


def job_key(message: Message) -> str:
    """The key of its record."""
    return f"{message['type']}:{message['bookingId']}"


def ticket_id(message: Message, number: int) -> str:
    """The id of its ticket with that number, from 1."""
    return f"{message['bookingId']}-{number}"


def ticket_ids(message: Message) -> list[str]:
    """The ids of all its tickets, the first one's first."""
    return [ticket_id(message, number) for number in range(1, message["quantity"] + 1)]


def asset_key(message: Message, number: int) -> str:
    """Where the QR code of its ticket with that number is."""
    return f"tickets/{message['bookingId']}/{number}.png"


def differs(name: str, item: Item, wanted: str) -> bool:
    """Whether an attribute is anything but that text."""
    return item.get(name) != {"S": wanted}


def time_in(item: Item, name: str) -> float | None:
    """The epoch seconds that an attribute writes in ISO 8601 with its offset, None if it does not."""
    try:
        time = datetime.fromisoformat(item.get(name, {}).get("S", ""))
    except ValueError:
        return None
    return time.timestamp() if time.tzinfo else None


def is_within(time: float | None, span: Span) -> bool:
    """Whether a time lies in a span, to the second."""
    return time is not None and span[0] - PRECISION <= time <= span[1] + PRECISION
