"""`make bad`: every bad worker against everything that could catch it, as a table; keeps what caught each.

`python -m tests.bad NAME...` tries these alone and keeps nothing. Exit status 1 if one gets away.
"""

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import click

from minitickets.bad.edit import all_edits
from tests.bad.matrix import SIMULATIONS, Catch, catch, write_witnesses


def main(names: Sequence[str]) -> int:
    """Tries these, or all of them."""
    edits = [all_edits()[name] for name in names or all_edits()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        catches = list(map(_show, pool.map(catch, edits)))
    if not names:
        write_witnesses(catches)
    escaped = [each.name for each in catches if each.how is None]
    alone = sum(each.how in SIMULATIONS for each in catches)
    click.echo(f"{len(catches)} bad workers: {alone} caught by the simulation alone, {len(escaped)} by nothing")
    return 1 if escaped else 0


def _show(found: Catch) -> Catch:
    """Prints a row of the table."""
    click.echo(f"{found.name:36} {found.how or '-':44} {found.seconds:6.1f} s  {found.caught_by or 'NOT CAUGHT'}")
    for problem in found.broke:
        click.echo(f"  came to no result: {problem}")
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
