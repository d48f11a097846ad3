"""The `minitickets` command."""

import importlib
import os
import sys

import click

from aws.calls import Refused
from minitickets.particulars import PARTICULARS
from pulumicheck.shown import visible
from pulumicheck.streams import prepared, sentence_of

_NAME = "minitickets"  # in every help and usage line, also of `python -m minitickets`

# Commands are imported when they are used: moto alone takes longer to import than a plan takes to make.
_COMMANDS = {
    "demo": ("minitickets.demo.command:demo", "Turn sample bookings into emails and tickets, here and now."),
    "local": ("minitickets.local.command:local", "Keep the whole system running on this machine."),
    "publish": ("minitickets.ops.publish:publish", "Send bookings to a stack's queues."),
    "plan": ("pulumicheck.commands.plan:plan", "Show what a stack consists of and who may do what."),
    "access": ("pulumicheck.commands.access:access", "Ask who may do what, and why."),
    "map": ("pulumicheck.commands.map:map_command", "Draw a stack as an interactive map, in one file."),
    "prove": ("minitickets.prove.command:prove_command", "Prove that the policies grant what is needed and no more."),
    "keys": ("minitickets.ops.keys:keys", "Create, rotate, remove and list the keys that sign tickets."),
    "verify": ("minitickets.ops.verify:verify", "Say whether a ticket's token is genuine."),
    "dlq": ("minitickets.ops.dlq:dlq", "Show, explain and redrive dead letters."),
    "drill": ("minitickets.drill.command:drill", "Make a trouble of the runbook happen, and undo it."),
    "docs": ("minitickets.docs.command:docs", "Write the pages of docs/ that are made from the program."),
    "simulate": ("minitickets.simulate.command:simulate", "Run the functions' code in a world where everything fails."),
    "explore": ("minitickets.explore.command:explore", "Take the worker through every schedule there is."),
    "scale": ("minitickets.scale.command:scale", "Say what load stops the stack first, and its cost."),
    "soak": ("minitickets.soak.command:soak", "Run the real processes while everything goes wrong."),
    "teardown": ("minitickets.ops.teardown:teardown", "Take a stack away for good, in lines to read first."),
    "image": ("minitickets.ops.image:image", "Build the container image of both functions."),
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's interface
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module, _, attribute = _COMMANDS[cmd_name][0].partition(":")
        return getattr(importlib.import_module(module), attribute)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in _COMMANDS.items()])


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "obj": PARTICULARS})
@click.version_option(package_name="minitickets")
def cli() -> None:
    """Confirmed bookings become exactly the emails and tickets they owe.

    Exit status: 0 success, 1 a refused or failed run, 2 bad usage.
    """


def main() -> None:
    """Runs the command line; whatever goes wrong reaches the user as a sentence."""
    with prepared():
        _main()


def _main() -> None:
    if os.environ.get("MINITICKETS_DEBUG"):
        cli(prog_name=_NAME)
    try:
        cli(prog_name=_NAME)
    except Exception as error:  # noqa: BLE001 - the last boundary: no traceback reaches a user
        _fail(_sentence(error))


def _sentence(error: Exception) -> str:
    from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError  # noqa: PLC0415 - most need none

    match error:
        case ClientError():
            answer = error.response.get("Error", {})
            return f"AWS refused {error.operation_name}: {answer.get('Code')}: {answer.get('Message')}"
        case Refused():
            return f"AWS refused {error}: {error.text}"
        case NoCredentialsError():
            return "there are no AWS credentials: sign in (`aws sso login`) or set AWS_PROFILE; --local needs none."
        case BotoCoreError():
            return f"AWS could not be asked: {error}"
        case OSError():
            return sentence_of(error)
        case _:
            return f"{type(error).__name__}: {error} (this is a fault of ours; MINITICKETS_DEBUG=1 shows where)"


def _fail(sentence: str) -> None:
    click.echo(f"Error: {visible(' '.join(sentence.split()))}", err=True)
    sys.exit(1)
