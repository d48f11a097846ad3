"""The option `--variant`: the same command in another process, on code with one thing wrong."""

import os
from typing import NoReturn

import click

from minitickets.bad.copy import edited_copy, python, run_on, running_apps, running_edit
from minitickets.bad.edit import REAL, Edit, EditDoesNotApply, all_edits
from minitickets.errors import CommandError

_ALL = "list"
_ASKED = "MINITICKETS_VARIANT"


class VariantCommand(click.Command):
    """A command that can be run again with the words that it was called with."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keeps the words."""
        ctx.meta[__name__] = list(args)
        return super().parse_args(ctx, args)


def _run_variant(context: click.Context, _parameter: click.Parameter, name: str) -> str:
    """Lets the command go on where this process runs that code, and else runs it in one that does."""
    if context.resilient_parsing or name == running_edit():
        return name
    if name == _ALL:
        _list()
        context.exit()
    if name not in all_edits():
        raise click.BadParameter(f"{name!r} is none of them; `--variant {_ALL}` shows all.")
    if os.environ.get(_ASKED):
        raise CommandError(f"the functions' code in {running_apps()} comes before the variant's: clear PYTHONPATH.")
    return _run_again(context, all_edits()[name])


variant_option = click.option(
    "--variant",
    metavar="NAME",
    default=REAL,
    show_default=True,
    is_eager=True,  # the other process reads the other options
    callback=_run_variant,
    help=f"Code with one thing wrong, to see it caught, such as "
    f"{', '.join(edit.name for edit in all_edits().values() if edit.shown)}. `{_ALL}` shows all {len(all_edits())}.",
)


def _run_again(context: click.Context, edit: Edit) -> NoReturn:
    words = [str(context.info_name), *context.meta[__name__]]
    try:
        with edited_copy(edit) as copy:
            context.exit(run_on(copy, python("minitickets", *words), {_ASKED: edit.name}))
    except EditDoesNotApply as error:
        raise CommandError(f"the functions' code is not what this variant was made for ({error}).") from error


def _list() -> None:
    width = max(map(len, all_edits()))
    for name, edit in all_edits().items():
        click.echo(f"{name:{width}}  {edit.why}")
