import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import date
from functools import reduce
from operator import getitem
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookings import Booking, PoisonMessage, parse_booking
from fuzz.hostile_messages import BOOKING

GOOD: dict[str, Any] = BOOKING | {"bookingId": "bkg_01JD8Z"}
MISSING = object()
PATHS = [
    *("type", "bookingId", "correlationId", "userId", "quantity"),
    *("recipient", "recipient.email", "recipient.name"),
    *("event", "event.id", "event.title", "event.venue", "event.startsAt"),
]
IDS = ["bookingId", "correlationId", "userId", "event.id"]
TEXTS = ["recipient.name", "event.title", "event.venue"]
TAKEN = {
    "recipient.name": ["張偉", "فاطمة", "O'Brien-Þór", "👩‍👧"],
    "recipient.email": ["ada@example.com", "a.b+tag@mail.example.co.in", "o'neil@xn--bcher-kva.example"],
    "event.startsAt": [
        "2026-12-24T19:30:00Z",
        "2026-12-24T19:30+05:30",
        "2026-12-24T19:30:00.123-03:00",
        "2028-02-29T00:00:00+14:00",
        "2026-08-01T20:00:00.0000000+02:00",
        "2026-08-01T20:00:00.000000001+02:00",
    ],
}
REFUSED: dict[str, Sequence[object]] = {
    "type": ["", "booking.cancelled"],
    **dict.fromkeys(IDS, ("", "a b", "a\n", "é", "x" * 65, "../x", "a#b", "a.b")),
    **dict.fromkeys(TEXTS, ("", "\x00", "\t", "   ", "\u2028\n")),
    "quantity": [0, 5, -1, 1.0, "2", True, 10**30],
    "event.startsAt": [
        "",
        "2026-12-24T19:30:00",
        "2026-12-24",
        "2026-12-24 19:30:00+05:30",
        "2026-W52-4T19:30:00Z",
        "2026-02-30T19:30:00Z",
        "2026-12-24T25:00:00Z",
        "2026-12-24T19:30:00+24:00",
        "2026-12-24T19:30:00Z\n",
        "٢٠٢٦-12-24T19:30:00Z",
        "tomorrow",
    ],
}


def each_of(values: Mapping[str, Sequence[object]]) -> pytest.MarkDecorator:
    rows = [(path, value) for path, given in values.items() for value in given]
    return pytest.mark.parametrize(("path", "value"), rows, ids=ascii)


def changed(path: str, value: object, message: Mapping[str, Any] = GOOD) -> str:
    return json.dumps(_changed(path.split("."), value, message))


def _changed(path: list[str], value: object, message: Mapping[str, Any]) -> dict[str, Any]:
    name, *rest = path
    if value is MISSING and not rest:
        return {key: kept for key, kept in message.items() if key != name}
    return {**message, name: _changed(rest, value, message[name]) if rest else value}


def field_in(booking: Booking, path: str) -> Any:
    return reduce(getitem, path.split("."), booking.model_dump(by_alias=True))


def test_the_message_of_the_contract_is_read() -> None:
    booking = parse_booking(json.dumps(GOOD))
    assert booking.job_key == "booking.confirmed:bkg_01JD8Z"
    assert booking.recipient.email == "ada@example.com"
    assert booking.event.starts_at == "2026-12-24T19:30:00+05:30"
    assert booking.event.local_date == date(2026, 12, 24)
    assert booking.quantity == 2


@pytest.mark.parametrize("length", [1, 26, 36, 64])
def test_an_id_has_up_to_64_characters(length: int) -> None:
    long = dict.fromkeys(("bookingId", "correlationId", "userId"), "a" * length)
    assert parse_booking(json.dumps(GOOD | long)).booking_id == "a" * length


def test_the_reason_shows_nothing_of_a_body_that_is_no_json() -> None:
    with pytest.raises(PoisonMessage) as refused:
        parse_booking("ada@example.com")
    assert str(refused.value) == "the body is not JSON"


def test_unknown_fields_are_ignored() -> None:
    more = GOOD | {"added": [1], "event": GOOD["event"] | {"doors": "18:00"}}
    assert parse_booking(json.dumps(more)) == parse_booking(json.dumps(GOOD))


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("value", [MISSING, None, 7.5, [], {}], ids=["missing", "null", "number", "list", "{}"])
def test_a_missing_or_ill_typed_field_is_poison_by_its_name(path: str, value: object) -> None:
    with pytest.raises(PoisonMessage, match=path.replace(".", r"\.")):
        parse_booking(changed(path, value))


