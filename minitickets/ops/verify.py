"""`minitickets verify`: what a scanner at the door asks."""

import json
import sys
from pathlib import Path

import click

from minitickets.errors import CommandError
from minitickets.home import find_project
from minitickets.ops.keys import demo_ring, existing_ring
from minitickets.ops.target import LocalStack, find_target, target_options
from pulumicheck.options import json_option
from tickets.signing_key import KeyRing, KeyRingError, parse_key_ring
from tickets.tokens import BadSignature, InvalidToken, MalformedToken, UnknownKey, verify_ticket

_ADDED_BY_A_SCANNER = " \t\r\n"  # after what it read

_REASONS: dict[type[InvalidToken], str] = {
    MalformedToken: "malformed",
    UnknownKey: "unknown key",
    BadSignature: "bad signature",
}


@click.command
@click.argument("token")
@target_options
@click.option("--keys", "keys_file", type=click.Path(path_type=Path), help="A file that holds a key ring as JSON.")
@json_option
def verify(*, token: str, stack: str | None, local: bool, keys_file: Path | None, as_json: bool) -> None:
    """Say whether TOKEN, the text in a ticket's QR code, is genuine.

    The keys come from the file given with --keys, from the stack on AWS given with --stack, or from the local stack
    given with --local. Without any of these: from the local stack if one is running, and from the latest demos.

    Blanks and line ends after the token, which scanners add, do not count.

    Exit status 1 means that the token is not genuine.
    """
    if keys_file is not None:
        ring, whose = _ring_in(keys_file), str(keys_file)
    elif stack is not None or local:
        target = find_target(stack, local=local)
        ring, whose = existing_ring(target), target.where
    else:
        ring, whose = _rings_here()
    try:
        ticket = verify_ticket(token.rstrip(_ADDED_BY_A_SCANNER), ring)
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


def _rings_here() -> tuple[KeyRing, str]:
    """The keys of the running local stack and of the latest demos; no two of them have the same id."""
    found = [] if (demos := demo_ring()) is None else [(demos, "the latest demos")]
    project = find_project()
    if running := LocalStack.running(project):
        target = running.target(project)
        found.append((existing_ring(target), target.where))
    if not found:
        raise CommandError("there are no keys to verify with: name a stack with --stack, or a file with --keys.")
    keys = {key_id: key for ring, _ in found for key_id, key in ring.keys.items()}
    return KeyRing(found[-1][0].active, keys), " and ".join(whose for _, whose in found)


def _ring_in(path: Path) -> KeyRing:
    try:
        return parse_key_ring(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} cannot be read: give --keys the file of a key ring.") from error
    except KeyRingError as error:
        raise CommandError(f"{path} holds no key ring: {error}.") from error
