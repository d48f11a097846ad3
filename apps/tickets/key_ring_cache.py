"""The key ring as the function knows it: read from Secrets Manager, at most five minutes old."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from tickets.signing_key import KeyRing, KeyRingError, parse_key_ring

if TYPE_CHECKING:
    from types_boto3_secretsmanager import SecretsManagerClient

MAX_AGE = 300.0  # seconds: how long a rotation may take to reach a warm execution environment


class CachedKeyRing:
    """Hands out the key ring and reads it again when it is too old, or for a key that is not the active one.

    There is no falling back on an old ring when the new one cannot be read: the message fails and is retried.
    """

    def __init__(self, read: Callable[[], str], *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._read = read
        self._monotonic = monotonic
        self._ring: KeyRing | None = None
        self._read_at = 0.0

    def current(self) -> KeyRing:
        """The ring, not older than five minutes.

        Raises:
            KeyRingError: the secret has no value, or one that is not a key ring.
        """
        if self._ring is None or self._monotonic() - self._read_at >= MAX_AGE:
            return self._refresh()
        return self._ring

    def holding(self, key_id: str) -> KeyRing:
        """The ring, read again unless that key is the active one.

        Another environment may know a rotation before this one does; and a key that signs no new tickets may have been
        removed since, which no ticket that was only reserved may outlive.
        """
        ring = self.current()
        return ring if key_id == ring.active else self._refresh()

    def _refresh(self) -> KeyRing:
        read_at = self._monotonic()
        self._ring = parse_key_ring(self._read())
        self._read_at = read_at
        return self._ring


def read_signing_secret(client: "SecretsManagerClient", secret_arn: str) -> str:
    """Reads the value of the secret that holds the key ring.

    Raises:
        KeyRingError: the secret was never given a value, or has none that is text.
    """
    try:
        answer = client.get_secret_value(SecretId=secret_arn)
    except client.exceptions.ResourceNotFoundException as error:
        raise KeyRingError("the signing secret has no value: run `minitickets keys create`") from error
    if "SecretString" not in answer:
        raise KeyRingError("the signing secret's value is binary and must be text")
    return answer["SecretString"]
