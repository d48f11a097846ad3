"""The email that confirms a booking: subject, text and HTML.

Names, titles and venues come from outside, in any script. A `Booking` has no control characters; what else could harm
its surroundings `display` takes away, and HTML is escaped where it is made.
"""

import html
import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from string import Template

from bookings import Booking

_HTML = Template(Path(__file__).with_name("confirmation.html").read_text(encoding="utf-8"))
_TEXT = Template(Path(__file__).with_name("confirmation.txt").read_text(encoding="utf-8"))

# What turns the reading direction of the text around it, what takes no room or shows nothing at all, and what is no
# character. Joiners and variation selectors stay: Persian, the scripts of India and emoji are spelled with them. So do
# the tags (U+E0020 to U+E007F) of a flag such as Scotland's, but not elsewhere: they carry text that nobody sees.
_INVISIBLE = re.compile(
    "(?P<flag>\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f)"
    "|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
# What changes its neighbours and shows nothing without them, and the blank of Braille.
_ALONE_INVISIBLE = re.compile(
    "[\\s\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]*"
)

_JOINER = "\u200d"
_ENCODED_WORD = "=?"  # begins what mail programs decode in a header, line breaks and all (RFC 2047, section 2)
NAME_LENGTH = 60  # characters shown of a name, a title or a venue
SUBJECT_LENGTH = 60  # of a title in the subject: phones show about 40 characters, desktops about 70


@dataclass(frozen=True)
class Email:
    """An email to send; there are no control characters in it but the line breaks of the bodies."""

    subject: str
    text: str
    html: str


def confirmation_of(booking: Booking) -> Email:
    """Writes the email for a booking."""
    event = booking.event
    shown = {
        "name": display(booking.recipient.name),
        "title": display(event.title),
        "venue": display(event.venue),
        "date": date_in_words(event.local_start),
        "time": time_in_words(event.local_start),
        "tickets": "1 ticket" if booking.quantity == 1 else f"{booking.quantity} tickets",
        "your_tickets": "Your ticket" if booking.quantity == 1 else f"Your {booking.quantity} tickets",
        "ready": "ticket with its QR code is" if booking.quantity == 1 else "tickets with their QR codes are",
        "booking_id": booking.booking_id,
    }
    return Email(
        subject=f"{shown['your_tickets']} for {_in_header(display(event.title, SUBJECT_LENGTH))}",
        text=_TEXT.substitute(shown),
        html=_HTML.substitute({key: html.escape(value) for key, value in shown.items()}),
    )


def display(text: str, length: int = NAME_LENGTH) -> str:
    """The text as one line of at most `length` characters, harmless to what stands around it."""
    visible = _INVISIBLE.sub(lambda found: found["flag"] or "", text)
    return "…" if _ALONE_INVISIBLE.fullmatch(visible) else shorten(" ".join(visible.split()), length)


def _in_header(text: str) -> str:
    # SES sends a subject of ASCII as it is, so the reader's mail program would take a look-alike for an encoded word.
    return text.replace(_ENCODED_WORD, "= ?")


def shorten(text: str, length: int) -> str:
    """Cuts to `length` characters, an ellipsis included, not between a letter and its marks or within an emoji."""
    if len(text) <= length:
        return text
    cut = length - 1
    while cut and (_belongs_to_previous(text[cut]) or text[cut - 1] == _JOINER):
        cut -= 1
    return text[: cut or length - 1].rstrip() + "…"


def _belongs_to_previous(character: str) -> bool:
    return character == _JOINER or unicodedata.category(character).startswith("M")


def date_in_words(start: datetime) -> str:
    """The local date, such as `Thursday, 24 December 2026`."""
    return f"{start:%A}, {start.day} {start:%B} {start.year}"


def time_in_words(start: datetime) -> str:
    """The venue's clock and its offset, such as `19:30 (UTC+05:30)`."""
    offset = "" if start.utcoffset() == timedelta(0) else start.isoformat()[-6:]
    return f"{start:%H:%M} (UTC{offset})"
