"""A connect timeout that is one, however many addresses a name has.

urllib3, which botocore connects with, gives each address of a name the whole connect timeout, and TLS the same once
more: of a name with eight dead addresses a client with a connect timeout of one second is rid after eight. The budgets
of the functions count with one.
"""

import socket
from time import monotonic
from typing import Any

from urllib3.util import connection

_connect_to = connection.create_connection
_LEAST = 0.001  # seconds; 0 would mean not to wait at all


def keep_connect_timeouts() -> None:
    """Makes urllib3 share a connect timeout out among a name's addresses, in the whole process and once for all."""
    connection.create_connection = create_connection


def create_connection(address: tuple[str, int], timeout: Any = None, *args: Any, **options: Any) -> socket.socket:
    """Connects to the first address that answers within its share of the time left; the rest of it is for TLS.

    Looking the name up is not within the timeout: no call of the operating system can be told how long to take.
    """
    if not isinstance(timeout, float | int):  # none, or the process's default: nothing to share out
        return _connect_to(address, timeout, *args, **options)
    host, port = address
    found = socket.getaddrinfo(host.strip("[]"), port, connection.allowed_gai_family(), socket.SOCK_STREAM)
    deadline = monotonic() + timeout
    error = OSError("the name has no address")
    for tried, (*_, at) in enumerate(found):
        try:
            share = (deadline - monotonic()) / (len(found) - tried)
            connected = _connect_to((str(at[0]), int(at[1])), max(share, _LEAST), *args, **options)
        except OSError as refused:
            error = refused
        else:
            connected.settimeout(max(deadline - monotonic(), _LEAST))
            return connected
    raise error
