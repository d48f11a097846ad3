"""Options that several commands share."""

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import click


def _settings(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> Mapping[str, str]:
    settings: dict[str, str] = {}
    for value in values:
        key, separator, setting = value.partition("=")
        if not separator or not key:
            raise click.BadParameter(f"{value!r} is not KEY=VALUE.")
        settings[key] = setting
    return settings


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


def how_to_call() -> str:
    """What to type for `minitickets`: its name where a shell finds it, else the way that it was called."""
    if shutil.which("minitickets"):
        return "minitickets"
    called = Path(sys.argv[0])
    return f"{sys.executable} -m minitickets" if called.name == "__main__.py" else str(called)