@each_of(TAKEN)
def test_what_a_field_takes_is_read_as_it_is(path: str, value: str) -> None:
    assert field_in(parse_booking(changed(path, value)), path) == value


@each_of(REFUSED)
def test_what_a_field_does_not_take_is_poison_by_its_name(path: str, value: object) -> None:
    with pytest.raises(PoisonMessage, match=rf"^{re.escape(path)}: "):
        parse_booking(changed(path, value))


@pytest.mark.parametrize("email", ["", "nobody", "ada@example.com\r\nBcc: eve@example.com", "x" * 100_000], ids=len)
def test_whether_an_address_is_one_is_no_question_for_every_function(email: str) -> None:
    assert parse_booking(changed("recipient.email", email)).recipient.email == email


@pytest.mark.parametrize("body", ["", "null", "[]", "7", '"x"', "{", "NaN", "[" * 10_000, "\ud800"], ids=ascii)
def test_a_body_that_is_no_json_object_is_poison(body: str) -> None:
    with pytest.raises(PoisonMessage, match="the body"):
        parse_booking(body)


@pytest.mark.parametrize("path", PATHS)
def test_the_reason_never_shows_a_value(path: str) -> None:
    with pytest.raises(PoisonMessage) as raised:
        parse_booking(changed(path, {"secret": "value"}))
    assert "secret" not in str(raised.value)
    assert raised.value.__cause__ is None


@given(st.text())
def test_any_text_is_a_booking_or_poison(body: str) -> None:
    with pytest.raises(PoisonMessage):
        parse_booking(body)


def test_a_second_of_a_million_digits_still_fits_the_tickets_table() -> None:
    start = f"2026-12-24T19:30:00.{'5' * 1_000_000}Z"
    assert len(parse_booking(changed("event.startsAt", start)).event.starts_at) == 121


@pytest.mark.parametrize("path", TEXTS)
@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Harbour\u2028Lights", "Harbour Lights"),
        ("Harbour\x0bLights", "Harbour Lights"),
        ("Harbour\tLights", "Harbour Lights"),
        ("Pier 3\r\n20457 Hamburg", "Pier 3 20457 Hamburg"),
        ("Kim Berg\n", "Kim Berg"),
        ("a\x85\x7f\x1b[0m", "a [0m"),
        (f"cut {chr(0xD83D)}", "cut \ufffd"),
        (f"cut {chr(0xDE00)}", "cut \ufffd"),
        (f"whole {chr(0xD83D)}{chr(0xDE00)}", "whole \U0001f600"),
        ("a path \\ud83d", "a path \\ud83d"),
        ("W" * 60_000, "W" * 50_000),
        (" " * 60_000 + "W", "W"),
    ],
    ids=ascii,
)
def test_what_people_typed_is_cleaned_and_not_refused(path: str, typed: str, kept: str) -> None:
    assert field_in(parse_booking(changed(path, typed)), path) == kept


@given(st.sampled_from(TEXTS), st.text(st.characters(), min_size=1).filter(str.strip))
def test_a_text_that_holds_something_is_one_line_of_a_booking(path: str, value: str) -> None:
    typed = f"x{value}"
    read: str = field_in(parse_booking(changed(path, typed)), path)
    assert len(read.splitlines()) == 1
    assert read.startswith("x")
    assert not {"Cc", "Cs", "Zl", "Zp"} & set(map(unicodedata.category, read))


@pytest.mark.parametrize("giant", ["W", "\\", "\n", '"', "\u200b", "\ud83d", "\U0001f1ee", "a\u0301"], ids=ascii)
def test_a_giant_text_takes_no_time_from_its_neighbours(giant: str) -> None:
    """A mebibyte of it in some 10 ms; where each escape cost a call, it was a quarter of a second."""
    bodies = [changed("recipient.name", f"x{giant * (400_000 // len(json.dumps(giant)))}") for _ in range(5)]
    start = process_time()
    for body in bodies:
        parse_booking(body)
    assert process_time() - start < 0.25
