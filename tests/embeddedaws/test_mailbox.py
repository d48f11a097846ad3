import email
import email.policy
import shutil
from collections.abc import Callable
from email.header import decode_header, make_header
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from embeddedaws import mailbox
from embeddedaws.clients import Clients
from embeddedaws.email_address import EmailAddress, read_address
from embeddedaws.mailbox import Mailbox
from tests.fixtures.servers import refusal_of
from worker.from_address import from_address

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

SENDER = "no-reply@example.com"
SIMULATOR = "simulator.minitickets.example"
VERIFIED = {"example.com", "test@other.example"}


class Ses:
    """The embedded SES, asked by a real client."""

    def __init__(self, serve: Callable[..., Clients], app: "WSGIApplication", folder: Path) -> None:
        self.folder = folder
        self.mailbox = Mailbox(app, folder, VERIFIED.__contains__)
        self.clients = serve(self.mailbox)

    def send(self, recipient: str = "ada@example.org", *, sender: str = SENDER, subject: str = "Tickets") -> str:
        content: Any = {
            "Simple": {
                "Subject": {"Data": subject, "Charset": "UTF-8"},
                "Body": {"Text": {"Data": "Grüße, आरती 🎟\n"}, "Html": {"Data": "<p>Grüße, <b>आरती</b> 🎟</p>\n"}},
            }
        }
        return self.clients.sesv2.send_email(
            FromEmailAddress=sender, Destination={"ToAddresses": [recipient]}, Content=content
        )["MessageId"]

    def files(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir()) if self.folder.exists() else []


@pytest.fixture
def ses(serve: Callable[..., Clients], moto: "WSGIApplication", tmp_path: Path) -> Ses:
    return Ses(serve, moto, tmp_path / "emails")


def test_text_and_html_are_both_kept(ses: Ses) -> None:
    message_id = ses.send()

    (kept,) = ses.mailbox.emails
    assert (kept.message_id, kept.sender, kept.recipient) == (message_id, SENDER, "ada@example.org")
    assert kept.text == "Grüße, आरती 🎟\n"
    assert kept.html == "<p>Grüße, <b>आरती</b> 🎟</p>\n"
    assert ses.files() == ["0001-ada@example.org.eml", "0001-ada@example.org.html"]
    assert (ses.folder / "0001-ada@example.org.html").read_text(encoding="utf-8") == kept.html


def test_an_email_is_kept_after_somebody_removed_the_folder(ses: Ses) -> None:
    ses.send()
    shutil.rmtree(ses.folder)
    ses.send()

    assert ses.files() == ["0002-ada@example.org.eml", "0002-ada@example.org.html"]


@pytest.mark.parametrize(
    "subject",
    ["Your tickets", "Fado — ¿Bailamos?", "संगीत की रात", "🎟" * 40, "=?utf-8?q?not_encoded?=", "x" * 500],
    ids=["plain", "Latin", "Devanagari", "long and wide", "looks encoded", "long"],
)
def test_the_eml_file_reads_back_as_it_was_sent(ses: Ses, subject: str) -> None:
    message_id = ses.send(subject=subject)

    (path,) = ses.folder.glob("*.eml")
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    assert ses.mailbox.emails[0].subject == subject
    assert (str(message["From"]), str(message["To"])) == (SENDER, "ada@example.org")
    assert str(message["Message-ID"]) == f"<{message_id}@email.amazonses.com>"
    assert message["Date"].datetime == ses.mailbox.emails[0].sent_at.replace(microsecond=0)
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    assert text is not None
    assert html is not None
    assert text.get_content() == "Grüße, आरती 🎟\n"
    assert html.get_content() == "<p>Grüße, <b>आरती</b> 🎟</p>\n"
    if "=?" not in subject:  # the one thing that a mail header cannot say
        assert str(message["Subject"]) == subject


@pytest.mark.parametrize(
    "sender",
    [SENDER, "test@other.example", "hello@mail.example.com", "MiniTickets <no-reply@example.com>"],
    ids=["of a verified domain", "a verified address", "below a verified domain", "with a name to show"],
)
def test_a_verified_sender_may_send(ses: Ses, sender: str) -> None:
    ses.send(sender=sender)

    assert [kept.sender for kept in ses.mailbox.emails] == [sender]


@pytest.mark.parametrize(
    "name", ["MiniTickets", 'Night, of "Engines"', "Café", "\u0938\u0902\u0917\u0940\u0924 " * 9 + "x"], ids=ascii
)
def test_the_name_of_a_sender_reads_back_as_it_was_sent(ses: Ses, name: str) -> None:
    ses.send(sender=from_address(SENDER, name))

    (path,) = ses.folder.glob("*.eml")
    header = str(make_header(decode_header(email.message_from_bytes(path.read_bytes())["From"])))
    assert read_address(header) == EmailAddress(SENDER, name) if name.isascii() else header == f"{name} <{SENDER}>"


@pytest.mark.parametrize(
    "sender",
    [
        "other@other.example",
        "no-reply@notexample.com",
        "no-reply@com",
        "example.com <a@evil.example>",
        f'"{SENDER}" <a@evil.example>',
        "=?utf-8?q?no-reply=40example.com?= <a@evil.example>",
    ],
    ids=["beside a verified address", "a longer name", "above", "in the name only", "the name an address", "encoded"],
)
def test_any_other_sender_is_refused_as_ses_does(ses: Ses, sender: str) -> None:
    with pytest.raises(ses.clients.sesv2.exceptions.MessageRejected, match=r"Email address is not verified\."):
        ses.send(sender=sender)
    assert ses.mailbox.emails == []
    assert ses.files() == []


