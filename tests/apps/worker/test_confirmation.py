import re
from collections.abc import Callable
from datetime import datetime
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookings import Booking
from fuzz.hostile_messages import BOOKING
from worker.confirmation import confirmation_of, date_in_words, display, shorten, time_in_words

NewBooking = Callable[..., Booking]
EVENT = BOOKING["event"]


def named(name: str) -> dict[str, Any]:
    return {"recipient": {"email": "ada@example.com", "name": name}}


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.shown = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.shown += data


def elements_of(html: str) -> Elements:
    elements = Elements()
    elements.feed(html)
    return elements


def test_the_email_says_what_was_booked_where_and_when(booking: NewBooking) -> None:
    email = confirmation_of(booking())
    assert email.subject == "Your 2 tickets for Night of Engines"
    for body in (email.text, elements_of(email.html).shown):
        for fact in ("Ada Lovelace", "Night of Engines", "Hall 2", "2 tickets", "bkg_1", "QR codes", "venue time"):
            assert fact in body
        assert "Thursday, 24 December 2026" in body
        assert "19:30 (UTC+05:30)" in body


def test_one_ticket_is_spoken_of_in_the_singular(booking: NewBooking) -> None:
    email = confirmation_of(booking(quantity=1))
    assert email.subject == "Your ticket for Night of Engines"
    assert "ticket with its QR code is in" in email.text
    assert "tickets with" not in email.html


def test_the_html_needs_nothing_from_outside(booking: NewBooking) -> None:
    html = confirmation_of(booking()).html
    assert not re.search(r"https?:|src=|url\(|<img|<link|<script|@import", html)


@pytest.mark.parametrize(
    "hostile", ["<script>alert(1)</script>", '"><img src=x onerror=1>', "</title><b>", "&lt;b&gt;"]
)
def test_markup_in_a_field_is_shown_and_not_obeyed(booking: NewBooking, hostile: str) -> None:
    plain = elements_of(confirmation_of(booking()).html)
    changes = named(hostile) | {"event": EVENT | {"title": hostile, "venue": hostile}}
    attacked = elements_of(confirmation_of(booking(**changes)).html)
    assert attacked.tags == plain.tags
    assert hostile in attacked.shown


@pytest.mark.parametrize("name", ["$title", "${title}", "$$", "%(title)s", "{title}"])
def test_a_placeholder_in_a_name_is_only_text(booking: NewBooking, name: str) -> None:
    assert f"Hello {name}," in confirmation_of(booking(**named(name))).text


@pytest.mark.parametrize(
    "name", ["فاطمة الزهراء", "張偉", "Þórunn", "श्रीनिवास", "👩‍👩‍👧 family", "محمد علی\u200cپور"], ids=ascii
)
def test_names_in_any_script_are_left_as_they_are(booking: NewBooking, name: str) -> None:
    email = confirmation_of(booking(**named(name)))
    assert name in email.text
    assert name in email.html


@pytest.mark.parametrize(
    "control", [*"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"], ids=ascii
)
def test_bidirectional_controls_are_taken_out(booking: NewBooking, control: str) -> None:
    changes = named(f"Ada{control}evol") | {"event": EVENT | {"title": f"Night{control}", "venue": f"{control}Hall"}}
    email = confirmation_of(booking(**changes))
    assert control not in email.subject + email.text + email.html
    assert "Adaevol" in email.text


def test_a_name_of_nothing_visible_is_still_something(booking: NewBooking) -> None:
    assert "Hello …," in confirmation_of(booking(**named("\u200b\u2060"))).text


def test_a_very_long_title_is_shortened_wherever_it_is_shown(booking: NewBooking) -> None:
    email = confirmation_of(booking(event=EVENT | {"title": "W" * 10_000}))
    assert len(email.subject) < 90
    assert len(email.html) < 10_000
    assert "WWW…" in email.text


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        ("Ada", 3, "Ada"),
        ("Adas", 3, "Ad…"),
        ("Ada Lovelace", 5, "Ada…"),
        ("ab\u0301c", 3, "a…"),
        ("a👩\u200d👧b", 4, "a…"),
        ("\u0301" * 5, 3, "\u0301\u0301…"),
    ],
    ids=["fits", "cut", "no blank before the dots", "letter with its mark", "joined emoji", "marks only"],
)
def test_text_is_cut_where_a_reader_would(text: str, length: int, expected: str) -> None:
    assert shorten(text, length) == expected


@given(st.text(min_size=1))
def test_what_is_displayed_is_one_short_line(text: str) -> None:
    shown = display(text, 20)
    assert 1 <= len(shown) <= 20
    assert shown == shown.strip()
    assert len(shown.splitlines()) == 1


@pytest.mark.parametrize(
    ("start", "date", "time"),
    [
        ("2026-12-24T19:30:00+05:30", "Thursday, 24 December 2026", "19:30 (UTC+05:30)"),
        ("2027-01-01T00:05:00Z", "Friday, 1 January 2027", "00:05 (UTC)"),
        ("2027-03-02T09:00-03:00", "Tuesday, 2 March 2027", "09:00 (UTC-03:00)"),
        ("2027-03-02T09:00:30.5+14:00", "Tuesday, 2 March 2027", "09:00 (UTC+14:00)"),
    ],
)
def test_the_start_is_told_on_the_venues_own_clock(start: str, date: str, time: str) -> None:
    assert date_in_words(datetime.fromisoformat(start)) == date
    assert time_in_words(datetime.fromisoformat(start)) == time
