"""SendEmail's request, and the message that it makes (API reference, version 2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any
from uuid import uuid4

from embeddedaws.email_address import IllegalAddress, read_address
from embeddedaws.errors import EmbeddedAwsError

_LARGEST = 40 * 1024 * 1024  # bytes of a message, developer guide, "Service quotas in Amazon SES"
_PARAMETERS = {"Content", "Destination", "FromEmailAddress"}


@dataclass(frozen=True)
class AcceptedEmail:
    """One email that SES accepted."""

    message_id: str
    sent_at: datetime
    sender: str
    recipient: str
    subject: str
    text: str
    html: str


@dataclass(frozen=True)
class SesRefusal(EmbeddedAwsError):  # noqa: N818 - SES answers it, nobody handles it as an error
    """An answer of SES that is no success; a slow one comes byte by byte."""

    status: int
    code: str
    message: str
    slow: bool = False


def read_email(request: Mapping[str, Any]) -> AcceptedEmail:
    """The email that a request asks for, before anybody knows whether its sender may send.

    Raises:
        SesRefusal: the request is ill formed, or has what the embedded AWS would lose.
    """
    recipients = request.get("Destination", {}).get("ToAddresses", [])
    content = request.get("Content", {}).get("Simple")
    if len(recipients) != 1 or content is None:
        raise _invalid("One recipient and simple content are all that is kept here.")
    _refuse_unknown(request)
    body = content["Body"]
    email = AcceptedEmail(
        message_id=str(uuid4()),
        sent_at=datetime.now(UTC),
        sender=_checked(str(request.get("FromEmailAddress", ""))),
        recipient=_checked(recipients[0]),
        subject=content["Subject"]["Data"],
        text=body.get("Text", {}).get("Data", ""),
        html=body.get("Html", {}).get("Data", ""),
    )
    _check_size(email.text.encode() + email.html.encode())  # before it takes long to make a message of it
    return email


def mime_of(email: AcceptedEmail) -> bytes:
    """The message as it goes over the wire.

    Raises:
        SesRefusal: a header has a line break, or the message is too large.
    """
    message = EmailMessage()
    try:
        message["From"], message["To"], message["Subject"] = _header(email.sender), email.recipient, email.subject
    except ValueError as error:
        raise _invalid(str(error)) from error
    message["Date"] = format_datetime(email.sent_at)
    message["Message-ID"] = f"<{email.message_id}@email.amazonses.com>"
    message.set_content(email.text)
    message.add_alternative(email.html, subtype="html")
    mime = message.as_bytes()
    _check_size(mime)
    return mime


def _header(mailbox: str) -> Address:
    """The mailbox with its name decoded: read from its text, Python 3.11 puts a blank between two encoded words."""
    found = read_address(mailbox)
    return Address(found.name, addr_spec=found.address)


def _refuse_unknown(request: Mapping[str, Any]) -> None:
    for given, known in ((request, _PARAMETERS), (request["Destination"], {"ToAddresses"})):
        unknown = next((key for key, value in given.items() if key not in known and value), None)
        if unknown is not None:
            raise _invalid(f"The embedded AWS does not know {unknown} of SendEmail yet.")


def _checked(mailbox: str) -> str:
    try:
        read_address(mailbox)
    except IllegalAddress as error:
        raise _invalid(str(error)) from error
    return mailbox


def _check_size(content: bytes) -> None:
    if len(content) > _LARGEST:
        raise _invalid(f"Message length is more than {_LARGEST} bytes long.")


def _invalid(sentence: str) -> SesRefusal:
    return SesRefusal(400, "BadRequestException", sentence)
