"""The bookings of a run, by number: their messages, and the number back from what the functions make of them.

No two bookings of a run have the same words, so that a mix-up shows. A booking may be published in several *versions*.
"""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

NOBODY = -1
"""In the place of a booking's number: it is none of the run's."""

Change = Literal["copy", "rejected", "address", "words", "quantity", "event", "user"]
"""What another message of a booking has of its own: a correlation id, a recipient that SES rejects, no address, ..."""

_REJECTED, _NO_ADDRESS = "rejected.", "no-address."
_DOZEN = 12
_LONG = 64  # characters: the longest id
_ID = re.compile(r"(?:\w+_)?b(\d+)", re.ASCII)
_OFFSETS = ("+05:30", "Z", "-03:00", "+00:00", "+12:45")
_SECONDS = (":00", "", ":00.5", ":00", ":00.1234567")
_TYPED = (
    "",
    "",
    "",
    " =?utf-8?q?Eve?=",
    "",
    " \u202eevE",
    " 林海",
    "\u2028 Zoë",
    "\t👩‍👩‍👧",
    " <b>x</b>",
    " \x0b= ?",
    " with all of its pistons, valves and whistles" * 3,
    "",
)  # after a name, a title, a venue

_NO_ADDRESSES = ("nobody", "{0},{0}", "<{0}>", "{0}.")
_UNKNOWN_FIELDS = {"version": 2, "loyalty": {"tier": "gold"}, "notes": ["a", None]}  # of a publisher that is ahead
_POISON_MARK = "poison"
_POISON: tuple[str | tuple[str, Any], ...] = (
    "",
    "[]",
    "null",
    "not JSON",
    '{"type":"booking.confirmed"}',
    '{"type":"booking.cancelled","bookingId":"b1"}',
    ("type", "booking.cancelled"),
    ("type", "Night of Engines"),
    ("type", None),
    ("bookingId", "Ada Lovelace 1"),
    ("correlationId", None),
    ("userId", "Ada Lovelace#"),
    ("recipient", None),
    ("recipient.name", None),
    ("event.id", ""),
    ("event.title", None),
    ("event.venue", ["Hall <7>"]),
    ("event.startsAt", "2026-12-24T19:30:00"),
    ("event.startsAt", "Night of Engines"),
    ("event.startsAt", "2026-02-30T19:30:00Z"),
    ("quantity", 0),
    ("quantity", 5),
    ("quantity", True),
    ("quantity", "2"),
    ("quantity", "Hall <2>"),
    ("quantity", 1.5),
)
POISON_KINDS = len(_POISON)


PERSONAL = ("Ada Lovelace", "@example.com", "Night of Engines", "Hall <")
"""What no log line may hold of any message."""


class Expected(NamedTuple):
    """What must become of one message.

    Args:
        booking: its number, -1 if it has none.
        message: what it says; None if it is no booking, and so poison.
        sendable: whether its recipient has an address.
        rejected: whether SES rejects that address.
    """

    booking: int
    message: Mapping[str, Any] | None
    sendable: bool = False
    rejected: bool = False


def body_of(booking: int, quantity: int, *changes: Change) -> str:
    """The message of a booking; what people typed has, now and then, all that a form lets through."""
    return _as_body(_message_of(booking, quantity, *changes))


def poison_of(booking: int, kind: int) -> str:
    """A message that no retry makes good; there are `POISON_KINDS` of them."""
    wrong = _POISON[kind]
    if isinstance(wrong, str):
        return wrong
    message = _message_of(booking, 1)
    message[_POISON_MARK] = True  # a field that the functions ignore
    path, value = wrong
    *parents, name = path.split(".")
    parent = message[parents[0]] if parents else message
    if value is None:
        del parent[name]
    else:
        parent[name] = value
    return _as_body(message)


def _message_of(booking: int, quantity: int, *changes: Change) -> dict[str, Any]:
    changed = set(changes)
    name = ("Ada+tickets", "Ada", "ada_l")[booking % 3]
    email = f"{_REJECTED * ('rejected' in changed)}{name}.b{booking}@example.com"
    if "address" in changed:
        email = _NO_ADDRESS + _NO_ADDRESSES[booking % len(_NO_ADDRESSES)].format(email)
    typed = f"{'new ' * ('words' in changed)}{booking}{_TYPED[booking % len(_TYPED)]}"
    event, user = booking % 7 + 7 * ("event" in changed), booking % 1000 + 1000 * ("user" in changed)
    day, hour, minute = booking % 28 + 1, booking // 28 % 24, booking // 672 % 60
    second = _SECONDS[booking % len(_SECONDS)]
    return {
        "type": "booking.confirmed",
        "bookingId": id_of(booking),
        "correlationId": f"c{booking}{'-copy' * ('copy' in changed)}",
        "userId": f"usr_{user}",
        "recipient": {"email": email, "name": f"Ada Lovelace {typed}"},
        "event": {
            "id": f"evt_{event}",
            "title": f"Night of Engines & Steam {typed}",
            "venue": f"Hall <{typed}>",
            "startsAt": f"2026-12-{day:02}T{hour:02}:{minute:02}{second}{_OFFSETS[booking % len(_OFFSETS)]}",
        },
        "quantity": quantity,
        **(_UNKNOWN_FIELDS if booking % 5 == 1 else {}),
    }


def _as_body(message: Mapping[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"))


@lru_cache(maxsize=40_000)
def expected_of(body: str) -> Expected:
    """What a run's message says, and what must become of it: a reading of its own, which takes no function's word."""
    try:
        message = json.loads(body)
        booking = of_id(message["bookingId"])
        if _POISON_MARK in message:
            return Expected(booking, None)
        address = message["recipient"]["email"]
    except (ValueError, LookupError, TypeError):
        return Expected(NOBODY, None)
    return Expected(booking, message, not address.startswith(_NO_ADDRESS), is_rejected(address))


def id_of(booking: int) -> str:
    """Its id: of a dozen it is short, for people to read; of more, some are as long as may be, and begin alike."""
    if booking >= _DOZEN and booking % 6 == 3:  # noqa: PLR2004 - every sixth
        return f"bkg_01JD8Z0000000000000_b{booking}"
    if booking >= _DOZEN and booking % 6 == 5:  # noqa: PLR2004
        end = f"_b{booking}"
        return "x" * (_LONG - len(end)) + end
    return f"b{booking}"


def is_rejected(address: str) -> bool:
    """Whether SES rejects emails to that address."""
    return address.startswith(_REJECTED)


def of_address(address: str) -> int:
    """The booking whose recipient has that address."""
    return of_id(address.partition("@")[0].rpartition(".")[2])


def of_id(booking_id: object) -> int:
    """The booking with that id."""
    found = _ID.fullmatch(booking_id) if isinstance(booking_id, str) else None
    return int(found[1]) if found else NOBODY


def of_key(key: str) -> int:
    """The booking of a job key, of a ticket's id or of a message id in its place."""
    return of_id(key.rpartition(":")[2].partition("-")[0])


def in_body(body: str) -> int:
    """The booking that a message is about, -1 if it is none of a run."""
    try:
        return of_id(json.loads(body)["bookingId"])
    except (ValueError, LookupError, TypeError):
        return NOBODY
