"""The key ring that signs tickets: one JSON object, the value of a secret in Secrets Manager.

    {"active": "k2", "keys": {"k1": "<base64 of 32 bytes>", "k2": "<base64 of 32 bytes>"}}

New tickets are signed with `active`; the other keys stay so that tickets signed before a rotation keep verifying.
"""

import json
import re
import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqs import MessageFailed

KEY_LENGTH = 32  # bytes: what HMAC-SHA256 puts out, the least that RFC 2104 (section 3) advises

_KEY_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NUMBERED = re.compile(r"k([0-9]{1,18})")


class KeyRingError(MessageFailed):
    """The signing secret's value is missing or is not a key ring."""


class KeyNotInRing(KeyRingError):  # noqa: N818 # named after what happened, not after its parent
    """The ring does not hold the key that a ticket was reserved with."""


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The signing keys by their ids. Its repr shows the ids only."""

    active: str
    keys: Mapping[str, bytes] = field(repr=False)

    @property
    def key_ids(self) -> tuple[str, ...]:
        """The ids of all keys, oldest first."""
        return tuple(self.keys)

    def __contains__(self, key_id: object) -> bool:
        return key_id in self.keys

    def key(self, key_id: str) -> bytes:
        """The key of that id.

        Raises:
            KeyNotInRing: there is none.
        """
        try:
            return self.keys[key_id]
        except KeyError:
            raise KeyNotInRing("the ticket's key is not in the key ring: put it back") from None


def create_key_ring(random_bytes: Callable[[int], bytes] = secrets.token_bytes) -> KeyRing:
    """A ring with one new key, `k1`."""
    return KeyRing("k1", {"k1": random_bytes(KEY_LENGTH)})


def rotate_key_ring(ring: KeyRing, random_bytes: Callable[[int], bytes] = secrets.token_bytes) -> KeyRing:
    """The same ring with one more key, which signs from now on.

    Its number is above all others in the ring: after older keys were removed, their ids do not come back.
    """
    numbers = [int(found[1]) for key_id in ring.key_ids if (found := _NUMBERED.fullmatch(key_id))]
    new_id = f"k{max([len(ring.keys), *numbers]) + 1}"
    return KeyRing(new_id, {**ring.keys, new_id: random_bytes(KEY_LENGTH)})


def serialize_key_ring(ring: KeyRing) -> str:
    """The secret's value: the only text that shows the keys."""
    keys = {key_id: b64encode(key).decode("ascii") for key_id, key in ring.keys.items()}
    return json.dumps({"active": ring.active, "keys": keys})


def parse_key_ring(value: str) -> KeyRing:
    """Reads the secret's value.

    Raises:
        KeyRingError: it is not a key ring; the text says what is wrong and never shows the value.
    """
    ring = _json_object(value)
    if ring.keys() != {"active", "keys"}:
        raise KeyRingError('the key ring must have exactly the fields "active" and "keys"')
    if not isinstance(ring["keys"], dict) or not ring["keys"]:
        raise KeyRingError('"keys" in the key ring must be an object with at least one key')
    keys = dict(_key(position, *item) for position, item in enumerate(ring["keys"].items(), start=1))
    if not isinstance(ring["active"], str) or ring["active"] not in keys:
        raise KeyRingError('"active" in the key ring must be the id of one of its keys')
    return KeyRing(ring["active"], keys)


def _json_object(value: str) -> dict[str, Any]:
    try:
        found = json.loads(value, object_pairs_hook=_without_duplicates)
    except (ValueError, RecursionError):  # `from None`: json's error carries the document
        raise KeyRingError("the signing secret's value is not JSON") from None
    if not isinstance(found, dict):
        raise KeyRingError("the signing secret's value is not a JSON object")
    return found


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise KeyRingError("the key ring has the same name twice")
    return found


def _key(position: int, key_id: str, encoded: object) -> tuple[str, bytes]:
    # A key is named by its place: whoever mixed up id and key must not find the key in the log.
    if not _KEY_ID.fullmatch(key_id):
        raise KeyRingError(f"the id of key number {position} is not 1 to 64 of A-Z a-z 0-9 _ -")
    try:
        key = b64decode(encoded, validate=True) if isinstance(encoded, str) else b""
    except ValueError:
        key = b""
    if len(key) != KEY_LENGTH or b64encode(key).decode("ascii") != encoded:
        raise KeyRingError(f"key number {position} of the key ring is not the base64 of {KEY_LENGTH} bytes")
    return key_id, key
