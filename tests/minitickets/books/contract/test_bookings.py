import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookings import PoisonMessage, parse_booking
from minitickets.books.contract.bookings import surely_booking
from minitickets.demo.command import SAMPLE
from tests.fixtures.examples import examples


def _changed(message: dict[str, Any], path: str, value: object) -> str:
    *outer, name = path.split(".")
    inner = message
    for each in outer:
        inner = inner[each]
    inner[name] = value
    return json.dumps(message)


def _says_the_reader(body: str) -> bool:
    try:
        parse_booking(body)
    except PoisonMessage:
        return False
    return True


def test_of_the_sample_it_is_sure_and_the_reader_agrees() -> None:
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()

    assert [surely_booking(line) for line in lines] == [_says_the_reader(line) for line in lines]


@pytest.mark.parametrize(
    ("path", "value", "sure"),
    [
        ("type", "booking.cancelled", False),
        ("bookingId", "a b", False),
        ("event.id", "", False),
        ("userId", 7, False),
        ("quantity", 0, False),
        ("quantity", 5, False),
        ("quantity", True, False),
        ("quantity", 2.0, False),
        ("event", "x", False),
        ("recipient.name", " ", False),
        ("recipient.name", None, False),
        ("recipient.email", "someone", None),
        ("event.startsAt", "tomorrow", None),
        ("event.startsAt", "2026-02-30T10:00+00:00", None),
        ("event.title", "a\tb", None),
        ("quantity", 4, True),
    ],
)
def test_it_is_sure_of_what_is_plain(message: dict[str, Any], path: str, value: object, sure: bool | None) -> None:  # noqa: FBT001 - a table's
    body = _changed(message, path, value)

    assert surely_booking(body) is sure
    if sure is not None:
        assert _says_the_reader(body) is sure


def test_what_is_no_json_is_left_to_the_reader() -> None:
    assert (surely_booking("{"), surely_booking("[" * 100_000), surely_booking("[]")) == (None, None, False)


@examples(200)
@given(
    path=st.sampled_from(
        [
            "type",
            "bookingId",
            "userId",
            "recipient.name",
            "recipient.email",
            "event.title",
            "event.startsAt",
            "quantity",
        ]
    ),
    value=st.none() | st.booleans() | st.integers(-1, 6) | st.floats() | st.text() | st.datetimes().map(str),
)
def test_where_it_is_sure_the_reader_agrees(path: str, value: object) -> None:
    message = json.loads(SAMPLE.read_text(encoding="utf-8").splitlines()[0])
    body = _changed(message, path, value)

    assert surely_booking(body) in {None, _says_the_reader(body)}
