"""Options and ways to print that several commands share."""

import json
import sys
from collections.abc import Mapping
from typing import Any

import click
from rich.console import Console

from pulumicheck.particulars import Particulars
from pulumicheck.shown import visible_json
from pulumicheck.streams import json_for


def _settings(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> Mapping[str, str]:
    settings: dict[str, str] = {}
    for value in values:
        key, separator, setting = value.partition("=")
        if not separator or not key:
            raise click.BadParameter(f"{value!r} is not KEY=VALUE.")
        settings[key] = setting
    return settings


pass_particulars = click.make_pass_decorator(Particulars, ensure=True)
"""Hands a command what the project that calls it tells of itself; called by none, it gets none."""

DEFAULT_STACK = "dev"

stack_option = click.option(
    "--stack", "-s", default=DEFAULT_STACK, show_default=True, help="The stack whose settings file to use."
)
settings_option = click.option(
    "--config",
    "-c",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    callback=_settings,
    help="A setting in the place of the settings file's, as in `pulumi up -c`. May be repeated.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def print_json(answer: Any) -> None:
    """Prints what `--json` asks for: one value, for programs and legible for people."""
    click.echo(json_for(sys.stdout, visible_json(answer)))


def print_json_line(answer: Any) -> None:
    """Prints it on one line, as those of the commands do that answer with a record or a list of them."""
    click.echo(json_for(sys.stdout, json.dumps(answer, ensure_ascii=False)))


def console() -> Console:
    """Where commands print for people, without pictograms: there is a `:secret:` in ARNs."""
    return Console(highlight=False, emoji=False)
