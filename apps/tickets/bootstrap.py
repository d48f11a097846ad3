"""Builds what the tickets function needs, once per execution environment."""

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, cast

from botocore.config import Config
from botocore.session import get_session

from side_by_side import on_threads
from tickets.issue import TicketIssuer
from tickets.key_ring_cache import CachedKeyRing, read_signing_secret
from tickets.store import DynamoTickets, S3Assets

if TYPE_CHECKING:
    from botocore.session import Session
    from types_boto3_dynamodb import DynamoDBClient
    from types_boto3_s3 import S3Client
    from types_boto3_secretsmanager import SecretsManagerClient

THREADS = 4  # one for each ticket of a booking

# A booking fits in the function's 30 s even if each call's answer takes all of its time: the claim 1.5 s, the key ring
# 2 s, the first PutItem 1.5 s, then up to four tickets side by side PutItem 1.5 s, PutObject 2 s and UpdateItem 1.5 s
# make 10 s. The second try is for a connection that died while the environment was frozen. Every call here may be
# repeated.
_CONNECT_TIMEOUT = 1.0  # seconds
_DYNAMODB_READ_TIMEOUT = 1.5  # seconds
_READ_TIMEOUT = 2.0  # seconds: S3 and Secrets Manager
_ATTEMPTS = 2
_BACKOFF = 1.0  # seconds: the longest pause of botocore's standard mode before a second try, after a throttle

CALL_SECONDS = _ATTEMPTS * (_CONNECT_TIMEOUT + _READ_TIMEOUT) + _BACKOFF
"""The most that one call can take: 7 s. The last call of the sum above starts with more than that left."""


def build_issuer(
    environment: Mapping[str, str],
    *,
    session: "Session | None" = None,
    clock: Callable[[], float] = time.time,
    monotonic: Callable[[], float] = time.monotonic,
) -> TicketIssuer:
    """Makes the clients, from one session, and the issuer that uses them.

    Args:
        environment: the function's environment variables.
        session: makes the clients; the simulator's lead into a world of its own.
        clock: epoch seconds, for what is written down.
        monotonic: seconds of a clock that is never put back, for the age of the key ring.

    Raises:
        KeyError: a variable of the function is not set.
    """
    session = session or get_session()
    dynamodb = cast("DynamoDBClient", session.create_client("dynamodb", config=_config(_DYNAMODB_READ_TIMEOUT)))
    s3 = cast("S3Client", session.create_client("s3", config=_config(_READ_TIMEOUT)))
    secrets = cast("SecretsManagerClient", session.create_client("secretsmanager", config=_config(_READ_TIMEOUT)))
    return TicketIssuer(
        tickets=DynamoTickets(dynamodb, environment["TICKETS_TABLE"]),
        assets=S3Assets(s3, environment["ASSETS_BUCKET"]),
        key_rings=CachedKeyRing(
            partial(read_signing_secret, secrets, environment["SIGNING_SECRET_ARN"]), monotonic=monotonic
        ),
        now=lambda: _iso(clock()),
        run_all=on_threads(THREADS),
    )


def _config(read_timeout: float) -> Config:
    return Config(
        connect_timeout=_CONNECT_TIMEOUT,
        read_timeout=read_timeout,
        retries={"mode": "standard", "total_max_attempts": _ATTEMPTS},
        max_pool_connections=THREADS,
    )


def _iso(epoch_seconds: float) -> str:
    return datetime.fromtimestamp(epoch_seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
