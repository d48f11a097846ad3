"""The `pulumicheck` command, also as `python -m pulumicheck`."""

import os
import sys

import click

from pulumicheck.commands.accepted import accepted
from pulumicheck.commands.access import access, what_can_command, who_can_command
from pulumicheck.commands.diff import diff
from pulumicheck.commands.map import map_command
from pulumicheck.commands.plan import plan
from pulumicheck.shown import visible
from pulumicheck.streams import prepared, sentence_of


@click.group(
    commands=[plan, diff, map_command, who_can_command, what_can_command, access, accepted],
    context_settings={"help_option_names": ["-h", "--help"]},
)
def cli() -> None:
    """Reads a Pulumi program in Python, without credentials: what it declares, and who may do what.

    Exit status: 0 success, 1 a refused or failed run, 2 bad usage.
    """


def main() -> None:
    """Runs the command line; whatever goes wrong reaches the user as a sentence."""
    with prepared():
        _main()


def _main() -> None:
    try:
        cli(prog_name="pulumicheck")
    except OSError as error:
        click.echo(f"Error: {visible(sentence_of(error))}", err=True)
        sys.exit(1)
    except Exception as error:
        if os.environ.get("PULUMICHECK_DEBUG"):
            raise
        said = " ".join(f"{type(error).__name__}: {error}".split())
        click.echo(f"Error: {visible(said)} (this is a fault of ours; PULUMICHECK_DEBUG=1 shows where)", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
