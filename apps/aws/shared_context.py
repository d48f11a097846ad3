"""One TLS context for all connections of botocore's clients, which tells a handshake that fails from what follows it.

urllib3 reads the roots anew for each connection: 126 of them take 17 ms of a processor, and ten connections of a cold
function at 256 MB more than a second.
"""

import socket
import ssl
from typing import Any

from botocore.client import BaseClient
from botocore.httpsession import get_cert_path
from urllib3.util.ssl_ import create_urllib3_context


class HandshakeFailed(ssl.SSLError):
    """There is no TLS, so that nothing was sent."""


class SharedContext(ssl.SSLContext):
    """Reads each file of roots once."""

    def load_verify_locations(self, cafile: Any = None, capath: Any = None, cadata: Any = None) -> None:
        """Trusts the roots in a file or folder."""
        loaded = self.__dict__.setdefault("loaded", set())
        if (cafile, capath, cadata) not in loaded:
            super().load_verify_locations(cafile, capath, cadata)
            loaded.add((cafile, capath, cadata))

    def wrap_socket(self, sock: socket.socket, *args: Any, **options: Any) -> ssl.SSLSocket:
        """Makes the handshake.

        Raises:
            HandshakeFailed: whatever it was.
        """
        try:
            return super().wrap_socket(sock, *args, **options)
        except OSError as error:
            raise HandshakeFailed(*error.args) from error


def shared_context() -> ssl.SSLContext:
    """A context as urllib3 would make it for each client."""
    usual, context = create_urllib3_context(), SharedContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version, context.verify_flags = usual.minimum_version, usual.verify_flags
    context.options |= usual.options
    context.hostname_checks_common_name = usual.hostname_checks_common_name
    return context


def share(client: BaseClient, context: ssl.SSLContext) -> None:
    """Makes a client's connections use a context, which learns the client's roots now and not when threads wait.

    Those over a proxy keep a context of their own.
    """
    endpoint: Any = client._endpoint  # noqa: SLF001 # pyright: ignore[reportAttributeAccessIssue] - there is no other way
    http = endpoint.http_session
    http._manager.connection_pool_kw["ssl_context"] = context  # noqa: SLF001
    if http._verify and client.meta.endpoint_url.startswith("https:"):  # noqa: SLF001
        context.load_verify_locations(get_cert_path(http._verify))  # noqa: SLF001
