import html as standard_library
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
from worker.confirmation import _ESCAPED, Letterhead, confirmation_of, date_in_words, time_in_words

NewBooking = Callable[..., Booking]
EVENT = BOOKING["event"]


def named(name: str) -> dict[str, Any]:
    return {"recipient": {"email": "ada@example.com", "name": name}}


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.shown = ""
        self.links: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name == "href"]

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


def test_a_very_long_title_is_shortened_wherever_it_is_shown(booking: NewBooking) -> None:
    email = confirmation_of(booking(event=EVENT | {"title": "W" * 10_000}))
    assert len(email.subject) < 90
    assert len(email.html) < 10_000
    assert "WWW…" in email.text


def test_the_whole_venue_is_shown(booking: NewBooking) -> None:
    venue = f"Grand Hall, {'Entrance C, ' * 30}20457 Hamburg"
    email = confirmation_of(booking(event=EVENT | {"venue": venue}))
    assert venue in email.text
    assert venue in elements_of(email.html).shown


def test_without_a_page_of_tickets_there_is_no_button(booking: NewBooking) -> None:
    email = confirmation_of(booking())
    assert "<a" not in email.html
    assert 'QR codes are in "My tickets".\nOpen it' in email.text


@pytest.mark.parametrize("url", ["https://tickets.example/mine", "https://tickets.example:8443/?a=1&b=$title'"])
def test_with_a_page_of_tickets_there_is_a_button_to_it(booking: NewBooking, url: str) -> None:
    email = confirmation_of(booking(), Letterhead(my_tickets_url=url))
    assert elements_of(email.html).links == [url]
    assert f'QR codes are in "My tickets":\n\n  {url}\n\nOpen it' in email.text


def test_no_line_of_the_text_is_wider_than_a_mail_program(booking: NewBooking) -> None:
    for letterhead in (Letterhead(), Letterhead("Harbour Festival", "https://tickets.example.com/mine")):
        assert max(map(len, confirmation_of(booking(), letterhead).text.split("\n"))) <= 72


def test_the_sender_signs_with_its_name(booking: NewBooking) -> None:
    for name in ("MiniTickets", "Harbour & Söhne <Berlin>"):
        email = confirmation_of(booking(), Letterhead(sender_name="" if name == "MiniTickets" else name))
        assert email.text.endswith(f"\n{name}\nYou get this email because you booked with {name}.\n")
        assert elements_of(email.html).shown.count(name) == 2


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


@given(text=st.text())
def test_html_is_escaped_as_the_standard_library_does_it(text: str) -> None:
    assert text.translate(_ESCAPED) == standard_library.escape(text)
