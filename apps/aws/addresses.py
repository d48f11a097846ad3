"""A connect timeout that is one, however many addresses a name has."""

import socket
from collections.abc import Sequence
from time import monotonic
from typing import Any

LEAST = 0.001  # seconds; 0 would mean not to wait at all


def connect_within(
    host: str, port: int, seconds: float, *, family: int = 0, options: Sequence[Any] = (), source: Any = None
) -> socket.socket:
    """Connects to the first address that answers within its share of the time; what is left of it is its timeout.

    Looking the name up is not within the time: no call of the operating system can be told how long to take.

    Args:
        host: a name, or an address; one of version 6 may stand in brackets.
        port: the port.
        seconds: the time.
        family: the addresses that count, `AF_INET` or `AF_INET6`; 0 for all.
        options: arguments of `setsockopt`.
        source: the address to connect from.

    Raises:
        TimeoutError: no address answered.
        OSError: the name has no address, or the last one refused.
    """
    name = host.strip("[]")
    # As bytes, since Python would load its tables of all alphabets for a text, which no name of AWS's needs.
    found = socket.getaddrinfo(name.encode() if name.isascii() else name, port, family, socket.SOCK_STREAM)
    deadline = monotonic() + seconds
    error = OSError("the name has no address")
    for tried, (kind, of, protocol, _, address) in enumerate(found):
        connected = socket.socket(kind, of, protocol)
        try:
            for option in options:
                connected.setsockopt(*option)
            connected.settimeout(max((deadline - monotonic()) / (len(found) - tried), LEAST))
            if source:
                connected.bind(source)
            connected.connect(address)
        except OSError as refused:
            connected.close()
            error = refused
        else:
            connected.settimeout(max(deadline - monotonic(), LEAST))
            return connected
    raise error
