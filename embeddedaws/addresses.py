"""Email addresses as SES takes them."""

import re

from embeddedaws.errors import EmbeddedAwsError

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = rf"{_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*"
_MAILBOX = re.compile(
    rf"""\s*(?:
        (?:"(?:[^"\\\r\n]|\\.)*"|[^"<>@,;:\\\r\n]*)\s*<(?P<named>{_ADDRESS})>
        |(?P<bare>{_ADDRESS})
    )\s*""",
    re.VERBOSE,
)


class InvalidAddressError(EmbeddedAwsError):
    """It is no address, or more than one."""


def address_of(mailbox: str) -> str:
    """The address in `address` or `name <address>`; one, in ASCII.

    Raises:
        InvalidAddressError: it is nothing of that form.
    """
    found = _MAILBOX.fullmatch(mailbox)
    if not found:
        raise InvalidAddressError(f"Illegal address: {mailbox!r}")
    return found["named"] or found["bare"]


def identities_of(address: str) -> list[str]:
    """What may be verified for it: itself, its domain and those above; the case of a domain does not count.

    Source: developer guide, "Verified identities in Amazon SES".
    """
    local, _, domain = address.rpartition("@")
    labels = domain.lower().split(".")
    return [address, f"{local}@{domain.lower()}", *(".".join(labels[start:]) for start in range(len(labels)))]
