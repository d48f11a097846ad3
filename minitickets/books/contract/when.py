"""Whether an email says when an event begins, in any of the usual spellings of date and time."""

import re
from datetime import datetime

_WEEKDAY = re.compile(r"(?<!\S)(?:mon|tues|wednes|thurs|fri|satur|sun)day(?!\S)", re.IGNORECASE)
_OFFSET = re.compile(r"(?<!\S)(?:UTC|GMT)\w*(?: [+\u2212-] \d\d : \d\d)?(?!\S)")
_NOON = 12


def says_when(start: datetime, seen: str, beside: str) -> bool:
    """Whether the local date and time are said, and no other weekday and no other offset.

    Args:
        start: the venue's own time, with its offset.
        seen: all that is seen.
        beside: what of it nobody typed.
    """
    flat = seen.replace("\n", " ")
    weekdays = {each.lower() for each in _WEEKDAY.findall(beside)}
    offsets = {each[3:].replace(" ", "").replace("\u2212", "-") for each in _OFFSET.findall(beside)}
    return (
        _date(start).search(flat) is not None
        and _time(start).search(flat) is not None
        and weekdays <= {f"{start:%A}".lower()}
        and offsets <= ({start.isoformat()[-6:]} if start.utcoffset() else {"", "+00:00"})
    )


def _date(start: datetime) -> re.Pattern[str]:
    month, day, year = (
        f"(?:{start:%B}|{start:%b})(?: [.])?",
        f"0?{start.day}(?:st|nd|rd|th)?",
        f"(?: ,)? {start.year:04}",
    )
    written = f"{day}(?: [.])?(?: of)? {month}{year}|{month} {day}{year}"
    return re.compile(rf"(?<!\S)(?:{written}|{start.year:04} - {start:%m} - {start:%d})(?!\d)", re.IGNORECASE)


def _time(start: datetime) -> re.Pattern[str]:
    half = "am" if start.hour < _NOON else "pm"
    twelve = f"0?{start.hour % _NOON or _NOON} : {start:%M} ?{half}"
    return re.compile(rf"(?<!\S)(?:{start:%H} : {start:%M}(?! ?[ap]m)|{twelve})(?!\d)", re.IGNORECASE)
