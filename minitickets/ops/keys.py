"""`minitickets keys`: the ring of keys that sign tickets, kept in the stack's signing secret.

Pulumi makes the secret and never sees its value, so that no key enters Pulumi's state.
"""

import json
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from minitickets.errors import CommandError
from minitickets.home import find_project
from minitickets.ops.signing_secret import SigningSecret, Version
from minitickets.ops.target import OperatedStack, find_target, local_folder, target_options
from pulumicheck.options import json_option
from tickets.key_ring_cache import MAX_AGE
from tickets.signing_key import (
    KEY_LENGTH,
    KeyRing,
    KeyRingError,
    create_key_ring,
    parse_key_ring,
    rotate_key_ring,
    serialize_key_ring,
)

if TYPE_CHECKING:
    from types_boto3_secretsmanager import SecretsManagerClient

_DEMOS = 20  # whose keys are remembered
# Seconds: the age of a cached ring; and the calls that it is used in, and what two clocks differ.
_NOTICED = MAX_AGE + 60
_TOO_EARLY = (
    "the keys were changed just now, and functions that run may sign with the ring as it was: run this again in {wait} "
    "s, or take --now, and tickets that they sign with {keys} until then fail at the door."
)
_REMOVED = (
    "Tickets signed with {keys} fail at the door from now on: unknown key. Tickets that were reserved with it and not "
    "yet issued end in the tickets queue's dead letters; docs/deploy.md says how to issue them."
)


def write_ring(client: "SecretsManagerClient", secret_id: str, ring: KeyRing) -> None:
    """Makes the ring the first value of a secret that has none.

    Raises:
        CommandError: it has one.
    """
    if not SigningSecret(client, secret_id).create(ring):
        raise CommandError(f"{secret_id} has keys already: add one with `minitickets keys rotate`.")


def create_demo_ring() -> KeyRing:
    """A ring with one new key, whose id no other demo has; its tickets can be verified when the demo is over."""
    key_id = f"demo-{secrets.token_hex(4)}"
    return KeyRing(key_id, {key_id: secrets.token_bytes(KEY_LENGTH)})


def remember_demo(ring: KeyRing) -> None:
    """Keeps a demo's keys beside those of earlier demos, readable for this user only."""
    earlier = demo_ring()
    keys = {**(earlier.keys if earlier else {}), **ring.keys}
    kept = KeyRing(ring.active, dict(list(keys.items())[-_DEMOS:]))
    with NamedTemporaryFile(
        "w", encoding="utf-8", prefix="demo-keys-", dir=local_folder(find_project()), delete=False
    ) as file:
        file.write(serialize_key_ring(kept))
    Path(file.name).replace(_demo_keys())  # whole or not at all, and not through a link that stands there


def demo_ring() -> KeyRing | None:
    """The keys of the latest demos, None if there was none; a file that is damaged is as good as none."""
    try:
        return parse_key_ring(_demo_keys().read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyRingError):
        return None


def _demo_keys() -> Path:
    return local_folder(find_project()) / "demo-keys.json"


@click.group
def keys() -> None:
    """Create, rotate, remove and list the keys that sign tickets."""


@keys.command
@target_options
@json_option
def create(*, stack: str | None, local: bool, as_json: bool) -> None:
    """Write the first key to a stack that has none."""
    target = find_target(stack, local=local)
    ring = create_key_ring()
    if not secret_of(target).create(ring):
        raise CommandError(f"{target.where} has keys already: add one with `minitickets keys rotate`.")
    _show(target, ring, as_json=as_json)


@keys.command
@target_options
@json_option
def rotate(*, stack: str | None, local: bool, as_json: bool) -> None:
    """Add a key that signs from now on; tickets signed before keep verifying.

    Functions that run already notice within five minutes. Two people may rotate at once: there are two more keys then.
    """
    target = find_target(stack, local=local)
    existing_ring(target)
    ring = secret_of(target).change(lambda version: rotate_key_ring(version.ring))
    _show(target, ring, as_json=as_json)


@keys.command
@click.argument("key_ids", metavar="KEY...", nargs=-1, required=True)
@click.option("--now", is_flag=True, help="Do not wait until no running function signs with it.")
@target_options
@json_option
def remove(*, key_ids: tuple[str, ...], now: bool, stack: str | None, local: bool, as_json: bool) -> None:
    """Take keys away, such as one that leaked: tickets signed with them fail at the door.

    Rotate first: the key that signs cannot be removed, and neither can any within six minutes of a change, since
    functions that run may hold the ring as it was.
    """
    target = find_target(stack, local=local)
    existing_ring(target)

    def without(version: Version) -> KeyRing:
        ring = remove_keys(version.ring, key_ids)
        if not now and (wait := seconds_to_wait(version.created, datetime.now(UTC))):
            raise CommandError(_TOO_EARLY.format(wait=wait, keys=" ".join(key_ids)))
        return ring

    ring = secret_of(target).change(without)
    _show(target, ring, as_json=as_json)
    if not as_json:
        click.echo(_REMOVED.format(keys=" and ".join(dict.fromkeys(key_ids))))


@keys.command(name="list")
@target_options
@json_option
def list_keys(*, stack: str | None, local: bool, as_json: bool) -> None:
    """Show the ids of a stack's keys, never the keys."""
    target = find_target(stack, local=local)
    _show(target, existing_ring(target), as_json=as_json)


def existing_ring(target: OperatedStack) -> KeyRing:
    """The ring in the stack's signing secret.

    Raises:
        CommandError: there is none.
    """
    version = secret_of(target).current()
    if version is None:
        raise CommandError(f"{target.where} has no keys yet: write the first with `minitickets keys create`.")
    return version.ring


def secret_of(target: OperatedStack) -> SigningSecret:
    """The stack's signing secret."""
    return SigningSecret(target.clients.secretsmanager, target.names.signing_secret)


def remove_keys(ring: KeyRing, key_ids: Sequence[str]) -> KeyRing:
    """The ring without these keys.

    Raises:
        CommandError: one is not in it, or signs.
    """
    for key_id in key_ids:
        if key_id not in ring:
            raise CommandError(f"there is no key {key_id}: the ring holds {', '.join(ring.key_ids)}.")
        if key_id == ring.active:
            raise CommandError(f"key {key_id} signs: add another with `minitickets keys rotate` first.")
    return KeyRing(ring.active, {key_id: key for key_id, key in ring.keys.items() if key_id not in key_ids})


def seconds_to_wait(changed: datetime, now: datetime) -> int:
    """Seconds until every running function has read the ring that was changed then; 0 if all have."""
    return max(0, ceil(_NOTICED - (now - changed).total_seconds()))


def _show(target: OperatedStack, ring: KeyRing, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"active": ring.active, "keys": list(ring.key_ids)}))
        return
    click.echo(f"Signing keys of {target.where}")
    table = Table()
    table.add_column("key")
    table.add_column("use")
    for key_id in ring.key_ids:
        table.add_row(key_id, "signs and verifies" if key_id == ring.active else "verifies")
    Console().print(table)
