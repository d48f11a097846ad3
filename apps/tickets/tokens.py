r"""The ticket token: the text inside a ticket's QR code. It holds no personal data.

    MT1.<keyId>.<ticketId>.<eventId>.<mac>

    offset  bytes  content
    0       4      "MT1." (format and version, and the first dot)
    4       1-64   keyId: which key of the ring signed, [A-Za-z0-9_-]
            1      "."
            3-66   ticketId: the booking's id of 1-64 bytes, [A-Za-z0-9_-], then "-" and one digit "1" to "4"
            1      "."
            1-64   eventId, [A-Za-z0-9_-]
            1      "."
            22     mac: 16 bytes in base64url (RFC 4648, section 5) without padding

All of it is ASCII, 34 to 223 bytes. The mac is the first 16 bytes of HMAC-SHA256 with the key of 32 bytes over

    "minitickets/ticket/v1\n" + every byte of the token before its last dot

The prefix keeps a mac made for another purpose with the same key from passing for a ticket's. 16 bytes end in the
middle of a base64 digit: the last of the 22 carries two bits, the rest of it must be zero, so only A, Q, g and w can
stand there and each mac has exactly one spelling.
"""

import hmac
import re
from base64 import urlsafe_b64encode
from typing import NamedTuple

from tickets.signing_key import KeyRing

MAX_TOKEN_LENGTH = 223  # bytes, the sum of the table above

_DOMAIN = b"minitickets/ticket/v1\n"
_MAC_LENGTH = 16  # bytes
_TOKEN = re.compile(
    r"MT1\.(?P<key>[A-Za-z0-9_-]{1,64})"
    r"\.(?P<ticket>[A-Za-z0-9_-]{1,64}-[1-4])"
    r"\.(?P<event>[A-Za-z0-9_-]{1,64})"
    r"\.(?P<mac>[A-Za-z0-9_-]{21}[AQgw])"
)


class InvalidToken(ValueError):  # noqa: N818 # the token is what is wrong, not an error of ours
    """The token is not a ticket of ours."""


class MalformedToken(InvalidToken):
    """The text is not a ticket token."""


class UnknownKey(InvalidToken):
    """The token names a key that the ring does not hold."""


class BadSignature(InvalidToken):
    """The token was not signed with the key that it names, or was changed since."""


class VerifiedTicket(NamedTuple):
    """What a genuine token says."""

    key_id: str
    ticket_id: str
    event_id: str


def sign_ticket(ring: KeyRing, key_id: str, ticket_id: str, event_id: str) -> str:
    """Makes the token of a ticket; the same arguments always give the same token.

    Raises:
        KeyNotInRing: the ring does not hold `key_id`.
    """
    signed = f"MT1.{key_id}.{ticket_id}.{event_id}"
    return f"{signed}.{_mac(ring.key(key_id), signed)}"


def verify_ticket(token: str | bytes, ring: KeyRing) -> VerifiedTicket:
    """Says what a token stands for, or why it does not count; takes any text and any bytes.

    Raises:
        MalformedToken: it does not have the format, to the letter.
        UnknownKey: it names a key that is not in the ring.
        BadSignature: its mac is another one.
    """
    if len(token) > MAX_TOKEN_LENGTH:
        raise MalformedToken("the token is longer than any ticket's")
    # Latin-1 takes every byte, and the pattern then refuses all that is not ASCII.
    text = token if isinstance(token, str) else token.decode("latin-1")
    parts = _TOKEN.fullmatch(text)
    if parts is None:
        raise MalformedToken("the text does not have the format of a ticket token")
    if parts["key"] not in ring:
        raise UnknownKey("the token was signed with a key that the ring does not hold")
    expected = _mac(ring.key(parts["key"]), text.rpartition(".")[0])
    if not hmac.compare_digest(parts["mac"], expected):
        raise BadSignature("the signature does not belong to this ticket")
    return VerifiedTicket(parts["key"], parts["ticket"], parts["event"])


def _mac(key: bytes, signed: str) -> str:
    digest = hmac.digest(key, _DOMAIN + signed.encode("ascii"), "sha256")
    return urlsafe_b64encode(digest[:_MAC_LENGTH]).decode("ascii").rstrip("=")