@pytest.mark.parametrize("sender", ["nobody", "", f"{SENDER} <a@evil.example>", f"{SENDER}, a@evil.example"])
def test_what_is_not_one_address_is_no_sender(ses: Ses, sender: str) -> None:
    assert refusal_of(ses.send, sender=sender) == ("BadRequestException", 400)
    assert ses.mailbox.emails == []


@pytest.mark.parametrize(
    ("recipient", "refusals"),
    [
        pytest.param("fails-once@simulator.minitickets.example", 1, id="once"),
        pytest.param("fails-1-times@simulator.minitickets.example", 1, id="1 time"),
        pytest.param("fails-3-times@simulator.minitickets.example", 3, id="3 times"),
        pytest.param("fails-0-times@simulator.minitickets.example", 0, id="never"),
        pytest.param("fails-2-times+a-label@simulator.minitickets.example", 2, id="label"),
        pytest.param("fails-once@example.org", 0, id="another domain"),
        pytest.param("x-fails-once@simulator.minitickets.example", 0, id="another name"),
    ],
)
def test_some_recipients_fail_as_often_as_they_say_and_then_no_more(ses: Ses, recipient: str, refusals: int) -> None:
    for _ in range(refusals):
        assert refusal_of(ses.send, recipient=recipient) == ("ServiceUnavailable", 503)
    assert ses.mailbox.emails == []

    ses.send(recipient)
    ses.send(recipient)

    assert len(ses.mailbox.emails) == 2


@pytest.mark.parametrize("other", [f"fails-2-times@{SIMULATOR}", f"fails-once+2@{SIMULATOR}"])
def test_each_recipient_fails_on_its_own(ses: Ses, other: str) -> None:
    refusal_of(ses.send, recipient=f"fails-once@{SIMULATOR}")

    assert refusal_of(ses.send, recipient=other)[1] == 503


def test_a_slow_refusal_comes_byte_by_byte(ses: Ses, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(mailbox, "time", SimpleNamespace(sleep=pauses.append))

    assert refusal_of(ses.send, recipient=f"slow-once@{SIMULATOR}") == ("ServiceUnavailable", 503)

    assert set(pauses) == {1.0}  # seconds: less than any read timeout
    assert len(pauses) > 30  # more than any function's timeout
    ses.send(f"slow-once@{SIMULATOR}")
    assert len(ses.mailbox.emails) == 1


@pytest.mark.parametrize(
    "recipient",
    ["a/b@example.org", "/etc/passwd@example.org", f"{'x' * 200}@example.org"],
    ids=["slash", "absolute", "long"],
)
def test_no_recipient_gets_a_file_out_of_the_folder(ses: Ses, recipient: str) -> None:
    ses.send(recipient)

    names = ses.files()
    assert [name.rpartition(".")[2] for name in names] == ["eml", "html"]
    assert all(name.startswith("0001-") and len(name) < 100 for name in names)
    assert [path.name for path in ses.folder.parent.iterdir()] == ["emails"]


@pytest.mark.parametrize(
    "recipient",
    ["../../up@example.org", "/etc/passwd", "..", "a\\b@example.org", "a\x00b@example.org", "x" * 300, "ümlaut@ex.org"],
    ids=["up", "absolute", "dots", "backslash", "NUL", "long", "not ASCII"],
)
def test_what_is_no_address_gets_nothing(ses: Ses, recipient: str) -> None:
    assert refusal_of(ses.send, recipient=recipient) == ("BadRequestException", 400)
    assert ses.files() == []


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"ReplyToAddresses": ["a@example.org"]}, "ReplyToAddresses"),
        ({"ConfigurationSetName": "all"}, "ConfigurationSetName"),
        ({"Destination": {"ToAddresses": ["a@example.org"], "BccAddresses": ["b@example.org"]}}, "BccAddresses"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_would_be_lost_is_refused_by_name(ses: Ses, parameters: dict[str, Any], name: str) -> None:
    content: Any = {"Simple": {"Subject": {"Data": "x"}, "Body": {"Text": {"Data": "x"}, "Html": {"Data": "x"}}}}
    usual: Any = {"FromEmailAddress": "no-reply@example.com", "Destination": {"ToAddresses": ["a@example.org"]}}

    with pytest.raises(ses.clients.sesv2.exceptions.BadRequestException, match=name):
        ses.clients.sesv2.send_email(Content=content, **{**usual, **parameters})
    assert ses.mailbox.emails == []


@pytest.mark.parametrize(
    "arguments",
    [{"subject": "Tickets\nBcc: eve@example.org"}, {"recipient": "ada@example.org\r\nBcc: eve@example.org"}],
    ids=["in the subject", "in the address"],
)
def test_a_line_break_makes_no_header_of_its_own(ses: Ses, arguments: dict[str, str]) -> None:
    assert refusal_of(ses.send, **arguments) == ("BadRequestException", 400)
    assert ses.mailbox.emails == []
    assert ses.files() == []


def test_more_than_one_recipient_is_refused(ses: Ses) -> None:
    content: Any = {"Simple": {"Subject": {"Data": "s"}, "Body": {"Text": {"Data": "t"}}}}
    with pytest.raises(ses.clients.sesv2.exceptions.BadRequestException):
        ses.clients.sesv2.send_email(
            FromEmailAddress=SENDER, Destination={"ToAddresses": ["a@x.example", "b@x.example"]}, Content=content
        )


def test_all_other_requests_are_passed_on(ses: Ses) -> None:
    ses.clients.sesv2.create_email_identity(EmailIdentity="example.net")

    assert ses.clients.sesv2.get_email_identity(EmailIdentity="example.net")["IdentityType"] == "DOMAIN"
