"""The email that confirms a booking: subject, text and HTML.

Names, titles and venues come from outside, in any script. A `Booking` has no control characters; what else could harm
its surroundings `display` takes away, and HTML is escaped where it is made.
"""

from datetime import datetime, timedelta
from pathlib import Path
from string import Template
from typing import NamedTuple

from bookings import Booking
from worker.text import display


def _template(name: str) -> Template:
    return Template(Path(__file__).with_name(name).read_text(encoding="utf-8"))


_TEXT, _HTML, _BUTTON = map(_template, ("confirmation.txt", "confirmation.html", "button.html"))

_ENCODED_WORD = "=?"  # begins what mail programs decode in a header, line breaks and all (RFC 2047, section 2)
# Characters shown in the body: as much as anybody means to say, and no more than the page has room for.
NAME_LENGTH, TITLE_LENGTH, VENUE_LENGTH = 100, 300, 500


class Letterhead(NamedTuple):
    """What all emails of a stack have in common.

    Attributes:
        sender_name: who sends them; "" if the stack does not say.
        my_tickets_url: where the recipient finds the tickets; "" if no page is known.
    """

    sender_name: str = ""
    my_tickets_url: str = ""


PLAIN = Letterhead()

_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
"""As `html.escape` does it, whose module reads the names of 2,231 characters at each first start."""


class Email(NamedTuple):
    """An email to send; there are no control characters in it but the line breaks of the bodies."""

    subject: str
    text: str
    html: str


def confirmation_of(booking: Booking, letterhead: Letterhead = PLAIN) -> Email:
    """Writes the email for a booking."""
    shown = _shown(booking) | {"sender": letterhead.sender_name or "MiniTickets", "url": letterhead.my_tickets_url}
    escaped = {key: value.translate(_ESCAPED) for key, value in shown.items()}
    link, button = f":\n\n  {shown['url']}\n", _BUTTON.substitute(escaped)
    if not letterhead.my_tickets_url:
        link, button = ".", ""
    return Email(
        subject=f"{shown['your_tickets']} for {_in_header(display(booking.event.title))}",
        text=_TEXT.substitute(shown, link=link),
        html=_HTML.substitute(escaped, button=button),
    )


def _shown(booking: Booking) -> dict[str, str]:
    """What the email says, in text that may stand anywhere but in HTML."""
    event, one = booking.event, booking.quantity == 1
    return {
        "name": display(booking.recipient.name, NAME_LENGTH),
        "title": display(event.title, TITLE_LENGTH),
        "venue": display(event.venue, VENUE_LENGTH),
        "date": date_in_words(event.local_start),
        "time": time_in_words(event.local_start),
        "tickets": "1 ticket" if one else f"{booking.quantity} tickets",
        "your_tickets": "Your ticket" if one else f"Your {booking.quantity} tickets",
        "ready": "ticket with its QR code is" if one else "tickets with their QR codes are",
        "code": "code" if one else "codes",
        "booking_id": booking.booking_id,
    }


def _in_header(text: str) -> str:
    # SES sends a subject of ASCII as it is, so the reader's mail program would take a look-alike for an encoded word.
    return text.replace(_ENCODED_WORD, "= ?")


def date_in_words(start: datetime) -> str:
    """The local date, such as `Thursday, 24 December 2026`."""
    return f"{start:%A}, {start.day} {start:%B} {start.year}"


def time_in_words(start: datetime) -> str:
    """The venue's clock and its offset, such as `19:30 (UTC+05:30)`."""
    offset = "" if start.utcoffset() == timedelta(0) else start.isoformat()[-6:]
    return f"{start:%H:%M} (UTC{offset})"
