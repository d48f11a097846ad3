"""`minitickets keys`: the ring of keys that sign tickets, kept in the stack's signing secret.

Pulumi makes the secret and never sees its value, so that no key enters Pulumi's state.
"""

import json
import secrets
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from minitickets.errors import CommandError
from minitickets.home import find_project
from minitickets.ops.target import OperatedStack, find_target, local_folder, target_options
from pulumicheck.options import json_option
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


def read_ring(client: "SecretsManagerClient", secret_id: str) -> KeyRing | None:
    """The ring in the secret, None where the secret has no value yet.

    Raises:
        CommandError: the value is no key ring, or there is no such secret.
    """
    try:
        value = client.get_secret_value(SecretId=secret_id).get("SecretString", "")
    except client.exceptions.ResourceNotFoundException:
        # Secrets Manager says the same of a secret that does not exist and of one that has no value.
        _require_secret(client, secret_id)
        return None
    try:
        return parse_key_ring(value)
    except KeyRingError as error:
        raise CommandError(f"the value of {secret_id} is no key ring: {error}.") from error


def write_ring(client: "SecretsManagerClient", secret_id: str, ring: KeyRing) -> None:
    """Makes the ring the secret's current value; the value before it stays as AWSPREVIOUS."""
    client.put_secret_value(SecretId=secret_id, SecretString=serialize_key_ring(ring))


def create_demo_ring() -> KeyRing:
    """A ring with one new key, whose id no other demo has; its tickets can be verified when the demo is over."""
    key_id = f"demo-{secrets.token_hex(4)}"
    return KeyRing(key_id, {key_id: secrets.token_bytes(KEY_LENGTH)})


def remember_demo(ring: KeyRing) -> None:
    """Keeps a demo's keys beside those of earlier demos, readable for this user only."""
    earlier = demo_ring()
    keys = {**(earlier.keys if earlier else {}), **ring.keys}
    path = local_folder(find_project()) / "demo-keys.json"
    path.touch(mode=0o600)
    path.write_text(serialize_key_ring(KeyRing(ring.active, dict(list(keys.items())[-_DEMOS:]))), encoding="utf-8")


def demo_ring() -> KeyRing | None:
    """The keys of the latest demos, None if there was none; a file that is damaged is as good as none."""
    path = local_folder(find_project()) / "demo-keys.json"
    try:
        return parse_key_ring(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyRingError):
        return None


@click.group
def keys() -> None:
    """Create, rotate and list the keys that sign tickets."""


@keys.command
@target_options
@json_option
def create(*, stack: str | None, local: bool, as_json: bool) -> None:
    """Write the first key to a stack that has none."""
    target = find_target(stack, local=local)
    if read_ring(target.clients.secretsmanager, target.names.signing_secret) is not None:
        raise CommandError(f"{target.where} has keys already: add one with `minitickets keys rotate`.")
    ring = create_key_ring()
    write_ring(target.clients.secretsmanager, target.names.signing_secret, ring)
    _show(target, ring, as_json=as_json)


@keys.command
@target_options
@json_option
def rotate(*, stack: str | None, local: bool, as_json: bool) -> None:
    """Add a key that signs from now on; tickets signed before keep verifying.

    Functions that run already notice within five minutes.
    """
    target = find_target(stack, local=local)
    ring = rotate_key_ring(existing_ring(target))
    write_ring(target.clients.secretsmanager, target.names.signing_secret, ring)
    _show(target, ring, as_json=as_json)


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
    ring = read_ring(target.clients.secretsmanager, target.names.signing_secret)
    if ring is None:
        raise CommandError(f"{target.where} has no keys yet: write the first with `minitickets keys create`.")
    return ring


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


def _require_secret(client: "SecretsManagerClient", secret_id: str) -> None:
    try:
        client.describe_secret(SecretId=secret_id)  # ListSecrets may not know a new secret for five minutes
    except client.exceptions.ResourceNotFoundException as error:
        raise CommandError(f"there is no secret {secret_id}: deploy the stack first.") from error
