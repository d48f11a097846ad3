"""Emails as their readers get them, taken apart by Python's email package and an HTML parser."""

import email
import email.policy
import unicodedata
from collections.abc import Callable
from email.header import Header
from email.message import EmailMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import getaddresses
from html.parser import HTMLParser
from typing import Any, cast

import pytest

from bookings import parse_booking
from fuzz.hostile_messages import CONTROLS, HostileMessage, good_body
from worker.confirmation import confirmation_of

HEADERS = {"from", "to", "subject", "date", "message-id", "mime-version", "content-type"}
TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Page(HTMLParser):
    """A document's markup, and the text that it shows."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.markup: list[Any] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.markup.append((tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        self.markup.append(f"/{tag}")

    def handle_comment(self, data: str) -> None:
        self.markup.append(f"comment {data}")

    def handle_decl(self, decl: str) -> None:
        self.markup.append(decl)

    def handle_pi(self, data: str) -> None:
        self.markup.append(f"processing instruction {data}")

    def handle_data(self, data: str) -> None:
        self.text += data


PLAIN = confirmation_of(parse_booking(good_body("bkg_1")))
MARKUP = Page(PLAIN.html).markup
LINES = PLAIN.text.count("\n")


def body_of(message: EmailMessage, subtype: str) -> str:
    part = message.get_body((subtype,))
    assert part is not None
    return cast("str", part.get_content()).replace("\r\n", "\n")


def check_email(mime: bytes, recipient: str, case: HostileMessage) -> None:
    message = email.message_from_bytes(mime, policy=email.policy.default)
    subject, text, html = str(message["Subject"]), body_of(message, "plain"), body_of(message, "html")
    page = Page(html)

    assert {name.lower() for name in message} <= HEADERS
    assert len(message.keys()) == len(set(message.keys()))
    assert message.defects == []
    assert [address for _, address in getaddresses(message.get_all("To", []))] == [recipient]
    assert not CONTROLS & set(map(unicodedata.category, subject))
    assert page.markup == MARKUP
    assert text.count("\n") == LINES
    assert not TURNING & set(subject + text + html)
    check_shown(case, subject, text, page.text)


def check_shown(case: HostileMessage, subject: str, text: str, html: str) -> None:
    lines = text.split("\n")
    for part, value in case.shown.items():
        match part:
            case "subject":
                assert subject.lstrip() == value  # Python folds a long first word onto a line of its own
            case "name":
                assert lines[0] == f"Hello {value},"
            case "title":
                assert subject.endswith(f"for {value}")
                assert f"  {value}" in lines
            case "venue":
                assert f"  Where:    {value}" in lines
            case "when":
                date, time = value.split("|")
                assert f"  When:     {date}" in lines
                assert f"            {time}, venue time" in lines
            case _:
                pytest.fail(f"{case.id} shows {part}, which no email has")
        assert part == "subject" or all(each in html for each in value.split("|"))


def sent_by_ses(request: dict[str, Any]) -> bytes:
    """The MIME of a SendEmail request: a subject of ASCII goes as it is, another is encoded."""
    simple = request["Content"]["Simple"]
    subject: str = simple["Subject"]["Data"]
    message = MIMEMultipart("alternative")
    message["From"] = request["FromEmailAddress"]
    message["To"] = ", ".join(request["Destination"]["ToAddresses"])
    message["Subject"] = subject if subject.isascii() else Header(subject, "utf-8").encode()
    for subtype, part in (("plain", "Text"), ("html", "Html")):
        message.attach(MIMEText(simple["Body"][part]["Data"], subtype, "utf-8"))
    return message.as_bytes()


@pytest.fixture(scope="session")
def check_mime() -> Callable[[bytes, str, HostileMessage], None]:
    """Checks that an email is harmless to its reader, goes to one recipient, and shows what the case says."""
    return check_email


@pytest.fixture(scope="session")
def check_request() -> Callable[[dict[str, Any], str, HostileMessage], None]:
    """The same of a SendEmail request."""

    def check(request: dict[str, Any], recipient: str, case: HostileMessage) -> None:
        assert request["Destination"] == {"ToAddresses": [recipient]}
        check_email(sent_by_ses(request), recipient, case)

    return check
