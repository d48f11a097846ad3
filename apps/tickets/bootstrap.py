"""Builds what the tickets function needs, once per execution environment."""

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from aws.calls import Timeouts
from aws.transport import connect
from side_by_side import on_threads
from tickets.issue import TicketIssuer
from tickets.key_ring_cache import CachedKeyRing, read_signing_secret
from tickets.store import DynamoTickets, S3Assets

if TYPE_CHECKING:
    from aws.calls import Transport

THREADS = 4  # one for each ticket of a booking

# A booking fits in the function's 30 s even if each call's answer takes all of its time: the claim 1.5 s, the key ring
# 2 s, the first PutItem 1.5 s, then up to four tickets side by side PutItem 1.5 s, PutObject 2 s and UpdateItem 1.5 s
# make 10 s. The second try is for a connection that died while the environment was frozen. Every call here may be
# repeated.
DYNAMODB = Timeouts(connect=1, read=1.5)
OTHERS = Timeouts(connect=1, read=2)  # S3 and Secrets Manager
_TRIES = 2
_BACKOFF = 1.0  # seconds: the longest pause before a second try, after a throttle

CALL_SECONDS = _TRIES * OTHERS.call + _BACKOFF
"""The most that one call can take: 7 s. The last call of the sum above starts with more than that left."""


def build_issuer(
    environment: Mapping[str, str],
    *,
    aws: "Transport | None" = None,
    clock: Callable[[], float] = time.time,
    monotonic: Callable[[], float] = time.monotonic,
) -> TicketIssuer:
    """Makes the clients, of one transport, and the issuer that uses them.

    Args:
        environment: the function's environment variables.
        aws: the transport; the simulator's leads into a world of its own.
        clock: epoch seconds, for what is written down.
        monotonic: seconds of a clock that is never put back, for the age of the key ring.

    Raises:
        KeyError: a variable of the function is not set.
    """
    aws = aws or connect(environment)
    dynamodb = aws.client("dynamodb", DYNAMODB, tries=_TRIES, connections=THREADS)
    s3 = aws.client("s3", OTHERS, tries=_TRIES, connections=THREADS)
    secrets = aws.client("secretsmanager", OTHERS, tries=_TRIES, connections=THREADS)
    return TicketIssuer(
        tickets=DynamoTickets(dynamodb, environment["TICKETS_TABLE"]),
        assets=S3Assets(s3, environment["ASSETS_BUCKET"]),
        key_rings=CachedKeyRing(
            partial(read_signing_secret, secrets, environment["SIGNING_SECRET_ARN"]), monotonic=monotonic
        ),
        now=lambda: _iso(clock()),
        run_all=on_threads(THREADS),
    )


def _iso(epoch_seconds: float) -> str:
    return datetime.fromtimestamp(epoch_seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
