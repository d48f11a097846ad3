"""Options that several commands share."""

from collections.abc import Mapping

import click


def _settings(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> Mapping[str, str]:
    settings: dict[str, str] = {}
    for value in values:
        key, separator, setting = value.partition("=")
        if not separator or not key:
            raise click.BadParameter(f"{value!r} is not KEY=VALUE.")
        settings[key] = setting
    return settings


stack_option = click.option(
    "--stack", "-s", default="dev", show_default=True, help="The stack whose settings file to use."
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
