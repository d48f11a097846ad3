"""`diff`: `plan --diff` under a name of its own."""

from collections.abc import Mapping
from typing import Unpack

import click

from pulumicheck.commands.difference import beside_the_engine, review_revision
from pulumicheck.commands.review_options import ReviewOptions, accepted_by, end_with, review_options
from pulumicheck.errors import CheckError
from pulumicheck.options import json_option, pass_particulars, settings_option, stack_option
from pulumicheck.particulars import Particulars
from pulumicheck.plan.project import find_project
from pulumicheck.review.as_markdown import failed
from pulumicheck.streams import print_document


@click.command
@click.argument("revision")
@stack_option
@settings_option
@review_options
@json_option
@pass_particulars
@click.pass_context
def diff(
    ctx: click.Context,
    particulars: Particulars,
    *,
    revision: str,
    stack: str,
    settings: Mapping[str, str],
    as_json: bool,
    **options: Unpack[ReviewOptions],
) -> None:
    """Show what the working tree changes since a git REVISION, such as main; the same as `plan --diff REVISION`.

    To permissions, by meaning, and to resources; what has to be accepted goes by a name. Exit status 0: nothing has to
    be; 3: something has, and no --accept names it.
    """
    compare(ctx, particulars, revision, stack, settings, options, as_json=as_json)


def compare(
    ctx: click.Context,
    particulars: Particulars,
    revision: str,
    stack: str,
    settings: Mapping[str, str],
    options: ReviewOptions,
    *,
    as_json: bool,
) -> None:
    """Compares the working tree with a revision, and ends the command."""
    project = find_project(otherwise=particulars.home)
    try:
        review = review_revision(project, stack, settings, revision, accepted_by(options), options["gate"])
        if engine := options["engine"]:
            review = beside_the_engine(review, engine)
    except CheckError:
        if options["as_markdown"]:
            print_document(failed(project.name, stack))
        raise
    end_with(ctx, review, options, as_json=as_json)
