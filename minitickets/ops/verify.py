"""`minitickets verify`: what a scanner at the door asks."""

import json
import sys
from pathlib import Path

import click
from click.core import ParameterSource

from minitickets.errors import CommandError
from minitickets.ops.keys import read_ring
from minitickets.ops.target import LocalStack, Target, find_target, local_folder, target_options
from minitickets.options import json_option
from minitickets.project import find_project
from tickets.errors import KeyRingError
from tickets.signing_key import KeyRing, parse_key_ring, serialize_key_ring
from tickets.tokens import BadSignature, InvalidToken, MalformedToken, UnknownKey, verify_ticket

_REASONS: dict[type[InvalidToken], str] = {
    MalformedToken: "malformed",
    UnknownKey: "unknown key",
    BadSignature: "bad signature",
}


def demo_ring_file() -> Path:
    """Where the last demo left its keys, so that its tickets can be verified when it is over."""
    return local_folder(find_project()) / "demo-keys.json"


def save_demo_ring(ring: KeyRing) -> None:
    """Keeps the keys of a demo, readable for this user only."""
    path = demo_ring_file()
    path.touch(mode=0o600)
    path.write_text(serialize_key_ring(ring), encoding="utf-8")


@click.command
@click.argument("token")
@target_options
@click.option("--keys", "keys_file", type=click.Path(path_type=Path), help="A file that holds a key ring as JSON.")
@json_option
@click.pass_context
def verify(
    context: click.Context, /, *, token: str, stack: str, local: bool, keys_file: Path | None, as_json: bool
) -> None:
    """Say whether TOKEN, the text in a ticket's QR code, is genuine.

    The keys come from the file given with --keys, from the stack on AWS given with --stack, or from the local stack
    given with --local. Without any of these: from the local stack if one is running, else from the last demo.

    Exit status 1 means that the token is not genuine.
    """
    asked_for = context.get_parameter_source("stack") is not ParameterSource.DEFAULT or local
    ring, whose = _ring(keys_file, find_target(stack, local=local) if asked_for and not keys_file else None)
    try:
        ticket = verify_ticket(token, ring)
    except InvalidToken as error:
        reason = _REASONS[type(error)]
        if as_json:
            click.echo(json.dumps({"valid": False, "reason": reason, "keysFrom": whose}))
        else:
            click.secho(f"Not genuine: {reason} ({error}; keys of {whose}).", fg="red", err=True)
        sys.exit(1)
    if as_json:
        found = {"keyId": ticket.key_id, "ticketId": ticket.ticket_id, "eventId": ticket.event_id}
        click.echo(json.dumps({"valid": True, **found, "keysFrom": whose}))
    else:
        event = f"ticket {ticket.ticket_id} for event {ticket.event_id}"
        click.secho(f"Genuine: {event}, signed with key {ticket.key_id} of {whose}.", fg="green")


def _ring(keys_file: Path | None, target: Target | None) -> tuple[KeyRing, str]:
    if keys_file is not None:
        return _ring_in(keys_file), str(keys_file)
    if target is None and (running := LocalStack.running(find_project())):
        target = running.target()
    if target is None:
        if not demo_ring_file().exists():
            raise CommandError("there are no keys to verify with: name a stack with --stack, or a file with --keys.")
        return _ring_in(demo_ring_file()), "the last demo"
    ring = read_ring(target.clients.secretsmanager, target.names.signing_secret)
    if ring is None:
        raise CommandError(f"{target.where} has no keys yet: write the first with `minitickets keys create`.")
    return ring, target.where


def _ring_in(path: Path) -> KeyRing:
    try:
        return parse_key_ring(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} cannot be read: give --keys the file of a key ring.") from error
    except KeyRingError as error:
        raise CommandError(f"{path} holds no key ring: {error}.") from error
