"""The hand-written corpus: messages that someone sends by mistake or on purpose, and what must become of each.

The tables are in `corpus/messages/`; a case is the booking below with one thing changed:

    id          what is special, in words joined by hyphens
    set         fields by their path, with new values, as `recipient.name: "<b>"`
    raw         the same with JSON text in the value's place, such as `quantity: 1e400`
    more        JSON text that is added before the last brace, such as `"quantity": 3`
    body        all of the body, instead
    poison      the reason that the log gives; such a message ends in the dead-letter queue
    shown       what the email shows where the case is accepted: `name`, `title`, `venue`, `when` or `subject`

A text of the body, of raw JSON or of what is shown may be `{repeat: "[", times: 100000}`, or a list of such parts.
Besides these there is a case for each control character that Unicode has: in a text it becomes a blank.
"""

import copy
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

CORPUS = Path(__file__).with_name("corpus")

BOOKING: dict[str, Any] = {
    "type": "booking.confirmed",
    "correlationId": "c-7f3a",
    "userId": "usr_42",
    "recipient": {"email": "ada@example.com", "name": "Ada Lovelace"},
    "event": {"id": "evt_9", "title": "Night of Engines", "venue": "Hall 2", "startsAt": "2026-12-24T19:30:00+05:30"},
    "quantity": 2,
}

_TEXTS = ("recipient.name", "event.title", "event.venue")
CONTROLS = {"Cc", "Zl", "Zp"}  # Unicode's categories: control, line separator, paragraph separator
_NO_ADDRESS = "recipient.email: is not one plain email address"
_PLACEHOLDER = "raw JSON text"
_SQS_BYTES = 1_048_576  # SQS quotas: message size
_NOT_SENDABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class HostileMessage:
    """One case of the corpus; `poison` is None where it becomes an email, and `shown` is then what that shows."""

    id: str
    body: str
    poison: str | None
    shown: Mapping[str, str]

    @property
    def poison_for_tickets(self) -> str | None:
        """The same for the tickets function, which needs no address."""
        return None if self.poison == _NO_ADDRESS else self.poison

    @property
    def sendable(self) -> bool:
        """Whether SQS takes the body (SendMessage, API reference); Lambda's console sends what it does not."""
        if _NOT_SENDABLE.search(self.body):
            return False
        return 1 <= len(self.body.encode()) <= _SQS_BYTES


def good_body(booking_id: str) -> str:
    """A booking with nothing wrong."""
    return json.dumps({**BOOKING, "bookingId": booking_id})


@cache
def hostile_messages() -> tuple[HostileMessage, ...]:
    """All cases, table by table; no two have the same booking id."""
    return tuple(
        _message(case, table, f"{table}_{number}") for table, cases in _tables() for number, case in enumerate(cases)
    )


def _tables() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for table in sorted(CORPUS.glob("messages/*.yaml")):
        yield table.stem, yaml.safe_load(table.read_text(encoding="utf-8"))
    controls = [character for character in map(chr, range(0x3000)) if unicodedata.category(character) in CONTROLS]
    yield "controls", [_control(character) for character in controls]


def _control(character: str) -> dict[str, Any]:
    return {
        "id": f"U+{ord(character):04X}",
        "set": dict.fromkeys(_TEXTS, f"a{character}b"),
        "shown": dict.fromkeys(("name", "title", "venue"), "a b"),
    }


def _message(case: Mapping[str, Any], table: str, booking_id: str) -> HostileMessage:
    body = _text(case["body"]) if "body" in case else _changed(case, booking_id)
    shown = {part: _text(text) for part, text in case.get("shown", {}).items()}
    return HostileMessage(f"{table}/{case['id']}", body, case.get("poison"), shown)


def _changed(case: Mapping[str, Any], booking_id: str) -> str:
    booking = copy.deepcopy({**BOOKING, "bookingId": booking_id})
    for path, value in case.get("set", {}).items():
        _put(booking, path, _text(value) if _is_made_of_parts(value) else value)
    for path in case.get("raw", {}):
        _put(booking, path, _PLACEHOLDER + path)
    body = json.dumps(booking, ensure_ascii=False)
    for path, text in case.get("raw", {}).items():
        body = body.replace(json.dumps(_PLACEHOLDER + path), _text(text))
    return f"{body[:-1]}, {_text(case['more'])}}}" if "more" in case else body


def _put(booking: dict[str, Any], path: str, value: Any) -> None:
    *parents, name = path.split(".")
    for parent in parents:
        booking = booking[parent]
    booking[name] = value


def _text(parts: Any) -> str:
    return "".join(_pieces(parts if isinstance(parts, list) else [parts]))


def _pieces(parts: list[Any]) -> Iterator[str]:
    for part in parts:
        yield part["repeat"] * part["times"] if _is_repetition(part) else str(part)


def _is_made_of_parts(value: Any) -> bool:
    return _is_repetition(value) or (isinstance(value, list) and any(map(_is_repetition, value)))


def _is_repetition(part: Any) -> bool:
    return isinstance(part, dict) and part.keys() == {"repeat", "times"}
