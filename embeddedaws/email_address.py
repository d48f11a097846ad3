"""An email address with or without a name, as SES takes it for a sender: exactly one, in which nothing else hides.

Sources: SES developer guide, "Email address format"; RFC 5322, section 3.4; RFC 2047 for names beyond ASCII. Comments,
groups, routes and quoted local parts are refused, since readers differ in what they make of them.
"""

import re
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header, make_header

from embeddedaws.errors import EmbeddedAwsError

_ATEXT = r"\-A-Za-z0-9!#$%&'*+/=?^_`{|}~"
_ADDRESS = rf"(?P<local>[{_ATEXT}]+(\.[{_ATEXT}]+)*)@(?P<domain>[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*)"
_QUOTED = r'"([ !#-\[\]-~]|\\[ -~])*"'
_MAILBOX = re.compile(rf"{_ADDRESS}|(?P<name>([{_ATEXT}. ]|{_QUOTED})*)<{_ADDRESS.replace('?P<', '?P<named_')}>")
_QUOTING = re.compile(r'\\(.)|"')
_ENCODED = "=?"  # what an encoded word begins with; some readers decode it wherever it stands


@dataclass(frozen=True)
class EmailAddress:
    """One address.

    Attributes:
        address: what is used, `local@domain`.
        name: what is shown beside it, decoded; "" if there is none.
    """

    address: str
    name: str

    @property
    def identities(self) -> list[str]:
        """What may be verified for it: itself, its domain and those above (developer guide, "Verified identities")."""
        local, _, domain = self.address.rpartition("@")
        return [self.address, f"{local}@{domain.lower()}", *self.domains]

    @property
    def domains(self) -> list[str]:
        """Its domain and those above, the nearest first, in lower case."""
        labels = self.address.rpartition("@")[2].lower().split(".")
        return [".".join(labels[start:]) for start in range(len(labels))]


class IllegalAddress(EmbeddedAwsError):  # noqa: N818 - SES answers it
    """Illegal address."""

    def __init__(self) -> None:
        super().__init__("Illegal address")


def read_address(text: str) -> EmailAddress:
    """Reads one address.

    Raises:
        IllegalAddress: it is none, or more than one, or could be read as another.
    """
    found = _MAILBOX.fullmatch(text.strip(" "))  # blanks here would take quadratic time in the expression
    if found is None:
        raise IllegalAddress
    address = f"{found['local'] or found['named_local']}@{found['domain'] or found['named_domain']}"
    if _ENCODED in address:
        raise IllegalAddress
    return EmailAddress(address, _decoded((found["name"] or "").strip()))


def _decoded(name: str) -> str:
    plain = _QUOTING.sub(lambda found: found[1] or "", name)
    if _ENCODED not in plain:
        return plain
    try:
        decoded = str(make_header(decode_header(plain)))
    except (HeaderParseError, LookupError, ValueError) as error:
        raise IllegalAddress from error
    if not decoded.isprintable():
        raise IllegalAddress
    return decoded
