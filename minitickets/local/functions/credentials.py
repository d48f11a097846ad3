"""The temporary credentials of a role, and clients that use nothing else."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import boto3
import botocore.session
from botocore.config import Config

if TYPE_CHECKING:
    from types_boto3_sqs import SQSClient

_MARGIN = 300  # seconds before the end of their life at which credentials are replaced


@dataclass(frozen=True, kw_only=True)
class Credentials:
    """What sts:AssumeRole gives; `expiration` is in epoch seconds of the wall clock, None for never."""

    access_key_id: str
    secret_access_key: str
    session_token: str
    expiration: float | None = None

    def expire_soon(self, now: float) -> bool:
        """Whether a long call begun `now` (epoch seconds) could outlive them."""
        return self.expiration is not None and self.expiration - _MARGIN <= now


AssumeRole = Callable[[str], Credentials]
"""The credentials of the role with that ARN, as the Lambda service gets them from STS."""


class RoleSqsClients:
    """SQS clients of the embedded AWS, one for each role, renewed with the role's credentials.

    Args:
        assume_role: gives a role's credentials.
        endpoint_url: where SQS listens.
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
        self._clients: dict[str, tuple[Credentials, SQSClient]] = {}

    def get(self, role_arn: str) -> "SQSClient":
        """A client whose requests are the role's."""
        credentials, client = self._clients.get(role_arn, (None, None))
        if client is None or credentials is None or credentials.expire_soon(self._clock()):
            credentials = self._assume_role(role_arn)
            client = self._create(credentials)
            self._clients[role_arn] = (credentials, client)
        return client

    def close(self) -> None:
        """Closes the connections of every client."""
        for _, client in self._clients.values():
            client.close()

    def _create(self, credentials: Credentials) -> "SQSClient":
        return _session().client(
            "sqs",
            region_name=self._region,
            endpoint_url=self._endpoint_url,
            aws_access_key_id=credentials.access_key_id,
            aws_secret_access_key=credentials.secret_access_key,
            aws_session_token=credentials.session_token,
            # A proxy of the developer's cannot reach our loopback address.
            config=Config(proxies={}, connect_timeout=2, read_timeout=30, retries={"total_max_attempts": 1}),
        )


def _session() -> boto3.session.Session:
    # Neither a profile nor a file of the developer's may change what happens here, or fail because it is missing.
    nothing = (None, None, None, None)
    no_file = (None, None, os.devnull, None)
    return boto3.session.Session(
        botocore_session=botocore.session.Session(
            session_vars={"profile": nothing, "config_file": no_file, "credentials_file": no_file}
        )
    )
