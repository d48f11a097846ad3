"""The From header's value: the sender's address, with or without a name."""

_ENCODED_WORD = "=?"  # begins what readers decode in a name, even within quotes


def from_address(address: str, name: str) -> str:
    """Such as `"Café, Berlin" <no-reply@example.com>`, the name encoded where it is not plain ASCII (RFC 5322, 2047).

    SES wants it so (API reference v2, SendEmail); `ses:FromAddress` in a policy compares the bare address all the same.
    """
    if not name:
        return address
    if name.isascii() and _ENCODED_WORD not in name:
        quoted = name.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{quoted}" <{address}>'
    from email.header import Header  # noqa: PLC0415 # the few names that need it pay for it

    words = Header(name, "utf-8", maxlinelen=75).encode(linesep="")  # of up to 75 characters, with blanks between
    return f"{words} <{address}>"
