"""`map`."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import click

from pulumicheck.errors import CheckError
from pulumicheck.map.document import make_document
from pulumicheck.map.rendering import render_page
from pulumicheck.options import json_option, pass_particulars, print_json, settings_option, stack_option
from pulumicheck.particulars import Particulars
from pulumicheck.plan.project import find_project
from pulumicheck.streams import print_document

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
@pass_particulars
def map_command(
    particulars: Particulars, *, stack: str, settings: Mapping[str, str], output: Path, as_json: bool
) -> None:
    """Draw a stack as an interactive map, in one file that needs nothing else.

    The map shows every resource, the way of the data, and who may do what, for each combination of the project's
    switches. It is made from the program, without credentials, and is the same file as long as the program is.

    With --json it prints the map's document instead: project, stack, region, account, switches, states, lanes, groups,
    resources, flows, grants, symptoms, size.
    """
    document = make_document(find_project(otherwise=particulars.home), stack, settings, particulars)
    if as_json:
        print_json(document)
        return
    page = render_page(document, nonce=_nonce(document))
    if output == _STANDARD_OUTPUT:
        print_document(page)
    else:
        _write(output, page)


def _write(path: Path, page: str) -> None:
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise CheckError(f"{path} cannot be written: {error.strerror}; name another file with -o.") from error
    click.echo(f"{path}: open it in a browser.")


def _nonce(document: Mapping[str, object]) -> str:
    """One that no other map has: there is no server that could make a new one each time."""
    return sha256(json.dumps(document).encode()).hexdigest()[:32]
