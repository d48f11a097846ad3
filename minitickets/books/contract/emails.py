"""What the email of a booking must say; the wording, the order and the looks are the worker's."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from email.utils import getaddresses
from typing import Any

from minitickets.books.contract.message import Message
from minitickets.books.contract.visible_text import seen_in_html, seen_in_text, shows, without

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4}
_NUMBER = rf"\d{{1,3}}|{'|'.join(_COUNTS)}"
_A_NUMBER = re.compile(_NUMBER, re.IGNORECASE)
# Behind a colon a number is the minutes of a time.
_MENTION = re.compile(
    rf"(?<!: )(?<!\S)(?P<before>{_NUMBER})(?: [a-z]+)? tickets?(?!\S)"
    rf"|(?<!\S)tickets? [:x\u00d7] (?P<after>{_NUMBER})(?!\S)",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(r"(?<!\S)(?:mon|tues|wednes|thurs|fri|satur|sun)day(?!\S)", re.IGNORECASE)
_OFFSET = re.compile(r"(?<!\S)(?:UTC|GMT) ([+\u2212-]) (\d\d) : (\d\d)(?!\S)")
_NOON = 12
_ONE = re.compile(r"(?<!\S)(your|a|the) ticket(?!\S)", re.IGNORECASE)


def email_complaints(message: Message, request: Mapping[str, Any], *, sender: str) -> list[str]:
    """What is wrong with an email that SES took, in short sentences.

    Args:
        message: the booking that it is for.
        request: the parameters of SendEmail, as SES got them.
        sender: the address that it must come from; a name may stand before it.
    """
    return [*_envelope(message, request, sender), *_content(message, request.get("Content"))]


def _envelope(message: Message, request: Mapping[str, Any], sender: str) -> Iterator[str]:
    destination = {kind: list(to) for kind, to in request.get("Destination", {}).items() if to}
    if destination != {"ToAddresses": [message["recipient"]["email"]]}:
        yield "it does not go to the booking's recipient alone"
    from_ = str(request.get("FromEmailAddress", ""))
    if _CONTROL.search(from_) or [address for _, address in getaddresses([from_])] != [sender]:
        yield "it does not come from the configured sender"
    if more := sorted(
        {key for key, value in request.items() if value} - {"Destination", "FromEmailAddress", "Content"}
    ):
        yield f"it asks SES for {more[0]}, too"


def _content(message: Message, content: Any) -> Iterator[str]:
    parts = _parts(content)
    if parts is None:
        yield "its content is not Simple, with a subject, a text and an HTML part"
        return
    if charset := next((each for each in _charsets(content["Simple"]) if each not in {"UTF-8", "UTF8"}), None):
        yield f"it declares the charset {charset}, not UTF-8"
    subject, text, document = parts
    if _CONTROL.search(subject) or not shows(seen_in_text(subject), message["event"]["title"]):
        yield "its subject does not name the event"
    for part, seen in (("text", seen_in_text(text)), ("HTML", seen_in_html(document))):
        for missing in _missing(message, seen):
            yield f"its {part} part {missing}"


def _parts(content: Any) -> tuple[str, str, str] | None:
    match content:
        case {
            "Simple": {
                "Subject": {"Data": str(s)},
                "Body": {"Text": {"Data": str(t)}, "Html": {"Data": str(h)}} as body,
            }
        }:
            simple = content["Simple"]
            alone = len(content) == 1 and len(simple) == 2 and len(body) == 2  # noqa: PLR2004 - what stands above
            return (s, t, h) if alone and s.strip() and t.strip() and h.strip() else None
        case _:
            return None


def _charsets(simple: Any) -> Iterator[str]:
    """Those of its parts; what is not ASCII needs one that can write it, and a part without one is ASCII."""
    for part in (simple["Subject"], *simple["Body"].values()):
        if not part["Data"].isascii():
            yield str(part.get("Charset", "US-ASCII")).upper()


def _missing(message: Message, seen: str) -> Iterator[str]:
    event, name = message["event"], message["recipient"]["name"]
    for what, text in (("name", name), ("event", event["title"]), ("venue", event["venue"])):
        if not shows(seen, text):
            yield f"does not show the booking's {what}"
    if not shows(seen, message["bookingId"]):
        yield "does not show the booking's id"
    typed = [name, event["title"], event["venue"]]
    beside = without(
        seen, message["bookingId"], *(text for text in typed if not _A_NUMBER.fullmatch(seen_in_text(text).strip()))
    )
    if not _counts(message["quantity"], beside, seen if any(_mentions(seen_in_text(text)) for text in typed) else ""):
        yield "does not say how many tickets"
    if not _says_when(datetime.fromisoformat(event["startsAt"]), seen, beside):
        yield "does not say when"


def _counts(quantity: int, beside: str, typed: str) -> bool:
    """Whether the number of tickets is said, and no other beside what people typed, where any may be."""
    said = _mentions(beside)
    singular = quantity == 1 and _ONE.search(beside) is not None
    return said <= {quantity} and (quantity in said | _mentions(typed) or singular)


def _mentions(seen: str) -> set[int]:
    words = (found["before"] or found["after"] for found in _MENTION.finditer(seen))
    return {_COUNTS.get(word.lower()) or int(word) for word in words}


def _says_when(start: datetime, seen: str, beside: str) -> bool:
    """Whether the local date and time are said, and no other weekday and no other offset."""
    flat = seen.replace("\n", " ")
    weekdays = {each.lower() for each in _WEEKDAY.findall(beside)}
    offsets = {f"{sign}{hours}:{minutes}".replace("\u2212", "-") for sign, hours, minutes in _OFFSET.findall(beside)}
    return (
        _date(start).search(flat) is not None
        and _time(start).search(flat) is not None
        and weekdays <= {f"{start:%A}".lower()}
        and offsets <= {start.isoformat()[-6:]}
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
