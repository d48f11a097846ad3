"""`plan`: the plan itself, and the review of a change, which is why it stands above both."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from pulumicheck.commands.difference import beside_the_engine, review_file, review_revision, tell
from pulumicheck.options import json_option, pass_particulars, print_json, settings_option, stack_option
from pulumicheck.particulars import Particulars
from pulumicheck.plan.as_text import show_plan
from pulumicheck.plan.plan import make_plan
from pulumicheck.plan.project import find_project
from pulumicheck.review.names import Accepted


@click.command
@stack_option
@settings_option
@click.option("--diff", "revision", metavar="REV", help="Compare with a git revision, such as main.")
@click.option(
    "--diff-from",
    "preview",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Read the output of `pulumi preview --json` instead; - is standard input.",
)
@click.option(
    "--engine",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="With --diff, say where this output of `pulumi preview --json` says otherwise.",
)
@click.option("--accept", "names", metavar="SID", multiple=True, help="A statement or resource that may go through.")
@click.option("--accept-all", is_flag=True, help="All of them may.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print the comparison as a pull request comment.")
@json_option
@pass_particulars
@click.pass_context
def plan(  # noqa: PLR0913 - one for each option
    ctx: click.Context,
    particulars: Particulars,
    *,
    stack: str,
    settings: Mapping[str, str],
    revision: str | None,
    preview: Path | None,
    engine: Path | None,
    names: Sequence[str],
    accept_all: bool,
    as_markdown: bool,
    as_json: bool,
) -> None:
    """Show what a stack consists of and who may do what, without credentials.

    Runs the Pulumi program with the stack's settings. With --json it prints one object: project, stack, resources
    (type, name, urn, parent, custom, inputs, protect, dependencies), outputs, statements (principal, sid, effect,
    actions, resources, condition, why, usedBy, policyType, attachedTo, through), unknownPolicies
    (principal, policyType, attachedTo, why). What only a deployment can tell, such as an
    ARN, stands there as AWS would give it in account 123456789012.

    With --diff or --diff-from it shows what a change does instead: to permissions, by meaning (broader, narrower,
    equal, different), and to resources. With --json: project, stack, before, after, verdicts, changes, permissions
    (who, kind, sid, verdict, before, after, gains, losses, accepted), resources (change, type, name, urn, physicalName,
    properties, because, protect, protection, refused, lost, accepted), outputs, engine (urn, ours, engines), toAccept,
    exitStatus. Exit status 3: something became broader, a protected resource or one that holds data is replaced or
    removed, or the engine says otherwise of a resource, and no --accept names it.
    """
    if engine is not None and revision is None:
        raise click.UsageError("--engine goes with --diff.")
    if revision is None and preview is None:
        if as_markdown or names or accept_all:
            raise click.UsageError("--markdown, --accept and --accept-all go with --diff or --diff-from.")
        made = make_plan(find_project(otherwise=particulars.home), stack, settings)
        if as_json:
            print_json(made.to_json())
        else:
            show_plan(made)
        return
    if revision is not None and preview is not None:
        raise click.UsageError("--diff and --diff-from are two ways to compare: name one.")
    if as_json and as_markdown:
        raise click.UsageError("--json and --markdown are two forms of the same: name one.")
    accepted = Accepted(frozenset(names), accept_all)
    if preview is not None:
        review = review_file(preview, accepted)
    else:
        review = review_revision(find_project(otherwise=particulars.home), stack, settings, str(revision), accepted)
        review = beside_the_engine(review, engine) if engine else review
    ctx.exit(tell(review, as_json=as_json, as_markdown=as_markdown))
