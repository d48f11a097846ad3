"""Makes the tables of all types: of the installed pulumi-aws, and of what Terraform's provider answers."""

from collections.abc import Iterable
from pathlib import Path

import click

from pulumicheck.types.classify.asking import asked_provider
from pulumicheck.types.classify.evidence import found_in
from pulumicheck.types.classify.overrides import mended
from pulumicheck.types.classify.package import Package, installed
from pulumicheck.types.classify.replacements import ask_for_all
from pulumicheck.types.tables import CLASSES, REPLACEMENTS, Replacements, TableLine, TypeClass

_FOLDER = Path(__file__).parents[1]
_HEADS = {
    CLASSES: "type class opens passes guards holds why",
    REPLACEMENTS: "type terraform replaces unknown in-place",
}


@click.command()
@click.option("--ask", is_flag=True, help="Ask Terraform's provider what makes a new resource: about 20 minutes.")
def main(*, ask: bool) -> None:
    """Write the table of what each type may do to access and data or, with --ask, of what makes a new resource."""
    package = installed()
    if ask:
        with asked_provider() as provider:
            _write(REPLACEMENTS, ask_for_all(package, provider))
    else:
        _write(CLASSES, classes_of(package))


def classes_of(package: Package) -> list[TypeClass]:
    """What all types of the package may do, in the order of their tokens."""
    found = ((token, mended(token, found_in(of))) for token, of in sorted(package.types.items()))
    return [
        TypeClass(token, tuple(it.opens), tuple(it.passes), tuple(it.guards), it.holds, "; ".join(it.why))
        for token, it in found
    ]


def text_of(name: str, rows: Iterable[Replacements | TypeClass]) -> str:
    """The file as it stands."""
    head = "\t".join(_HEADS[name].split())
    return "\n".join([head, *(str(TableLine.of(row)) for row in rows)]) + "\n"


def _write(name: str, rows: Iterable[Replacements | TypeClass]) -> None:
    text = text_of(name, rows)
    (_FOLDER / name).write_text(text, encoding="utf-8")
    click.echo(f"{name}: {text.count(chr(10)) - 1} types.")


if __name__ == "__main__":
    main()
