"""The key ring as the function knows it: read from Secrets Manager, at most five minutes old."""

import time
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

from aws.calls import Refused
from tickets.signing_key import KeyRing, KeyRingError, parse_key_ring

if TYPE_CHECKING:
    from aws.calls import Client

MAX_AGE = 300.0  # seconds: how long a rotation may take to reach a warm execution environment


class CachedKeyRing:
    """Hands out the key ring and reads it again when it is too old, or for a key that is not the active one.

    There is no falling back on an old ring when the new one cannot be read: the message fails and is retried. Tickets
    that are issued side by side read at the same time, none waits for another, and of their rings the newest is kept.
    """

    def __init__(self, read: Callable[[], str], *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._read = read
        self._monotonic = monotonic
        self._known: tuple[float, KeyRing] | None = None  # with the time at which its reading began
        self._lock = Lock()

    def current(self) -> KeyRing:
        """The ring, not older than five minutes.

        Raises:
            KeyRingError: the secret has no value, or one that is not a key ring.
        """
        known = self._known
        if known is None or self._monotonic() - known[0] >= MAX_AGE:
            return self._refresh()
        return known[1]

    def holding(self, key_id: str) -> KeyRing:
        """The ring that `current` gave, read again unless that key is the active one.

        Another environment may know a rotation before this one does; and a key that signs no new tickets may have been
        removed since, which no ticket that was only reserved may outlive.
        """
        known = self._known
        return known[1] if known is not None and key_id == known[1].active else self._refresh()

    def _refresh(self) -> KeyRing:
        began = self._monotonic()
        ring = parse_key_ring(self._read())
        with self._lock:
            if self._known is None or self._known[0] <= began:
                self._known = began, ring
        return ring


def read_signing_secret(client: "Client", secret_arn: str) -> str:
    """Reads the value of the secret that holds the key ring.

    Raises:
        KeyRingError: the secret was never given a value, or has none that is text.
    """
    try:
        answer = client.call("GetSecretValue", {"SecretId": secret_arn})
    except Refused as error:
        if error.code != "ResourceNotFoundException":
            raise
        raise KeyRingError("the signing secret has no value: run `minitickets keys create`") from error
    if "SecretString" not in answer:
        raise KeyRingError("the signing secret's value is binary and must be text")
    return answer["SecretString"]
