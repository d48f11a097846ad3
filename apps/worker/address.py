"""The recipient's address: only the worker needs one, so only the worker asks whether SES could take it."""

import re

from bookings import Booking, PoisonMessage, Problem

# One bare address. SES wants the local part in 7-bit ASCII and the domain in Punycode (SendEmail, API reference v2).
# Quoted local parts and domain literals (RFC 5321 4.1.2) are left out: no customer has them, and they hide tricks.
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"(?=[^@]{{1,64}}@){_ATOM}(\.{_ATOM})*@({_LABEL}\.)+(?!\d+$|.$){_LABEL}")
_ADDRESS_LENGTH = 254  # characters, RFC 5321 4.5.3.1.3 less the angle brackets
_ENCODED_WORD = "=?"  # begins what mail programs decode in a header (RFC 2047, section 2): it may hide an address

_FIELD, _PROBLEM = "recipient.email", "is not one plain email address"


def check_address(booking: Booking) -> Booking:
    """The same booking, if SES could take its recipient's address.

    Raises:
        PoisonMessage: it could not; the text never shows the address.
    """
    address = booking.recipient.email
    if len(address) > _ADDRESS_LENGTH or not _ADDRESS.fullmatch(address) or _ENCODED_WORD in address:
        raise PoisonMessage(f"{_FIELD}: {_PROBLEM}", [Problem(_FIELD, _PROBLEM)])
    return booking
