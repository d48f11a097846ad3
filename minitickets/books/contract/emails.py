"""What the email of a booking must say; the wording, the order and the looks are the worker's."""

import html
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from email.header import decode_header, make_header
from email.utils import getaddresses
from typing import Any

from minitickets.books.contract.message import Message
from minitickets.books.contract.visible_text import seen_in_html, seen_in_text, shows, without
from minitickets.books.contract.when import says_when

_HREF = re.compile(r"<a\b[^>]*\bhref\s*=\s*[\"']([^\"']*)", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_REORDERING = re.compile("[\u202a-\u202e\u2066-\u2069]")  # of what people typed; marks and isolating tags are harmless
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4}
_NUMBER = rf"\d{{1,3}}|{'|'.join(_COUNTS)}"
# Behind a colon a number is the minutes of a time.
_MENTION = re.compile(
    rf"(?<!: )(?<!\S)(?P<before>{_NUMBER})(?: [a-z]+)? tickets?(?!\S)"
    rf"|(?<!\S)tickets? [:x\u00d7] (?P<after>{_NUMBER})(?!\S)",
    re.IGNORECASE,
)
_ONE = re.compile(r"(?<!\S)(your|a|the) ticket(?!\S)", re.IGNORECASE)


def email_complaints(
    message: Message, request: Mapping[str, Any], *, sender: str, name: str | None = None, link: str = ""
) -> list[str]:
    """What is wrong with an email that SES took, in short sentences.

    Args:
        message: the booking that it is for.
        request: the parameters of SendEmail, as SES got them.
        sender: the address that it must come from.
        name: the name that stands before it, "" for none; without, it may be any.
        link: an address of the web that both parts must lead to; "" for none.
    """
    envelope, content = _envelope(message, request, sender, name), _content(message, request.get("Content"))
    return [*envelope, *content, *_unlinked(request.get("Content"), link)]


def is_email_of(message: Message, request: Mapping[str, Any]) -> bool:
    """Whether an email is what this version of a booking asks for, whomever it comes from."""
    return _recipients(request) == [message["recipient"]["email"]] and not any(
        _content(message, request.get("Content"))
    )


def _recipients(request: Mapping[str, Any]) -> list[str] | None:
    """Those of an email that goes to nobody by copy."""
    destination = {kind: list(to) for kind, to in request.get("Destination", {}).items() if to}
    return destination.get("ToAddresses") if len(destination) == 1 else None


def _envelope(message: Message, request: Mapping[str, Any], sender: str, name: str | None) -> Iterator[str]:
    if _recipients(request) != [message["recipient"]["email"]]:
        yield "it does not go to the booking's recipient alone"
    from_ = str(request.get("FromEmailAddress", ""))
    if _CONTROL.search(from_) or [address for _, address in getaddresses([from_])] != [sender]:
        yield "it does not come from the configured sender"
    elif name is not None and _name_in(from_) != name:
        yield "it does not come in the configured sender's name"
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
    if "=?" in subject:
        yield "its subject holds what a mail program would decode"
    if any(_REORDERING.search(part) for part in parts):
        yield "it holds signs that turn the direction of what follows"
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


def _name_in(sender: str) -> str:
    ((name, _),) = getaddresses([sender])
    return str(make_header(decode_header(name)))


def _unlinked(content: Any, link: str) -> Iterator[str]:
    parts = _parts(content)
    if parts is None or not link:
        return
    if link not in parts[1].split():
        yield "its text part does not lead to the tickets"
    if link not in (html.unescape(each) for each in _HREF.findall(parts[2])):
        yield "its HTML part does not lead to the tickets"


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
    beside = without(seen, message["bookingId"], *filter(_is_words, typed))
    if not _counts(message["quantity"], beside, seen if any(_mentions(seen_in_text(text)) for text in typed) else ""):
        yield "does not say how many tickets"
    if not says_when(datetime.fromisoformat(event["startsAt"]), seen, beside):
        yield "does not say when"


def _is_words(text: str) -> bool:
    """Whether a text has a letter and is no number: signs and numbers alone stand in what nobody typed, too."""
    shown = seen_in_text(text).strip().lower()
    return any(map(str.isalpha, shown)) and shown not in _COUNTS


def _counts(quantity: int, beside: str, typed: str) -> bool:
    """Whether the number of tickets is said, and no other beside what people typed, where any may be."""
    said = _mentions(beside)
    singular = quantity == 1 and _ONE.search(beside) is not None
    return said <= {quantity} and (quantity in said | _mentions(typed) or singular)


def _mentions(seen: str) -> set[int]:
    words = (found["before"] or found["after"] for found in _MENTION.finditer(seen))
    return {_COUNTS.get(word.lower()) or int(word) for word in words}
