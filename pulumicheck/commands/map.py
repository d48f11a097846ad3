"""`minitickets map`."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import click

from pulumicheck.errors import CommandError
from pulumicheck.map.document import make_document
from pulumicheck.map.rendering import render_page
from pulumicheck.options import json_option, settings_option, stack_option
from pulumicheck.plan.project import find_project

_STANDARD_OUTPUT = Path("-")


@click.command("map")
@stack_option
@settings_option
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path),
    default="map.html",
    show_default=True,
    help="The file to write; - is standard output.",
)
@json_option
def map_command(*, stack: str, settings: Mapping[str, str], output: Path, as_json: bool) -> None:
    """Draw a stack as an interactive map, in one file that needs nothing else.

    The map shows every resource, the way of the data, and who may do what, for each combination of the two switches.
    It is made from the program, without credentials, and is the same file as long as the program is the same.

    With --json it prints the map's document instead: project, stack, region, account, states, lanes, groups, resources,
    flows, grants, symptoms, size.
    """
    document = make_document(find_project(), stack, settings)
    if as_json:
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return
    page = render_page(document, nonce=_nonce(document))
    if output == _STANDARD_OUTPUT:
        click.echo(page, nl=False)
    else:
        _write(output, page)


def _write(path: Path, page: str) -> None:
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}; name another file with -o.") from error
    click.echo(f"{path}: open it in a browser.")


def _nonce(document: Mapping[str, object]) -> str:
    """One that no other map has: there is no server that could make a new one each time."""
    return sha256(json.dumps(document).encode()).hexdigest()[:32]
