"""Clients that act as a function's role."""

import time
from collections.abc import Callable

from embeddedaws.clients import Clients, Credentials

AssumeRole = Callable[[str], Credentials]
"""The credentials of the role with that ARN, as the Lambda service gets them from STS."""


class RoleClients:
    """Clients of the embedded AWS for each role, renewed with the role's credentials.

    Args:
        assume_role: gives a role's credentials.
        endpoint_url: where all services listen.
        region: the region that requests are signed for.
        clock: epoch seconds as STS sees them, to know when credentials end.
    """

    def __init__(
        self, assume_role: AssumeRole, endpoint_url: str, region: str, clock: Callable[[], float] = time.time
    ) -> None:
        self._assume_role = assume_role
        self._endpoint_url = endpoint_url
        self._region = region
        self._clock = clock
        self._clients: dict[str, tuple[Credentials, Clients]] = {}

    def get(self, role_arn: str) -> Clients:
        """Clients whose requests are the role's."""
        credentials, clients = self._clients.get(role_arn, (None, None))
        if clients is None or credentials is None or credentials.expire_soon(self._clock()):
            credentials = self._assume_role(role_arn)
            clients = Clients(self._region, self._endpoint_url, credentials)
            self._clients[role_arn] = (credentials, clients)
        return clients

    def close(self) -> None:
        """Closes the connections of every client."""
        for _, clients in self._clients.values():
            clients.close()
