"""Which messages are bookings, as far as that is plain; of the rest the functions' own reader decides."""

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PLAIN_ADDRESS = re.compile(r"[a-z0-9]+([.+_-][a-z0-9]+)*@([a-z0-9]+(-[a-z0-9]+)*\.)+[a-z]{2,12}")
_PLAIN_TIME = re.compile(r"[12]\d{3}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?[+-](0\d|1[0-3]):[0-5]\d")
_PLAIN_LENGTH = 60  # characters
_MOST = 4  # tickets


def surely_booking(body: str) -> bool | None:
    """Whether a message is a booking; None where that is not plain."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or _is_poison(message):
        return False
    return True if _is_plain(message) else None


def _is_poison(message: Mapping[str, Any]) -> bool:
    recipient, event, quantity = message.get("recipient"), message.get("event"), message.get("quantity")
    if not isinstance(recipient, dict) or not isinstance(event, dict):
        return True
    ids = [message.get("bookingId"), message.get("correlationId"), message.get("userId"), event.get("id")]
    texts = [
        recipient.get("name"),
        event.get("title"),
        event.get("venue"),
        event.get("startsAt"),
    ]
    return (
        message.get("type") != "booking.confirmed"
        or not all(isinstance(each, str) and _ID.fullmatch(each) for each in ids)
        or not all(isinstance(each, str) and each.strip() for each in texts)
        or not isinstance(recipient.get("email"), str)  # of a bad one, the worker alone says that it is poison
        or not isinstance(quantity, int)
        or isinstance(quantity, bool)
        or not 1 <= quantity <= _MOST
    )


def _is_plain(message: Mapping[str, Any]) -> bool:
    recipient, event = message["recipient"], message["event"]
    texts = (recipient["name"], event["title"], event["venue"])
    return (
        _PLAIN_ADDRESS.fullmatch(recipient["email"]) is not None
        and _PLAIN_TIME.fullmatch(event["startsAt"]) is not None
        and _exists(event["startsAt"])
        and all(each.isprintable() and len(each) <= _PLAIN_LENGTH for each in texts)
    )


def _exists(time: str) -> bool:
    try:
        datetime.fromisoformat(time)
    except ValueError:
        return False
    return True
