"""The keys of the demos that were run here, so that their tickets can be verified when they are over."""

import secrets

from minitickets.home import find_project
from minitickets.ops.target import local_folder
from tickets.signing_key import KEY_LENGTH, KeyRing, KeyRingError, parse_key_ring, serialize_key_ring

_REMEMBERED = 20  # demos


def create_demo_ring() -> KeyRing:
    """A ring with one new key, whose id no other demo has."""
    key_id = f"demo-{secrets.token_hex(4)}"
    return KeyRing(key_id, {key_id: secrets.token_bytes(KEY_LENGTH)})


def remember(ring: KeyRing) -> None:
    """Keeps a demo's keys beside those of earlier demos, readable for this user only."""
    earlier = remembered()
    keys = {**(earlier.keys if earlier else {}), **ring.keys}
    path = local_folder(find_project()) / "demo-keys.json"
    path.touch(mode=0o600)
    path.write_text(serialize_key_ring(KeyRing(ring.active, dict(list(keys.items())[-_REMEMBERED:]))), encoding="utf-8")


def remembered() -> KeyRing | None:
    """The keys of the latest demos, None if there was none; a file that is damaged is as good as none."""
    path = local_folder(find_project()) / "demo-keys.json"
    try:
        return parse_key_ring(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyRingError):
        return None
