"""The options of a review, whichever command makes it.

What reviews is imported where there is something to review: `plan` has these options, and mostly there is not.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

if TYPE_CHECKING:
    from pulumicheck.review.names import Accepted
    from pulumicheck.review.review import Review

_Command = TypeVar("_Command", bound=Callable[..., Any])


class ReviewOptions(TypedDict):
    """What they say."""

    engine: Path | None
    gate: Sequence[str]
    names: Sequence[str]
    accept_all: bool
    as_markdown: bool
    sarif: Path | None


def review_options(command: _Command) -> _Command:
    """Gives a command the options."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


_OPTIONS: Sequence[Callable[[Any], Any]] = (
    click.option(
        "--engine",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Say where this output of `pulumi preview --json` says otherwise.",
    ),
    click.option(
        "--gate",
        metavar="PATTERN",
        multiple=True,
        help="Files whose change has to be accepted, besides those that the revision's pyproject.toml names.",
    ),
    click.option(
        "--accept",
        "names",
        metavar="NAME",
        multiple=True,
        help="What may go through, by the name that the report gives it. May be repeated.",
    ),
    click.option("--accept-all", is_flag=True, help="All of it may."),
    click.option("--markdown", "as_markdown", is_flag=True, help="Print the comparison as a pull request comment."),
    click.option(
        "--sarif",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Also write what has to be accepted as SARIF 2.1.0, for code scanning.",
    ),
)


def accepted_by(options: ReviewOptions) -> "Accepted":
    """What the options agree to."""
    from pulumicheck.review.names import Accepted  # noqa: PLC0415

    return Accepted(frozenset(options["names"]), options["accept_all"])


def end_with(ctx: click.Context, review: "Review", options: ReviewOptions, *, as_json: bool) -> None:
    """Prints a review, and ends the command with its status."""
    from pulumicheck.commands.difference import tell  # noqa: PLC0415

    if as_json and options["as_markdown"]:
        raise click.UsageError("--json and --markdown are two forms of the same: name one.")
    ctx.exit(tell(review, as_json=as_json, as_markdown=options["as_markdown"], sarif=options["sarif"]))
