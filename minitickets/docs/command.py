"""`minitickets docs`."""

import json
from collections.abc import Sequence
from pathlib import Path

import click

from minitickets.docs.pages import PAGES
from minitickets.errors import CommandError
from minitickets.home import find_project
from pulumicheck.options import json_option


@click.command
@click.argument("names", metavar="[PAGE]...", type=click.Choice(list(PAGES)), nargs=-1)
@click.option("--check", is_flag=True, help="Write nothing; say which page is out of date.")
@json_option
def docs(*, names: Sequence[str], check: bool, as_json: bool) -> None:
    """Write the pages of docs/ that are made from the program.

    Each PAGE is permissions, from the plan of stack dev; runbook, from its drills, which take a minute; scale, of which
    the tables are made anew; or simulation, from every schedule of a small world. Without any PAGE it is all of them.
    Exit status 1 with --check if a page is out of date. With --json it prints one object: changed, the paths of the
    pages that are not what they were.
    """
    root = find_project().root
    changed = [name for name in names or PAGES if _make(root / _path(name), name, check=check)]
    if as_json:
        click.echo(json.dumps({"changed": [_path(name) for name in changed]}))
    elif not check:
        click.echo(f"Written anew: {', '.join(map(_path, changed)) or 'nothing, as nothing has changed'}.")
    if check and changed:
        pages = ", ".join(map(_path, changed))
        raise CommandError(f"out of date: {pages}; write anew with `minitickets docs {' '.join(changed)}`.")


def _path(name: str) -> str:
    return f"docs/{name}.md"


def _make(file: Path, name: str, *, check: bool) -> bool:
    """Makes a page; gives whether it is another one than before."""
    now = file.read_text(encoding="utf-8") if file.exists() else ""
    made = PAGES[name](now)
    if made != now and not check:
        file.parent.mkdir(exist_ok=True)
        file.write_text(made, encoding="utf-8")
    return made != now
