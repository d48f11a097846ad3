"""urllib3's connections, which botocore's clients have, with a connect timeout that is one.

urllib3 gives each address of a name the whole connect timeout, and TLS the same once more: of a name with eight dead
addresses a client with a connect timeout of one second is rid after eight. The budgets of the functions count with one.
"""

import socket
from typing import Any

from urllib3.util import connection

from aws.addresses import connect_within

_connect_to = connection.create_connection


def keep_connect_timeouts() -> None:
    """Makes urllib3 share a connect timeout out among a name's addresses, in the whole process and once for all."""
    connection.create_connection = create_connection


def create_connection(
    address: tuple[str, int], timeout: Any = None, source_address: Any = None, socket_options: Any = None
) -> socket.socket:
    """Connects to the first address that answers within its share of the time left; the rest of it is for TLS."""
    if not isinstance(timeout, float | int):  # none, or the process's default: nothing to share out
        return _connect_to(address, timeout, source_address, socket_options)
    family = connection.allowed_gai_family()
    return connect_within(*address, timeout, family=family, options=socket_options or (), source=source_address)
