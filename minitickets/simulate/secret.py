"""The signing secret, whose key may be rotated while tickets are issued."""

from minitickets.simulate.chance import Chance
from tickets.signing_key import create_key_ring, rotate_key_ring, serialize_key_ring


class RotatingSecret:
    """A key ring, and the secret's value that holds it."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.ring = create_key_ring(self._random_bytes)

    def rotate(self) -> None:
        """Adds a key, which signs from now on."""
        self.ring = rotate_key_ring(self.ring, self._random_bytes)

    def value(self) -> str:
        """What GetSecretValue answers."""
        return serialize_key_ring(self.ring)

    def _random_bytes(self, count: int) -> bytes:
        return bytes(self._chance.between(0, 255) for _ in range(count))
