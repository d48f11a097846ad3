r"""What a ticket of a booking must be: its item, and its token.

item    keys `userId` and `ticketId` `<bookingId>-<n>`, n from 1 to `quantity`; `reserved`, then `issued`
token   MT1.<keyId>.<ticketId>.<eventId>.<mac>, the mac being the first 16 bytes of HMAC-SHA256 over
        "minitickets/ticket/v1\n" and all before its dot, in base64url without padding
"""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from datetime import datetime
from hashlib import sha256

from minitickets.books.contract.message import (
    EVER,
    Item,
    Message,
    Span,
    asset_key,
    differs,
    is_within,
    ticket_id,
    time_in,
)
from minitickets.books.contract.visible_text import same_text

_KEPT = 50_000  # characters of a title or a venue that the table keeps at least
_PARTS = ("format", "key", "ticket", "event", "signature")


def ticket_complaints(
    message: Message, number: int, item: Item, *, issued: bool = True, written: Span = EVER
) -> list[str]:
    """What is wrong with an item of the tickets table, in short sentences.

    Args:
        message: the booking.
        number: the ticket's, from 1.
        item: the ticket.
        issued: whether it must be issued, or else only reserved.
        written: when it may have been issued.
    """
    wrong = [name for name, value in _attributes(message, number, issued=issued).items() if differs(name, item, value)]
    wrong += _other_texts(message, item)
    return [f"its {name} is another" for name in wrong] + list(_issue(item, issued=issued, written=written))


def token_complaints(
    message: Message, number: int, token: bytes, *, key_id: str, ring: Mapping[str, bytes]
) -> list[str]:
    """What is wrong with the bytes that a ticket's QR code stands for, in short sentences.

    Args:
        message: the booking.
        number: the ticket's, from 1.
        token: the bytes.
        key_id: the key that the ticket was reserved with.
        ring: the signing keys, by id.
    """
    if key_id not in ring:
        return ["its key is not in the ring"]
    expected = token_of(message, number, key_id=key_id, ring=ring)
    found, wanted = token.split(b"."), expected.split(b".")
    if len(found) != len(wanted):
        return ["its QR code holds no token"]
    return [f"the {part} in its token is another" for part, a, b in zip(_PARTS, found, wanted, strict=True) if a != b]


def token_of(message: Message, number: int, *, key_id: str, ring: Mapping[str, bytes]) -> bytes:
    """The one token that a ticket may have, if it was reserved with that key."""
    signed = f"MT1.{key_id}.{ticket_id(message, number)}.{message['event']['id']}".encode()
    mac = hmac.new(ring[key_id], b"minitickets/ticket/v1\n" + signed, sha256).digest()[:16]
    return signed + b"." + urlsafe_b64encode(mac).rstrip(b"=")


def _attributes(message: Message, number: int, *, issued: bool) -> Mapping[str, str]:
    event = message["event"]
    return {
        "userId": message["userId"],
        "ticketId": ticket_id(message, number),
        "bookingId": message["bookingId"],
        "eventId": event["id"],
        "eventDate": event["startsAt"][:10],
        "eventDateKey": f"{event['id']}#{ticket_id(message, number)}",
        "status": "issued" if issued else "reserved",
        "assetKey": asset_key(message, number),
    }


def _other_texts(message: Message, item: Item) -> Iterator[str]:
    event = message["event"]
    for name, typed in (("eventTitle", event["title"]), ("venue", event["venue"])):
        if not same_text(item.get(name, {}).get("S", "")[:_KEPT], typed[:_KEPT]):
            yield name
    if not _same_start(item.get("startsAt", {}).get("S", ""), event["startsAt"]):
        yield "startsAt"


def _issue(item: Item, *, issued: bool, written: Span) -> Iterator[str]:
    if not item.get("keyId", {}).get("S"):
        yield "it has no keyId"
    if not issued and "issuedAt" in item:
        yield "it is not issued, and has an issuedAt"
    if issued and not is_within(time_in(item, "issuedAt"), written):
        yield "its issuedAt is not the time at which it was issued"


def _same_start(found: str, wanted: str) -> bool:
    try:
        times = [datetime.fromisoformat(each).isoformat() for each in (found, wanted)]
    except ValueError:
        return found == wanted
    return times[0] == times[1]
