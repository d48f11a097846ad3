"""What is right of an email whatever its wording, and what is not."""

import copy
import html
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookings import PoisonMessage, parse_booking
from minitickets.books.contract.emails import email_complaints
from tests.fixtures.examples import examples
from worker.mailer import SesMailer

SENDER = "no-reply@tickets.example"
SAMPLE = Path(__file__).parents[4] / "minitickets" / "demo" / "sample_bookings.jsonl"
TEXT = """Hi Ada O'Hara!
Late Jazz & Later <Blues>, Friday 4 December 2026 at 19:30 (UTC+05:30)
Hall 2
2 tickets, booking bkg_7"""

Message = dict[str, Any]


def request_of(text: str = TEXT, document: str | None = None, subject: str = "Late Jazz & Later <Blues>") -> Message:
    """An email of somebody else's wording."""
    document = html.escape(text).replace("\n", "<br>") if document is None else document
    body = {"Text": {"Data": text, "Charset": "UTF-8"}, "Html": {"Data": document, "Charset": "UTF-8"}}
    return {
        "FromEmailAddress": SENDER,
        "Destination": {"ToAddresses": ["ada@example.com"]},
        "Content": {"Simple": {"Subject": {"Data": subject, "Charset": "utf-8"}, "Body": body}},
    }


class Taken:
    """SES, as the worker's client sees it."""

    def __init__(self) -> None:
        self.request: Message = {}

    def call(self, operation: str, request: Mapping[str, Any]) -> Message:
        assert operation == "SendEmail"
        self.request = dict(request)
        return {"MessageId": "1"}


def sent_by_worker(message: Message) -> Message:
    ses = Taken()
    SesMailer(ses, SENDER).send(parse_booking(json.dumps(message)))
    return ses.request


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.replace("4 December 2026", "December 4th, 2026").replace("19:30 (UTC+05:30)", "7:30 pm"),
        TEXT.replace("4 December 2026", "2026-12-04").replace("2 tickets", "Tickets: 2"),
        TEXT.replace("2 tickets", "two paper tickets"),
        TEXT.replace("Jazz & ", "Jazz\n   & ").replace("O'", "\u200eO'\u200e"),
    ],
    ids=["plain", "in America", "in ISO", "in words", "wrapped"],
)
def test_any_wording_is_right_that_says_it_all(message: Message, text: str) -> None:
    assert email_complaints(message, request_of(text), sender=SENDER) == []


def test_what_the_worker_sends_for_the_sample_is_right() -> None:
    messages = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    bookings = [message for message in messages if message["quantity"] <= 4]

    assert [email_complaints(each, sent_by_worker(each), sender=SENDER) for each in bookings] == [[]] * len(bookings)


@examples(200)
@given(name=st.text(min_size=1, max_size=80), title=st.text(min_size=1, max_size=120), venue=st.text(min_size=1))
def test_what_people_type_is_recognised_however_the_worker_cleans_and_cuts_it(
    name: str, title: str, venue: str
) -> None:
    message = json.loads(SAMPLE.read_text(encoding="utf-8").splitlines()[0])
    message["recipient"]["name"] = name
    message["event"] |= {"title": title, "venue": venue}
    try:
        request = sent_by_worker(message)
    except PoisonMessage:
        return

    assert email_complaints(message, request, sender=SENDER) == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("Ada O'Hara", "Ada O'Haraldson", "name"),
        ("Late Jazz & Later <Blues>", "Late Jazz & Later", "event"),
        ("Hall 2", "Hall 21", "venue"),
        ("2 tickets", "3 tickets", "how many"),
        ("2 tickets", "your ticket", "how many"),
        ("2 tickets", "2 tickets, that is 1 ticket each", "how many"),
        ("4 December", "24 December", "when"),
        ("4 December", "4 November", "when"),
        ("2026", "2027", "when"),
        ("19:30", "14:00", "when"),
        ("UTC+05:30", "UTC+02:00", "when"),
        ("UTC+05:30", "UTC05:30", "when"),
        ("UTC+05:30", "UTC", "when"),
        ("Friday", "Thursday", "when"),
        ("bkg_7", "bkg_77", "id"),
    ],
)
def test_what_is_wrong_in_either_part_is_seen(message: Message, old: str, new: str, complaint: str) -> None:
    wrong = TEXT.replace(old, new)

    for request in (request_of(wrong, html.escape(TEXT)), request_of(TEXT, html.escape(wrong))):
        (found,) = email_complaints(message, request, sender=SENDER)
        assert complaint in found


@pytest.mark.parametrize(
    "document",
    [
        f"<head><title>{html.escape(TEXT)}</title></head>",
        f"<style>{TEXT}</style>",
        f"<!-- {TEXT} -->",
        f'<div style="display: none; x">{html.escape(TEXT)}</div>',
        f'<img alt="{html.escape(TEXT)}">',
        TEXT,
    ],
    ids=["head", "style", "comment", "hidden", "attribute", "not escaped"],
)
def test_what_no_reader_sees_does_not_count(message: Message, document: str) -> None:
    complaints = email_complaints(message, request_of(TEXT, document), sender=SENDER)

    assert any("HTML part does not show the booking's event" in each for each in complaints)


