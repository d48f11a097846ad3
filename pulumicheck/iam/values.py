"""What condition operators compare: numbers, dates, addresses, binary values."""

import re
from base64 import b64decode
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Literal

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
# The forms of the W3C's note on date and time formats, and such a date and time without its offset, taken as UTC.
_DATE = re.compile(
    r"(?P<year>\d{4})(-(?P<month>\d\d)(-(?P<day>\d\d)(T(?P<time>\d\d:\d\d(:\d\d(\.\d{1,9})?)?)(?P<zone>Z|[+-]\d\d:\d\d)?)?)?)?",
    re.ASCII,
)


def number(text: str) -> Decimal | None:
    """An integer or decimal; None if the text is none."""
    return Decimal(text) if _NUMBER.fullmatch(text.strip()) else None


def moment(text: str) -> Decimal | None:
    """A date in epoch seconds, from an ISO 8601 date or from epoch seconds; None if the text is neither.

    Four digits are a year.
    """
    found = _DATE.fullmatch(text.strip())
    if found is None:
        return number(text)
    time, fraction = (found["time"] or "00:00").partition(".")[::2]
    date = f"{found['year']}-{found['month'] or '01'}-{found['day'] or '01'}T{time}{(found['zone'] or 'Z')}"
    try:
        return Decimal(int(_epoch(datetime.fromisoformat(date)))) + Decimal(f"0.{fraction or 0}")
    except (ValueError, OverflowError):  # 30 February, or a year that its offset pushes below 1
        return None


def _epoch(date: datetime) -> float:
    return (date - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()


Scale = Literal["number", "moment"]
SCALES: dict[Scale, Callable[[str], Decimal | None]] = {"number": number, "moment": moment}
"""What can be more or less, and how it is read."""


def network(text: str) -> Network | None:
    """A range of addresses in CIDR notation, or a single address; None if the text is neither."""
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError:
        return None


def address(text: str) -> Address | None:
    """One IPv4 or IPv6 address; None if the text is none."""
    try:
        return ip_address(text.strip())
    except ValueError:
        return None


def binary(text: str) -> bytes | None:
    """The bytes of a base64 text; None if it is none."""
    try:
        return b64decode(text, validate=True)
    except ValueError:
        return None