def _cut(length: int) -> Callable[[Message], Message]:
    def cut(message: Message) -> Message:
        title = message["event"]["title"]
        shown = TEXT.replace("Late Jazz & Later <Blues>", title[:length] + "…")
        return request_of(shown, subject=title[:length] + "…")

    return cut


@pytest.mark.parametrize(("length", "right"), [(45, True), (12, False)])
def test_a_long_text_may_be_cut_but_not_to_what_could_be_another(message: Message, *, length: int, right: bool) -> None:
    message["event"]["title"] = "The Extraordinarily Long Title of a Concert in the Round"

    assert (email_complaints(message, _cut(length)(message), sender=SENDER) == []) is right


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (("Destination", "ToAddresses"), ["bob@example.com"], "recipient"),
        (("Destination", "ToAddresses"), ["ada@example.com", "bob@example.com"], "recipient"),
        (("Destination", "BccAddresses"), ["bob@example.com"], "recipient"),
        (("FromEmailAddress",), "ceo@bank.example", "sender"),
        (("FromEmailAddress",), f"{SENDER}, ceo@bank.example", "sender"),
        (("FromEmailAddress",), f"A\r\nBcc: b@example.com <{SENDER}>", "sender"),
        (("ReplyToAddresses",), ["bob@example.com"], "ReplyToAddresses"),
        (("Content",), {"Raw": {"Data": "x"}}, "Simple"),
        (("Content", "Template"), {"TemplateName": "x"}, "Simple"),
        (("Content", "Simple", "Attachments"), [{}], "Simple"),
        (("Content", "Simple", "Body", "Text"), {"Data": " "}, "Simple"),
        (("Content", "Simple", "Body"), {"Text": {"Data": TEXT}}, "Simple"),
        (("Content", "Simple", "Subject", "Data"), "Your booking", "subject"),
        (("Content", "Simple", "Subject", "Data"), "Late Jazz & Later <Blues>\n", "subject"),
    ],
)
def test_what_is_wrong_around_it_is_seen(
    message: Message, path: tuple[str, ...], value: object, complaint: str
) -> None:
    request = copy.deepcopy(request_of())
    inner: Any = request
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value

    (found,) = email_complaints(message, request, sender=SENDER)
    assert complaint in found


@pytest.mark.parametrize("charset", ["ISO-8859-1", None])
def test_what_is_not_ascii_needs_a_charset_that_can_write_it(message: Message, charset: str | None) -> None:
    message["recipient"]["name"] = "Zoë"
    request = request_of(TEXT.replace("Ada O'Hara", "Zoë"))
    part = request["Content"]["Simple"]["Body"]["Text"]
    del part["Charset"]
    if charset:
        part["Charset"] = charset

    (found,) = email_complaints(message, request, sender=SENDER)
    assert f"charset {charset or 'US-ASCII'}" in found


@pytest.mark.parametrize(
    "sender", [f"MiniTickets <{SENDER}>", f'"Tickets, Inc." <{SENDER}>', f"=?UTF-8?B?w6k=?= <{SENDER}>"]
)
def test_the_sender_may_have_a_name(message: Message, sender: str) -> None:
    assert email_complaints(message, request_of() | {"FromEmailAddress": sender}, sender=SENDER) == []


@pytest.mark.parametrize(
    ("sender", "name", "right"),
    [
        (SENDER, "", True),
        (SENDER, "Café", False),
        (f"=?UTF-8?B?Q2Fmw6k=?= <{SENDER}>", "Café", True),
        (f'"Ada" <{SENDER}>', "Café", False),
        (f'"Ada" <{SENDER}>', "", False),
    ],
)
def test_a_configured_name_is_the_one_that_counts(message: Message, sender: str, name: str, *, right: bool) -> None:
    request = request_of() | {"FromEmailAddress": sender}

    assert (email_complaints(message, request, sender=SENDER, name=name) == []) is right


@pytest.mark.parametrize(
    ("in_text", "in_html", "complaints"),
    [
        ("https://a.example/my?x=1&y=2", '<a class="b" href="https://a.example/my?x=1&amp;y=2">Open</a>', []),
        ("https://b.example", '<a href="https://a.example/my?x=1&amp;y=2">', ["text"]),
        ("https://a.example/my?x=1&y=2", '<a href="https://b.example">https://a.example/my?x=1&amp;y=2</a>', ["HTML"]),
    ],
)
def test_both_parts_lead_to_the_configured_page(
    message: Message, in_text: str, in_html: str, complaints: list[str]
) -> None:
    request = request_of(f"{TEXT}\n{in_text}", f"{html.escape(TEXT)}<p>{in_html}")

    told = email_complaints(message, request, sender=SENDER, link="https://a.example/my?x=1&y=2")

    assert told == [f"its {part} part does not lead to the tickets" for part in complaints]


@pytest.mark.parametrize(("title", "quantity"), [("3 tickets for Monday", 1), ("2", 2), ("2 tickets", 2), ("two", 2)])
def test_numbers_and_days_that_people_typed_are_not_the_email_s(message: Message, title: str, quantity: int) -> None:
    message["event"] |= {"title": title, "venue": "UTC+01:00, 2026"}
    message["quantity"] = quantity
    text = TEXT.replace("Late Jazz & Later <Blues>", title).replace("Hall 2", "UTC+01:00, 2026")
    request = request_of(text if quantity == 2 else text.replace("2 tickets", "your ticket"), subject=title)

    assert email_complaints(message, request, sender=SENDER) == []
